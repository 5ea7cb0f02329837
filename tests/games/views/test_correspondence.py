"""Pages of correspondence: the card on Play, the table, Next match, vacation, and my matches."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.logins import create_login
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match, Vacation
from games.selectors.cards import live_cards
from games.services import friendly
from games.services.vacations import start_vacation
from tests.games.services.tables import playing
from tournaments.public.selectors.my_matches import my_matches
from tournaments.public.selectors.waiting import waiting_view

pytestmark = pytest.mark.django_db
TERMS = {"length": "3", "days": "3"}


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


@pytest.fixture
def bob() -> User:
    return create_login("bob", "bob@example.org", "a long pass phrase", name="Bob Ilves")


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def begun(ann: User, bob: User, days: int = 3) -> Match:
    now = timezone.now()
    clock = ClockSettings.correspondence(days)
    made = friendly.challenge(ann.player, None, Rules.preset("tournament", 3), clock, now)
    friendly.accept_invitation(friendly.invitation(made), bob.player, now)
    made.refresh_from_db()
    return made


def mover(match: Match) -> User:
    user = match.seats.get(seat=match.to_act).player.user
    assert user is not None
    return user


def test_the_page_play_lists_a_challenge_over_days_and_the_lobby_says_so(
    ann: User, bob: User
) -> None:
    client = of(ann)
    page = client.get(reverse("play")).content.decode()
    assert "1 day a turn" in page
    assert "14 days a turn" in page
    answer = client.post(reverse("play-correspondence"), TERMS | {"to": "lobby"})
    assert answer["Location"] == reverse("play")
    page = client.get(reverse("play")).content.decode()
    assert "3 days a turn" in page
    assert "Waiting for an opponent" not in page  # nobody waits for days before this page
    match = Match.objects.get()
    answer = of(bob).post(reverse("play-accept", args=[match.pk]))
    assert answer["Location"] == reverse("match", args=[match.pk])
    match.refresh_from_db()
    assert match.status == "playing"


def test_the_page_play_makes_a_link_and_whoever_accepts_starts_the_match(
    ann: User, bob: User
) -> None:
    answer = of(ann).post(reverse("play-correspondence"), TERMS | {"to": "friend"})
    assert of(bob).post(answer["Location"])["Location"] == reverse(
        "match", args=[Match.objects.get().pk]
    )
    match = Match.objects.get()
    assert (match.status, match.clock) == (
        "playing",
        {"kind": "correspondence", "reserve_ms": 3 * 86_400_000, "delay_ms": 0},
    )


def test_other_days_than_the_page_has_are_refused(ann: User) -> None:
    of(ann).post(reverse("play-correspondence"), {"length": "3", "days": "400"})
    assert not Match.objects.exists()


def test_the_form_of_all_options_has_days_for_people_and_not_for_bots(ann: User, bob: User) -> None:
    asked = {"opponent": "player", "player": "Bob Ilves", "length": 3, "preset": "tournament"}
    client = of(ann)
    page = client.get(reverse("match-new")).content.decode()
    assert "Correspondence: 3 days a turn" in page
    refused = client.post(
        reverse("match-new"), asked | {"opponent": "bot", "bot": "steady", "clock": "days-3"}
    )
    assert "Bots do not play by correspondence" in refused.content.decode()
    client.post(reverse("match-new"), asked | {"clock": "days-3"})
    match = Match.objects.get()
    assert match.clock is not None
    assert match.clock["kind"] == "correspondence"
    (row,) = my_matches(ann)
    assert row.urgency == "sent"
    (row,) = my_matches(bob)
    assert row.urgency == "challenge"


def test_the_table_shows_days_and_leads_to_the_next_match(ann: User, bob: User) -> None:
    first, second = begun(ann, bob), begun(ann, bob)
    while mover(second) != mover(first):
        second = begun(ann, bob)
    client = of(mover(first))
    page = client.get(reverse("match", args=[first.pk])).content.decode()
    assert "Correspondence: 3 days for each turn." in page
    link = re.search(r'href="([^"]*/matches/next/[^"]*)"', page)
    assert link is not None
    assert client.get(link[1])["Location"] != reverse("match", args=[first.pk])
    Match.objects.exclude(pk=first.pk).update(paused=True)
    assert client.get(link[1])["Location"] == reverse("home")
    assert "match-next" not in client.get(reverse("home")).content.decode()


def test_nobody_else_is_led_on(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    page = Client().get(reverse("match", args=[match.pk])).content.decode()
    assert "/matches/next/" not in page


def test_a_vacation_starts_and_ends_on_its_page_and_the_opponent_reads_of_it(
    ann: User, bob: User
) -> None:
    match = begun(ann, bob)
    away = mover(match)
    other = bob if away == ann else ann
    client = of(away)
    assert reverse("vacation") in client.get(reverse("profile")).content.decode()
    assert "14 vacation days each calendar year" in client.get(reverse("vacation")).content.decode()
    client.post(reverse("vacation"), {"days": "5"})
    made = Vacation.objects.get()
    assert made.ends_at - made.started_at == timedelta(days=5)
    page = client.get(reverse("vacation")).content.decode()
    assert "You are on vacation until" in page
    (row,) = my_matches(other)
    assert row.away_until == made.ends_at
    assert "is on vacation until" in of(other).get(reverse("home")).content.decode()
    client.post(reverse("vacation"), {"end": "1"})
    (row,) = my_matches(other)
    assert row.away_until is None


@pytest.mark.parametrize("days", ["0", "15", "many", ""])
def test_more_days_than_are_left_are_refused(ann: User, days: str) -> None:
    of(ann).post(reverse("vacation"), {"days": days})
    assert not Vacation.objects.exists()


def test_correspondence_comes_after_what_is_played_now_by_the_time_left(
    ann: User, bob: User
) -> None:
    slow = [begun(ann, bob, days) for days in (5, 1, 3)]
    live = playing(a=ann.player, b=bob.player).match
    rows = my_matches(ann)
    assert rows[0].match == live.pk
    for urgency in ("act", "wait"):
        deadlines = [
            row.deadline for row in rows if row.urgency == urgency and row.is_correspondence
        ]
        assert deadlines == sorted(deadlines, key=lambda at: at.timestamp() if at else 0)
    assert {row.match for row in rows} == {live.pk, *(match.pk for match in slow)}
    assert waiting_view(ann, timezone.now()).banner is None


def test_vacations_are_in_the_download_of_ones_data(ann: User) -> None:
    with time_machine.travel("2026-07-01 12:00Z", tick=False):
        start_vacation(ann.player, 2, timezone.now())
    assert '"vacations"' in of(ann).get(reverse("profile-data")).content.decode()


def test_correspondence_is_not_among_the_live_matches(ann: User, bob: User) -> None:
    begun(ann, bob)
    untimed, timed = playing(), playing(clock=ClockSettings("simple", 60_000, 12_000))
    live = {card.match for card in live_cards(timezone.now())}
    assert live == {untimed.match.pk, timed.match.pk}
