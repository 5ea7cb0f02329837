"""Where webhooks are sent: beside the one process of a site with many endpoints, else in the worker."""

from typing import Any

import pytest

from tests.notifications.push_service import PushService
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import endpoint, receiver  # noqa: F401
from webhooks import sweeps
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.selectors import endpoints as selectors
from webhooks.services import endpoints, events
from webhooks.services.deliveries import SLOW
from webhooks.tasks import sweep_slow_webhooks, sweep_webhooks

pytestmark = pytest.mark.django_db


class Beside:
    """A process beside the site that never starts: what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_started, self.error, self.ended = True, False, 0

    def is_ready(self, _kind: str) -> bool:
        return self.is_started

    def run(self, kind: str) -> int:
        self.asked.append(kind)
        if self.error:
            raise EOFError
        return 7

    def end(self) -> None:
        self.ended += 1


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Beside:
    settings.SWEEPS_IN_OWN_PROCESS = True
    monkeypatch.setattr(selectors, "MANY", 1)
    made = Beside()
    monkeypatch.setattr(sweeps, "_side_process", made)
    return made


def owe(receiver: PushService, number: int) -> list[WebhookEndpoint]:  # noqa: F811
    owner = making.director()
    hooks = [endpoint(owner, receiver, path=f"hook{n}") for n in range(number)]
    for hook in hooks:
        endpoints.send_ping(owner, hook.pk, NOW)
    return hooks


def test_with_many_endpoints_they_are_sent_beside_the_site(
    receiver: PushService,  # noqa: F811
    beside: Beside,
) -> None:
    hooks = owe(receiver, 2)
    assert sweep_webhooks() == 7
    assert sweep_slow_webhooks() == 0  # nothing is owed there
    WebhookEndpoint.objects.filter(pk=hooks[0].pk).update(is_slow=True)
    assert sweep_slow_webhooks() == 7
    assert beside.asked == ["fast", "slow"]
    assert receiver.received == []


def test_with_few_the_site_sends_and_the_process_is_ended(
    receiver: PushService,  # noqa: F811
    beside: Beside,
) -> None:
    owe(receiver, 1)
    assert sweep_webhooks() == 1
    assert (beside.asked, beside.ended) == ([], 1)


def test_while_the_process_starts_the_site_sends(
    receiver: PushService,  # noqa: F811
    beside: Beside,
) -> None:
    beside.is_started = False
    owe(receiver, 2)
    assert sweep_webhooks() == 2
    assert beside.asked == []


def test_where_the_process_has_died_the_site_sends(
    receiver: PushService,  # noqa: F811
    beside: Beside,
) -> None:
    beside.error = True
    owe(receiver, 2)
    assert sweep_webhooks() == 2
    assert not WebhookDelivery.objects.exclude(due_at=None).exists()


def test_the_site_starts_no_sender_of_its_own_there(
    beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []
    monkeypatch.setattr(events, "warm_up", lambda: started.append(True))
    owner = making.director()
    made = making.entered(2, organizer=owner)
    for n in range(2):
        endpoint(owner, about=made, path=f"hook{n}")
    events.note_changes([made.pk])
    events.make_events(NOW)
    assert started == []


def test_both_lanes_have_a_job() -> None:
    assert list(sweeps.JOBS) == ["fast", SLOW.name]
