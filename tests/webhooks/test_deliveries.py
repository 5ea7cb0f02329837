"""Messages reach their receivers, signed; what fails is tried again, and nobody waits for a receiver that is dead."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from notifications.models import Notification
from tests.notifications.push_service import PushService
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import endpoint, receiver, secret, sweep, verified  # noqa: F401
from tournaments.bracket.services.start import start
from tournaments.event.services import people
from tournaments.models import RoleKind
from web import prepared_writes
from web.errors import NotAllowed
from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from webhooks.services import cleaning, deliveries, endpoints, events

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
    statuses = rows.values_list("status", "response_status", "due_at").distinct()
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


def test_many_endpoints_are_read_at_once_and_written_in_small_parts(
    receiver: PushService,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, many in (("READ_AT_ONCE", 4), ("CLAIMED_AT_ONCE", 2), ("SETTLED_AT_ONCE", 3)):
        monkeypatch.setattr(deliveries, name, many)
    owner = making.director()
    hooks = [endpoint(owner, receiver, path=f"hook{n}") for n in range(5)]
    refusing = hooks[3]
    receiver.status["/hook3"] = 500
    for hook in hooks:
        endpoints.send_ping(owner, hook.pk, NOW)
        endpoints.send_ping(owner, hook.pk, NOW)
    with CaptureQueriesContext(connection) as queries:
        assert deliveries.send_due(NOW) == 8
    reads = [query["sql"] for query in queries if "MIN(" in query["sql"]]
    assert len(reads) < 12
    taken = WebhookDelivery.objects.exclude(endpoint=refusing)
    assert set(taken.values_list("status", "attempts", "claimed_at")) == {("delivered", 1, None)}
    for number in range(5):
        ids = [each[1]["webhook-id"] for each in receiver.received if each[0] == f"/hook{number}"]
        assert len(ids) == len(set(ids)) == 2


def test_an_endpoint_that_answers_again_is_well_again(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    ill = {"is_slow": True, "failing_since": NOW, "paused_until": NOW}
    WebhookEndpoint.objects.filter(pk=hook.pk).update(**ill)
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 1
    hook.refresh_from_db()
    assert (hook.is_slow, hook.failing_since, hook.paused_until) == (False, None, None)


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
    assert (row.response_status, row.error, row.status) == (None, "private_address", "pending")


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


def test_the_log_is_cleaned_batch_after_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "AT_ONCE", 2)
    for _ in range(5):
        WebhookEvent.objects.create(type="ping", at=NOW, data={})
    assert cleaning.clean_up(NOW + timedelta(days=8)) == 5


def test_the_log_is_kept_for_a_week_and_longer_what_is_still_owed(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    endpoints.send_ping(owner, hook.pk, NOW)
    sweep()
    endpoints.send_ping(owner, hook.pk, NOW)
    assert cleaning.clean_up(NOW + timedelta(days=6)) == 0
    assert cleaning.clean_up(NOW + timedelta(days=8)) == 1
    assert WebhookDelivery.objects.get().status == "pending"


def test_who_directs_no_longer_is_sent_nothing_that_waited_and_cannot_ask_for_it(
    receiver: PushService,  # noqa: F811
) -> None:
    made = making.entered(2, organizer=(organizer := making.director()))
    owner = making.director()
    role = people.give_role(made, owner, RoleKind.DIRECTOR, by=organizer, now=NOW)
    hook = endpoint(owner, receiver, wanted=("tournament.started",))
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    events.make_events(NOW)
    people.remove_role(made, role.pk, by=organizer, now=NOW)
    assert sweep() == 0
    assert receiver.received == []
    row = WebhookDelivery.objects.get()
    assert (row.status, row.error) == ("failed", "not_a_director")
    with pytest.raises(NotAllowed, match="no longer a director"):
        endpoints.resend(owner, hook.pk, row.pk, NOW)


def test_suspended_owners_are_sent_nothing_that_waited(receiver: PushService) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    endpoints.send_ping(owner, hook.pk, NOW)
    User.objects.filter(pk=owner.pk).update(suspended_at=NOW)
    assert sweep() == 0
    User.objects.filter(pk=owner.pk).update(suspended_at=None)
    assert sweep() == 1


def test_nothing_is_sent_unsigned(receiver: PushService, settings: Any) -> None:  # noqa: F811
    hook = endpoint(owner := making.director(), receiver)
    endpoints.send_ping(owner, hook.pk, NOW)
    settings.SECRET_KEY = "another secret key of this site, which wrote none of its secrets"
    settings.SECRET_KEY_FALLBACKS = []
    assert sweep() == 0
    assert receiver.received == []
    row = WebhookDelivery.objects.get()
    assert (row.status, row.error, row.attempts) == ("failed", "no_secret", 0)


def test_a_receiver_that_recovers_is_sent_what_is_new_within_minutes(
    receiver: PushService,  # noqa: F811
) -> None:
    hook = endpoint(owner := making.director(), receiver)
    old = endpoints.send_ping(owner, hook.pk, NOW)
    WebhookEndpoint.objects.filter(pk=hook.pk).update(
        url="https://dead.invalid/hook", failing_since=NOW - timedelta(days=1)
    )
    WebhookDelivery.objects.filter(pk=old.pk).update(attempts=4)
    sweep()
    hook.refresh_from_db()
    old.refresh_from_db()
    assert hook.paused_until == NOW + timedelta(minutes=10)
    assert old.due_at == NOW + timedelta(hours=5)
    event = WebhookEvent.objects.create(type="ping", at=NOW)
    WebhookDelivery.objects.create(event=event, endpoint=hook, due_at=NOW)
    WebhookEndpoint.objects.filter(pk=hook.pk).update(url=f"{receiver.origin}/hook")
    assert sweep(NOW + timedelta(minutes=9)) == 0
    assert sweep(NOW + timedelta(minutes=10)) == 1


def test_what_a_crash_may_undo_does_not_wait_for_the_disk_and_the_claim_of_a_channel_does(
    receiver: PushService,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    commits = prepared_writes.commit_asynchronously

    def commit() -> None:
        commits()
        asked.append(True)

    monkeypatch.setattr(prepared_writes, "commit_asynchronously", commit)
    owner = making.director()
    hook = endpoint(owner, receiver)
    endpoints.send_ping(owner, hook.pk, NOW)
    assert sweep() == 1
    locks_rows = connection.features.has_select_for_update
    assert len(asked) == (2 if locks_rows else 0)  # its claim and its settlement
    asked.clear()
    WebhookEndpoint.objects.filter(pk=hook.pk).update(kind="ntfy")
    endpoints.send_ping(owner, hook.pk, NOW)
    pending = WebhookDelivery.objects.get(status="pending")
    writer = deliveries.MessageWriter(NOW)
    assert deliveries._claimed([pending.pk], writer) == [pending]
    assert asked == []


def test_many_answers_are_settled_in_one_statement_each_with_its_own_figures(
    receiver: PushService,  # noqa: F811
) -> None:
    owner = making.director()
    hooks = [endpoint(owner, receiver, path=f"hook{n}") for n in range(4)]
    for number, hook in enumerate(hooks):
        receiver.status[f"/hook{number}"] = 200 + number
        endpoints.send_ping(owner, hook.pk, NOW)
    with CaptureQueriesContext(connection) as queries:
        assert deliveries.send_due(NOW) == 4
    settling = [query["sql"] for query in queries if "tried_at = claimed_at" in query["sql"]]
    assert len(settling) < 4
    for number, hook in enumerate(hooks):
        row = WebhookDelivery.objects.get(endpoint=hook)
        assert (row.status, row.response_status, row.attempts) == ("delivered", 200 + number, 1)
        assert (row.tried_at, row.claimed_at, row.due_at) == (NOW, None, None)
