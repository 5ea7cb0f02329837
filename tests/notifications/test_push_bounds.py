"""What holds up push messages holds up little else: slow services, long queues, broken rows, renewed notifications."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.engine.rules import Rules
from games.services import friendly
from notifications import kinds
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.services import (
    cleaning,
    push_deliveries,
    push_senders,
    push_subscriptions,
    push_sweep,
    pushes,
)
from notifications.services.notify import News, renew
from tests.notifications.push_service import LOOPBACK, PushService, listening
from tests.notifications.test_push import KEY, LATER, add, sweep, tell, user
from tests.tournaments.making import NOW, player
from web import post_senders, public_post
from web.post_process import PostProcess
from web.public_post import Poster
from web.rate_limit import one_at_a_time

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[PushService]:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT = KEY, "mailto:desk@example.org"
    with listening(tmp_path, monkeypatch) as made:
        yield made


def test_a_host_that_does_not_answer_is_left_alone_for_the_rest_of_the_sweep(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_post, "DEADLINE_S", 1)
    for n in range(30):
        bob = player(f"p{n}")
        add(service, bob, f"d{n}")
        tell(bob)
    service.delay_s = 3
    assert sweep() == 0
    assert len(service.received) <= push_senders.THREADS_PER_HOST
    assert PushDelivery.objects.filter(due_at__gt=NOW, claimed_at=None).count() == 30
    failing = PushSubscription.objects.exclude(failing_since=None)
    assert failing.count() <= push_senders.THREADS_PER_HOST
    service.delay_s = 0
    monkeypatch.setattr(public_post, "DEADLINE_S", 10)
    assert sweep(LATER) == 30


def test_after_the_deadline_nothing_of_a_batch_is_begun(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_sweep, "LONGEST_S", 0.3)
    for n in range(20):
        bob = player(f"p{n}")
        add(service, bob, f"d{n}")
        tell(bob)
    service.delay_s = 0.4
    assert sweep() <= push_senders.THREADS_PER_HOST
    service.delay_s = 0
    monkeypatch.setattr(push_sweep, "LONGEST_S", 10)
    sweep()
    assert not PushDelivery.objects.exists()
    assert len(service.received) == 20


def test_one_sweep_sends_at_a_time(service: PushService) -> None:
    bob = player("bob")
    add(service, bob)
    tell(bob)
    with one_at_a_time(push_sweep.LEASE, 60):
        assert sweep() == 0
    assert sweep() == 1
    with one_at_a_time(push_sweep.LEASE, 60) as is_free:
        assert is_free


def test_an_urgent_message_goes_before_what_waits_longer(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_deliveries, "AT_ONCE", 1)
    bob, cleo = player("bob"), player("cleo")
    add(service, bob)
    add(service, cleo, "tablet")
    tell(bob, kinds.ANNOUNCEMENT)
    tell(cleo, kinds.ANNOUNCEMENT)
    tell(cleo, kinds.READY)
    assert sweep() == 3
    assert [path for path, _headers, _body in service.received] == ["/tablet", "/phone", "/tablet"]


def test_a_long_queue_of_one_device_holds_up_no_other(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_deliveries, "AT_ONCE", 2)
    bob, cleo = player("bob"), player("cleo")
    add(service, bob)
    for n in range(5):
        tell(bob, subject=f"{n}")
    add(service, cleo, "tablet")
    tell(cleo)
    assert sweep() == 6
    assert [path for path, _headers, _body in service.received[:2]].count("/tablet") == 1


def test_queued_messages_that_are_settled_do_not_end_the_sweep(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_deliveries, "AT_ONCE", 1)
    bob, cleo = player("bob"), player("cleo")
    for who in (bob, cleo):
        add(service, who, who.name)
        tell(who)
    pushes.hand_out_due(NOW)
    Notification.objects.filter(user=user(bob)).update(read_at=NOW)
    assert sweep() == 1


def test_a_message_that_cannot_be_made_holds_up_no_other(service: PushService) -> None:
    bob, cleo = player("bob"), player("cleo")
    add(service, bob)
    add(service, cleo, "tablet")
    PushSubscription.objects.filter(user=user(bob)).update(auth="")
    tell(bob)
    tell(cleo)
    assert sweep() == 1
    assert PushDelivery.objects.get().attempts == 1


def test_a_thing_that_keeps_coming_back_is_bounded_a_day(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "MOST_A_DAY", 2)
    bob = player("bob")
    add(service, bob)
    for n in range(4):
        at = NOW + timedelta(seconds=n)
        renew([News(bob.user_id, kinds.TURN, "one", "/x/")], at)  # type: ignore[arg-type]
        sweep(at)
    assert len(service.received) == 2


def test_a_thing_that_comes_back_after_a_day_counts_once(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "MOST_A_DAY", 2)
    bob = player("bob")
    add(service, bob)
    later = NOW + timedelta(hours=25)
    for at, subject in ((NOW, "one"), (later, "one"), (later, "two")):
        renew([News(bob.user_id, kinds.TURN, subject, "/x/")], at)  # type: ignore[arg-type]
        sweep(at)
    assert len(service.received) == 3


def test_a_device_of_an_ended_session_gets_nothing_and_goes(service: PushService) -> None:
    bob = player("bob")
    add(service, bob)
    user(bob).set_password("a newer pass phrase")
    user(bob).save()
    tell(bob)
    assert sweep() == 0
    row = Notification.objects.get()
    assert (row.push_at, row.pushed_at) == (None, None)
    cleaning.clean_up(NOW)
    assert not PushSubscription.objects.exists()


def test_a_kept_connection_that_is_cut_is_not_asked_again(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    poster = Poster()
    assert poster.post(f"{service.origin}/a", b"x", {}).status == 201
    monkeypatch.setattr(public_post, "DEADLINE_S", 0.5)
    service.delay_s = 2
    with pytest.raises(TimeoutError):
        poster.post(f"{service.origin}/b", b"x", {})
    assert [path for path, _headers, _body in service.received] == ["/a", "/b"]
    poster.close()


def test_looking_up_a_name_is_within_the_deadline(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_post, "DEADLINE_S", 0.2)
    look_up = public_post.socket.getaddrinfo

    def slow(*args: Any, **more: Any) -> Any:
        public_post.Event().wait(1)
        return look_up(*args, **more)

    monkeypatch.setattr(public_post.socket, "getaddrinfo", slow)
    began = monotonic()
    with pytest.raises(TimeoutError):
        Poster().post(f"{service.origin}/a", b"x", {})
    assert monotonic() - began < 0.9


def test_the_next_address_is_tried_where_the_first_does_not_answer(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_post, "_looked_up", lambda *_: ["::1", "127.0.0.1"])
    assert Poster().post(f"{service.origin}/a", b"x", {}).status == 201


def test_a_message_about_a_match_is_kept_only_until_the_time_to_join_is_over(
    service: PushService,
) -> None:
    alice, bob = player("alice"), player("bob")
    add(service, bob)
    made = friendly.challenge(alice, bob, Rules.preset("tournament", 3), None, NOW)
    assert made.next_at is not None
    sweep(LATER)
    ((_path, headers, _body),) = service.received
    assert int(headers["TTL"]) == int((made.next_at - LATER).total_seconds())
    tell(bob, kinds.READY, until=NOW + timedelta(minutes=10))
    tell(bob, kinds.ACCEPTED)
    pushes.hand_out_due(NOW)
    assert sweep(NOW + timedelta(minutes=11)) == 1
    assert int(service.received[1][1]["TTL"]) == 49 * 60
    assert not PushDelivery.objects.exists()


def test_what_waits_for_a_browser_goes_with_its_session(service: PushService) -> None:
    """What its push service holds already is dropped there after its time (TTL): it cannot be called back."""
    bob = player("bob")
    browser = add(service, bob)
    tell(bob)
    pushes.hand_out_due(NOW)
    assert PushDelivery.objects.exists()
    push_subscriptions.remove_browser(push_subscriptions.mark_of(browser.endpoint))
    assert sweep() == 0
    assert (service.received, PushDelivery.objects.exists()) == ([], False)


def test_a_process_of_its_own_encrypts_and_sends_where_the_site_has_one(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    pem = next(tmp_path.glob("*.pem"))
    text = LOOPBACK.format(port=service.port, pem=str(pem))
    (tmp_path / "sitecustomize.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(__file__).resolve().parents[2]}")
    settings.POSTS_IN_OWN_PROCESS = True
    monkeypatch.setattr(post_senders, "_process", PostProcess())
    bob, cleo = player("bob"), player("cleo")
    browser = add(service, bob)
    add(service, cleo, "tablet")
    PushSubscription.objects.filter(user=user(cleo)).update(auth="")
    tell(bob)
    tell(cleo)
    assert sweep() == 1
    ((_path, _headers, body),) = service.received
    assert browser.read(body)["url"] == "/matches/1/"
    left = PushDelivery.objects.get()
    assert (left.attempts, left.claimed_at) == (1, None)
    assert not PushSubscription.objects.filter(user=user(bob)).exclude(failing_since=None).exists()


def test_what_is_handed_out_is_written_in_small_transactions(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "WRITTEN_AT_ONCE", 2)
    for n in range(5):
        bob = player(f"p{n}")
        add(service, bob, f"d{n}")
        tell(bob)
    with CaptureQueriesContext(connection) as queries:
        assert pushes.hand_out_due(NOW) == 5
    assert sum("INSERT" in query["sql"] for query in queries) == 3
