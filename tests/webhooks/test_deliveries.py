"""Messages reach their receivers, signed; what fails is tried again, and nobody waits for a receiver that is dead."""

from datetime import timedelta

import pytest

from notifications.models import Notification
from tests.notifications.push_service import PushService
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import endpoint, receiver, secret, sweep, verified  # noqa: F401
from tournaments.bracket.services.start import start
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.services import cleaning, deliveries, endpoints

pytestmark = [pytest.mark.django_db]


def test_a_receiver_is_sent_what_happens_with_a_signature_that_it_can_check(
    receiver: PushService,  # noqa: F811
) -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    hook = endpoint(owner, receiver, about=made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", "1")
    while sweep():
        pass
    messages = [verified(each, secret(hook)) for each in receiver.received]
    assert [message["type"] for message in messages] == [
        "tournament.started", "round.published", "match.finished", "standings.changed", "tournament.finished",
    ]  # fmt: skip
    ids = [headers["webhook-id"] for _path, headers, _body in receiver.received]
    assert len(set(ids)) == len(ids)
    rows = WebhookDelivery.objects.order_by()
    statuses = rows.values_list("status", "answer", "due_at").distinct()
    assert list(statuses) == [("delivered", 201, None)]


def test_with_a_new_secret_both_sign_for_a_day(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    old = secret(hook)
    new = endpoints.rotate_secret(owner, hook.pk, NOW)
    endpoints.send_ping(owner, hook.pk, NOW)
    sweep()
    (received,) = receiver.received
    assert verified(received, new) == verified(received, old)
    tomorrow = NOW + timedelta(days=1, minutes=1)
    cleaning.clean_up(tomorrow)
    endpoints.send_ping(owner, hook.pk, tomorrow)
    sweep(tomorrow)
    verified(receiver.received[-1], new)
    with pytest.raises(AssertionError):
        verified(receiver.received[-1], old)


def test_a_message_that_is_refused_comes_again_with_its_id_until_it_is_taken(
    receiver: PushService,  # noqa: F811
) -> None:
    hook = endpoint(owner := making.director(), receiver)
    receiver.status["/hook"] = 500
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 0
    assert sweep(NOW + timedelta(seconds=4)) == 0
    assert len(receiver.received) == 1
    receiver.status["/hook"] = 204
    assert sweep(NOW + timedelta(seconds=6)) == 1
    first, second = receiver.received
    assert first[1]["webhook-id"] == second[1]["webhook-id"]
    assert first[1]["webhook-timestamp"] != second[1]["webhook-timestamp"]
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_after_three_days_without_an_answer_a_webhook_is_switched_off_and_its_owner_notified(
    receiver: PushService,  # noqa: F811
) -> None:
    hook = endpoint(owner := making.director(), receiver)
    receiver.status["/hook"] = 500
    endpoints.send_ping(owner, hook.pk, NOW)
    now = NOW
    for wait in (timedelta(0), *deliveries.RETRIES):
        now += wait + timedelta(seconds=1)
        hook.refresh_from_db()
        assert hook.is_active
        sweep(now)
    hook.refresh_from_db()
    assert (hook.is_active, hook.off_reason) == (False, "failing")
    assert now - NOW < timedelta(days=3, minutes=1)
    assert Notification.objects.get(user=owner, kind="webhook").url == hook.get_absolute_url()
    assert WebhookDelivery.objects.get().status == "failed"
    receiver.status["/hook"] = 200
    endpoints.switch(owner, hook.pk, on=True, now=now)
    endpoints.resend(owner, hook.pk, WebhookDelivery.objects.get().pk, now)
    assert sweep(now) == 1
    assert WebhookDelivery.objects.get().status == "delivered"


def test_an_address_that_is_gone_is_switched_off_at_once(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    receiver.status["/hook"] = 410
    endpoints.send_ping(owner, hook.pk, NOW)
    sweep()
    hook.refresh_from_db()
    assert (hook.is_active, hook.off_reason) == (False, "gone")


def test_a_dead_receiver_is_swept_apart_and_delays_nobody(
    receiver: PushService,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = making.director()
    dead, alive = endpoint(owner, path="dead"), endpoint(owner, receiver, path="alive")
    WebhookEndpoint.objects.filter(pk=dead.pk).update(url="https://dead.invalid/hook")
    for hook in (dead, alive):
        endpoints.send_ping(owner, hook.pk, NOW)
    assert deliveries.send_due(NOW) == 1
    dead.refresh_from_db()
    assert dead.is_slow
    assert dead.paused_until == NOW + deliveries.RETRIES[0]
    endpoints.send_ping(owner, dead.pk, NOW)
    monkeypatch.setattr(
        deliveries, "Senders", None
    )  # it opens no connection in the lane of the others
    assert deliveries.send_due(NOW + timedelta(minutes=1)) == 0


def test_only_public_addresses_are_ever_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the name of an address leads elsewhere after it was added."""
    hook = endpoint(owner := making.director())
    WebhookEndpoint.objects.filter(pk=hook.pk).update(url="https://localhost/hook")
    endpoints.send_ping(owner, hook.pk, NOW)
    sweep()
    row = WebhookDelivery.objects.get()
    assert (row.answer, row.error, row.status) == (None, "private_address", "pending")


def test_redirects_are_not_followed(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    receiver.status["/hook"] = 302
    receiver.headers["Location"] = f"{receiver.origin}/elsewhere"
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 0
    assert [path for path, _headers, _body in receiver.received] == ["/hook"]


def test_a_claim_of_a_worker_that_was_killed_lapses(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    row = endpoints.send_ping(owner, hook.pk, NOW)
    WebhookDelivery.objects.filter(pk=row.pk).update(claimed_at=NOW)
    assert sweep(NOW + timedelta(seconds=30)) == 0
    assert sweep(NOW + deliveries.CLAIM_LAPSES + timedelta(seconds=1)) == 1


def test_the_log_is_kept_for_a_week_and_longer_what_is_still_owed(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    endpoints.send_ping(owner, hook.pk, NOW)
    sweep()
    endpoints.send_ping(owner, hook.pk, NOW)
    assert cleaning.clean_up(NOW + timedelta(days=6)) == 0
    assert cleaning.clean_up(NOW + timedelta(days=8)) == 1
    assert WebhookDelivery.objects.get().status == "pending"
