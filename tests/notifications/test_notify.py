"""What users are notified of: once for each thing, in their own language, by the present name of whoever it is about."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import Player
from accounts.services.logins import delete_account
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.services import friendly, lobby, match_notifications
from games.services.play import act
from games.services.submissions import Submission
from notifications import kinds
from notifications.models import Notification
from notifications.selectors.lists import notification_line, notifications_of
from notifications.selectors.personal import export_notifications
from notifications.services import cleaning
from notifications.services.notify import News, notify, renew
from tests.tournaments.making import NOW, player, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)
SOON = NOW + timedelta(minutes=1)


def ready(match: Match, who: Player) -> None:
    seat = match.seats.get(player=who).seat
    act(Submission(match.pk, seat, "ready", {"nonce_hash": None}, NOW, user_id=who.user_id), NOW)


def lines(who: Player) -> list[tuple[str, str]]:
    rows = notifications_of(who.user)  # type: ignore[arg-type]
    return [(row.kind, notification_line(row).text) for row in rows]


def news(who: Player, subject: str = "one", **more: Any) -> News:
    return News(who.user_id, kinds.CHALLENGE, subject, "/x/", **more)  # type: ignore[arg-type]


def test_nobody_is_notified_twice_of_one_thing() -> None:
    bob = player("bob")
    notify([news(bob)], NOW)
    Notification.objects.update(read_at=NOW)
    notify([news(bob), news(bob), news(bob, "two")], SOON)
    rows = Notification.objects.order_by("subject")
    assert [(row.subject, row.read_at) for row in rows] == [("one", NOW), ("two", None)]


def test_a_thing_that_comes_back_is_one_line_unread_again() -> None:
    bob = player("bob")
    renew([news(bob)], NOW)
    Notification.objects.update(read_at=NOW)
    renew([news(bob)], SOON)
    (row,) = Notification.objects.all()
    assert (row.created_at, row.read_at) == (SOON, None)


def test_however_many_are_notified_it_is_one_statement() -> None:
    people = [player() for _ in range(30)]
    with CaptureQueriesContext(connection) as queries:
        notify([news(who) for who in people], NOW)
    assert len([q for q in queries if "INSERT" in q["sql"]]) == 1


def test_a_challenge_its_answer_and_its_withdrawal() -> None:
    alice, bob = player("alice"), player("bob")
    made = friendly.challenge(alice, bob, RULES, None, NOW)
    assert lines(bob) == [(kinds.CHALLENGE, "alice challenges you.")]
    ready(made, bob)
    assert lines(alice) == [(kinds.ACCEPTED, "bob accepted your challenge.")]
    assert not notifications_of(bob.user, unread=True).exists()  # type: ignore[arg-type]
    refused = friendly.challenge(alice, bob, RULES, None, NOW)
    friendly.decline(refused.pk, bob, NOW)
    assert lines(alice)[0] == (kinds.DECLINED, "bob declined your challenge.")
    taken_back = friendly.challenge(alice, bob, RULES, None, NOW)
    assert len(lines(bob)) == 3
    friendly.decline(taken_back.pk, alice, NOW)
    assert len(lines(bob)) == 2
    assert len(lines(alice)) == 2


def test_whoever_lists_a_challenge_is_notified_when_it_is_taken_once() -> None:
    alice, bob = player("alice"), player("bob")
    listed = lobby.post(alice, RULES, None, NOW)
    made = lobby.accept(listed.pk, bob, NOW)
    ready(made, bob)
    assert lines(alice) == [(kinds.ACCEPTED, "bob accepted your challenge.")]
    assert lines(bob) == []


def test_a_bot_that_is_challenged_notifies_nobody() -> None:
    alice = player("alice")
    made = friendly.challenge(alice, friendly.site_bot("steady"), RULES, None, NOW)
    ready(made, alice)
    assert not Notification.objects.exists()


def test_a_turn_of_correspondence_is_one_line_a_match_and_settled_by_the_move() -> None:
    alice, bob = player("alice"), player("bob")
    clock = ClockSettings.correspondence(3)
    made = friendly.challenge(alice, bob, RULES, clock, NOW)
    ready(made, bob)
    made.refresh_from_db()
    mover = made.seats.get(seat=made.to_act).player
    unread = Notification.objects.filter(kind=kinds.TURN, read_at=None)
    assert list(unread.values_list("user", flat=True)) == [mover.user_id]
    act(Submission(made.pk, made.to_act, "concede", {}, NOW, user_id=mover.user_id), NOW)
    assert not unread.exists()


def test_who_has_not_joined_is_warned_two_minutes_before_the_forfeit_and_once() -> None:
    alice, bob = player("alice"), player("bob")
    cup = tournament()
    for entrant in (alice, bob):
        entries.enter(cup.pk, entrant, now=NOW)
    start(cup.pk, by=None, now=NOW)
    match = Match.objects.get()
    ready(match, alice)
    assert match_notifications.warn_late(NOW + timedelta(minutes=7)) == 0
    late = NOW + timedelta(minutes=8, seconds=5)
    assert match_notifications.warn_late(late) == 1
    assert match_notifications.warn_late(late) == 0
    row = Notification.objects.get(kind=kinds.FORFEIT_SOON)
    assert (row.user_id, row.url) == (bob.user_id, f"/matches/{match.pk}/")
    assert "alice" in notification_line(row).text
    assert row.email_at == late


def test_a_challenge_that_only_lapses_warns_nobody() -> None:
    friendly.challenge(player(), player(), RULES, None, NOW)
    assert match_notifications.warn_late(NOW + timedelta(hours=24, minutes=-1)) == 0


def test_the_text_is_in_the_language_of_its_reader_with_the_present_name() -> None:
    alice, bob = player("alice"), player("bob")
    notify([news(bob, player_id=alice.pk)], NOW)
    delete_account(alice.user, NOW)  # type: ignore[arg-type]
    assert lines(bob) == [(kinds.CHALLENGE, "Former player challenges you.")]
    with translation.override("fi"):
        text = translation.gettext("%(name)s challenges you.") % {"name": "Former player"}
        assert lines(bob)[0][1] == text


def test_the_notifications_of_a_deleted_account_go_with_it_and_are_in_the_download() -> None:
    alice, bob = player("alice"), player("bob")
    notify([news(bob, player_id=alice.pk)], NOW)
    (line,) = export_notifications(bob.user)  # type: ignore[arg-type]
    assert line["text"] == "alice challenges you."
    delete_account(bob.user, NOW)  # type: ignore[arg-type]
    assert not Notification.objects.exists()


def test_old_ones_go_and_nobody_keeps_more_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = player("alice"), player("bob")
    monkeypatch.setattr(cleaning, "MOST_KEPT", 3)
    notify([news(bob, str(n)) for n in range(5)], NOW)
    notify([news(alice, "old")], NOW - cleaning.KEPT_FOR - timedelta(days=1))
    assert cleaning.clean_up(NOW) == 3
    assert not Notification.objects.filter(user=alice.user).exists()
    assert list(Notification.objects.values_list("subject", flat=True)) == ["4", "3", "2"]
    assert cleaning.clean_up(NOW) == 0
