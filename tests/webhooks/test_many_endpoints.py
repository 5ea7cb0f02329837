"""A site that is one process with many endpoints: a process beside it sends to them, and nothing is lost where that is killed."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.notifications.push_service import PushService, listening_to_a_site
from tests.services.beside_the_site import beside, wait_until
from tests.services.topology import ROOT, Embedded

pytestmark = pytest.mark.e2e
NUMBER, WITHIN_S = 60, 30
WORKER = "webhooks.sweep_worker"
PREPARE = "from benchmarks.webhooks_inside import *; prepare({number}, {number}, {origin!r})"
CHANGE = "from benchmarks.webhooks_inside import *; change(1, 0, 0)"
OWED = "from webhooks.models import *; print(WebhookDelivery.objects.exclude(due_at=None).count())"
LAPSE = """
from django.db.models import F
from webhooks.models import *
from webhooks.services.deliveries import CLAIM_LAPSES
WebhookDelivery.objects.exclude(claimed_at=None).update(claimed_at=F("claimed_at") - 2 * CLAIM_LAPSES)
"""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with listening_to_a_site(tmp_path, monkeypatch) as service:
        yield service


@pytest.fixture
def site(tmp_path: Path, service: PushService) -> Iterator[Embedded]:
    site = Embedded(EMAIL_URL="dummymail://", PYTHONPATH=f"{tmp_path}:{ROOT}")
    yield site
    site.stop()


def ids(service: PushService) -> Counter[tuple[str, str]]:
    """How often each endpoint was sent each message."""
    return Counter((path, headers["webhook-id"]) for path, headers, _body in list(service.received))


def test_each_endpoint_is_sent_each_event_once_and_again_where_nobody_knows(
    site: Embedded, service: PushService
) -> None:
    site.shell(PREPARE.format(number=NUMBER, origin=service.origin))
    wait_until(lambda: bool(beside(site, WORKER)), WITHIN_S)
    site.shell(CHANGE)
    wait_until(lambda: len(ids(service)) == NUMBER, WITHIN_S)
    wait_until(lambda: site.shell(OWED).strip() == "0", WITHIN_S)
    assert set(ids(service).values()) == {1}
    (first,) = beside(site, WORKER)

    service.delay_s = 0.5
    site.shell(CHANGE)
    wait_until(lambda: len(ids(service)) > NUMBER, WITHIN_S)
    os.kill(first, signal.SIGKILL)
    service.delay_s = 0
    site.shell(LAPSE)
    wait_until(lambda: site.shell(OWED).strip() == "0", WITHIN_S)
    assert len(ids(service)) == 2 * NUMBER
    wait_until(lambda: bool(beside(site, WORKER)), WITHIN_S)
    assert beside(site, WORKER) != [first]
    assert "Traceback" not in site.processes["site"].tail(400)
