"""A form of the desk that is sent twice, by an impatient finger or a bad line, does what it says once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.attacks.test_formats_twice import hidden
from tests.tournaments.making import NOW, SEED, director, entered, join, match_of, pairing, started
from tests.tournaments.rounds_run import row as round_of
from tests.tournaments.timing.timed import timed, timing_of
from tournaments.bracket.services.start import start
from tournaments.models import (
    Announcement,
    Event,
    Note,
    Round,
    RoundDeadline,
    Ruling,
    Slip,
    Timing,
    Tournament,
    Venue,
)
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.venue_change import MovePairing, MoveRound
from web.errors import DomainError

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]


@pytest.fixture
def boss(client: Client) -> User:
    boss = director()
    client.force_login(boss)
    return boss


@pytest.fixture
def made(client: Client) -> Tournament:
    """With deadlines; its first match is in play."""
    made = timed(4, timing={"round_days": 7})
    assert made.organizer is not None
    client.force_login(made.organizer)
    return made


def twice(client: Client, url: str, data: dict[str, Any]) -> list[int]:
    return [client.post(url, data).status_code for _ in range(2)]


def test_everything_paused_twice_stands_since_the_first_time(
    client: Client, made: Tournament
) -> None:
    """What fell due between the two would otherwise not be put off by the pause."""
    url = reverse("tournament-clocks", args=[made.slug])
    data = {"reason": "all: Lunch.", "do": "pause_all:"}
    assert client.post(url, data).status_code == 302
    since = timezone.now() - timedelta(hours=1)
    Timing.objects.filter(tournament=made).update(held_at=since)
    answer = client.post(url, data)
    assert answer.status_code == 409
    assert "No matches to pause." in answer.content.decode()
    assert Timing.objects.get(tournament=made).held_at == since
    assert twice(client, url, {"reason": "Go on.", "do": "resume_all:"}) == [302, 409]
    assert list(Ruling.objects.order_by("pk").values_list("verb", flat=True)) == [
        "pause_all",
        "resume_all",
    ]


def test_a_round_is_paused_once_and_goes_on_once(client: Client, made: Tournament) -> None:
    url, of = reverse("tournament-clocks", args=[made.slug]), round_of(made, 1).pk
    for verb in ("pause_round", "resume_round"):
        assert twice(client, url, {"reason": "Alarm.", "do": f"{verb}:{of}"}) == [302, 409]
    assert Ruling.objects.count() == 2


@time_machine.travel(NOW, tick=False)
def test_time_given_twice_is_given_once(client: Client, boss: User) -> None:
    made = started(4, organizer=boss, clock={"preset": "standard"})
    join(made, "W1.1")
    paired = pairing(made, "W1.1")
    url = reverse("tournament-give-time", args=[made.slug, paired.pk])
    page = client.get(url)
    data = hidden(page) | {
        "entry": paired.slots.get(side=1).entry_id,
        "seconds": 60,
        "reason": "The board was wrong.",
    }
    assert client.post(url, data).status_code == 302
    seq = match_of(made, "W1.1").seq
    answer = client.post(url, data)
    assert answer.status_code == 409
    assert "This page is out of date. Reload it and try again." in answer.content.decode()
    assert "The board was wrong." in answer.content.decode()
    assert match_of(made, "W1.1").seq == seq
    assert Ruling.objects.filter(verb="clock").count() == 1
    assert client.post(url, data | hidden(client.get(url))).status_code == 302


def test_a_match_is_moved_to_a_time_once(client: Client, made: Tournament) -> None:
    at = timezone.now() + timedelta(days=2)
    url = reverse("pairing-time", args=[made.slug, pairing(made, "W1.1").pk])
    data = {"verb": "move", "m-at": f"{at:%Y-%m-%dT%H:%M}", "m-reason": "Both asked."}
    assert client.post(url, data).status_code == 302
    sequence = timing_of(made, "W1.1").sequence
    answer = client.post(url, data)
    assert answer.status_code in (409, 422)
    assert "The match already starts at this time." in answer.content.decode()
    assert timing_of(made, "W1.1").sequence == sequence
    assert Ruling.objects.count() == 1


def test_a_deadline_is_moved_to_a_time_once(client: Client, made: Tournament) -> None:
    of = round_of(made, 1)
    url = reverse("tournament-deadline", args=[made.slug, of.pk])
    until = timezone.now() + timedelta(days=20)
    data = {"until": f"{until:%Y-%m-%dT%H:%M}", "reason": "Holidays.", "later_too": "on"}
    assert twice(client, url, data) == [302, 409]
    assert RoundDeadline.objects.get(round=of).play_until > until - timedelta(minutes=1)
    assert Ruling.objects.filter(verb="deadline").count() == 1


def test_a_word_to_everybody_is_said_once_while_it_is_shown(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    url = reverse("tournament-announcements", args=[made.slug])
    data = {"say-text": "Dinner at seven."}
    assert twice(client, url, data) == [302, 409]
    (announcement,) = Announcement.objects.all()
    client.post(url, {"take_down": announcement.pk})
    assert client.post(url, data).status_code == 302


def test_a_note_sent_twice_is_one_note(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    url = reverse("tournament-notes", args=[made.slug, pairing(made, "W1.1").pk])
    assert twice(client, url, {"text": "Late twice."}) == [302, 302]
    assert Note.objects.count() == 1
    client.post(url, {"text": "Came."})
    client.post(url, {"text": "Late twice."})
    assert Note.objects.count() == 3


def test_a_tournament_is_cloned_once_a_form(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    url = reverse("tournament-clone", args=[made.slug])
    data = hidden(client.get(url)) | {"name": "Once More"}
    first, second = client.post(url, data), client.post(url, data)
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 2
    client.post(url, data | {"name": "Other result"})
    client.post(url, {"name": "Once More"})
    assert Tournament.objects.count() == 4


@pytest.fixture
def festival(boss: User) -> Event:
    return Event.objects.create(
        name="E", slug="e", starts_on="2026-01-01", ends_on="2026-01-02", organizer=boss
    )


def test_an_event_is_cloned_once_a_form(client: Client, festival: Event) -> None:
    url = reverse("event-clone", args=[festival.slug])
    data = hidden(client.get(url)) | {"name": "Once More", "starts_on": "2027-01-01"}
    first, second = client.post(url, data), client.post(url, data)
    assert first["Location"] == second["Location"]
    assert Event.objects.count() == 2
    client.post(url, data | {"starts_on": "2027-02-01"})
    assert Event.objects.count() == 3


def test_a_tournament_is_added_to_an_event_once_a_form(client: Client, festival: Event) -> None:
    page = client.get(reverse("event-manage", args=[festival.slug]))
    url = reverse("event-add", args=[festival.slug])
    data = hidden(page) | {"add-kind": "jackpot"}
    assert twice(client, url, data) == [302, 302]
    assert festival.tournaments.count() == 1
    assert client.post(url, data | {"add-name": "Second"}).status_code == 302
    assert festival.tournaments.count() == 2


def test_who_stands_by_is_put_down_once(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    url = reverse("tournament-check-in", args=[made.slug])
    data = {"do": "stand_by", "name": "Robert"}
    client.post(url, data, follow=True)
    page = client.post(url, data, follow=True).content.decode()
    assert "This name is already on the waiting list." in page
    assert made.entries.filter(player__name="Robert").count() == 1


@pytest.mark.parametrize("what", ["pairing", "round"])
def test_what_is_moved_to_the_board_room_is_moved_once(
    client: Client, boss: User, what: str
) -> None:
    made = started(4, organizer=boss)
    paired = pairing(made, "W1.1")
    order = {
        "pairing": MovePairing(pairing_id=paired.pk, on_board=True),
        "round": MoveRound(round_id=paired.round_id, on_board=True),
    }[what]
    rule(order, RulingRequest(boss, NOW, "They are here."))
    with pytest.raises(DomainError, match="already_there"):
        rule(order, RulingRequest(boss, NOW, "They are here."))
    assert Ruling.objects.count() == 1


def test_a_slip_whose_round_was_taken_back_meanwhile_is_refused(client: Client, boss: User) -> None:
    made = entered(4, organizer=boss)
    Venue.objects.create(tournament=made, where="board")
    start(made.pk, by=None, now=NOW, draw_seed=SEED)
    slip = Slip.objects.get(pairing=pairing(made, "W1.1"))
    Round.objects.filter(pk=slip.pairing.round_id).update(voided_at=NOW)
    for url in (
        reverse("tournament-slip", args=[made.slug, slip.pk]),
        reverse("slip", args=[slip.code]),
    ):
        for answer in (client.get(url), client.post(url, {"winner": slip.entry_a_id, "lost": 1})):
            assert answer.status_code == 404
            assert "This round was drawn again" in answer.content.decode()
