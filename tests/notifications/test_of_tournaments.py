"""What a tournament tells its players: matches, forfeits, rounds, rulings, announcements, times and places."""

from datetime import timedelta

import pytest

from accounts.models import Player
from games.services import timeouts
from notifications import kinds
from notifications.models import Notification
from notifications.selectors.lists import notification_line
from tests.tournaments.making import NOW, player, tournament
from tournaments.bracket.services.advancement import advance
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.entry.services.entry_notices import notify_seated
from tournaments.event.services.announcements import announce
from tournaments.models import Entry, Pairing, Tournament
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [player("alice"), player("bob")]


@pytest.fixture
def running(people: list[Player]) -> Tournament:
    made = tournament()
    for entrant in people:
        entries.enter(made.pk, entrant, now=NOW)
    start(made.pk, by=None, now=NOW)
    return Tournament.objects.get(pk=made.pk)


def texts(who: Player, kind: str) -> list[str]:
    rows = Notification.objects.filter(user=who.user, kind=kind).select_related("player")
    return [notification_line(row).text for row in rows]


def test_a_match_that_is_ready_is_told_to_both(running: Tournament, people: list[Player]) -> None:
    alice, bob = people
    assert texts(alice, kinds.READY) == ["Your match is ready. Opponent: bob."]
    assert texts(bob, kinds.READY) == ["Your match is ready. Opponent: alice."]
    (title,) = {notification_line(row).detail for row in Notification.objects.all()}
    assert title == running.name


def test_a_forfeit_is_told_to_who_was_absent(running: Tournament, people: list[Player]) -> None:
    timeouts.settle_due_waits(NOW + timedelta(minutes=11))
    advance(running.pk, NOW + timedelta(minutes=11))
    advance(running.pk, NOW + timedelta(minutes=12))
    assert texts(people[0], kinds.FORFEIT) == ["Match forfeited. Opponent: bob."]
    assert texts(people[1], kinds.FORFEIT) == ["Match forfeited. Opponent: alice."]


def test_a_ruling_is_told_to_the_players_it_is_about_and_a_preview_to_nobody(
    running: Tournament, people: list[Player]
) -> None:
    pairing = Pairing.objects.get(stage__tournament=running)
    winner = Entry.objects.get(tournament=running, player=people[0])
    action = SetResult(pairing_id=pairing.pk, winner=winner.pk, score=None)
    request = RulingRequest(None, NOW, "They agreed.")
    preview(action, request)
    assert texts(people[0], kinds.RULING) == []
    rule(action, request)
    for who in people:
        assert texts(who, kinds.RULING) == [
            "The director made a ruling that concerns you: Result set."
        ]


def test_an_announcement_reaches_everybody_but_its_author(
    running: Tournament, people: list[Player]
) -> None:
    announce(running, "Round 2 starts at 18:00.", by=None, now=NOW)
    assert texts(people[1], kinds.ANNOUNCEMENT) == ["Round 2 starts at 18:00."]
    Tournament.objects.filter(pk=running.pk).update(organizer=people[0].user)
    running.refresh_from_db()
    announce(running, "Lunch is served.", by=people[0].user, now=NOW)
    assert len(texts(people[0], kinds.ANNOUNCEMENT)) == 1
    assert len(texts(people[1], kinds.ANNOUNCEMENT)) == 2


def test_a_place_from_the_waiting_list(running: Tournament, people: list[Player]) -> None:
    notify_seated(list(Entry.objects.filter(player=people[0])), NOW)
    assert texts(people[0], kinds.SEAT) == [
        "You have a place. You are no longer on the waiting list."
    ]
