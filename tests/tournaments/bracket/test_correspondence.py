"""Tournaments by correspondence: matches start when they are drawn, a flag that falls moves the bracket, the form keeps the days."""

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.services.correspondence import start_all
from games.vacation_days import DAY
from tests.games.services.sweeps import settle_due
from tests.tournaments.making import NOW, started, tournament
from tournaments.bracket.selectors.venue_mode import rating_pool_of
from tournaments.bracket.services.advancement import advance
from tournaments.models import Tournament
from tournaments.setup.forms.other_terms import clock_choice, clock_choices, clock_from_choice
from tournaments.setup.selectors.rule_card import rule_card
from web.errors import DomainError

pytestmark = pytest.mark.django_db
THREE_DAYS: dict[str, Any] = {"kind": "correspondence", "days": 3}


def matches_of(made: Tournament) -> list[Match]:
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=made)
    return list(matches.order_by("created_at", "id"))


def test_matches_start_when_they_are_drawn_and_have_no_time_to_join() -> None:
    made = started(4, clock=THREE_DAYS)
    matches = matches_of(made)
    assert [match.status for match in matches] == ["playing", "playing"]
    assert {match.flag_at for match in matches} == {NOW + 3 * DAY}
    assert {match.next_at for match in matches} == {None}
    assert {match.context["join_s"] for match in matches} == {None}
    assert rating_pool_of(made) == "correspondence"
    assert any("3 days" in line.text for line in rule_card(made))


def test_flags_that_fall_decide_the_tournament() -> None:
    made = started(4, clock=THREE_DAYS)
    late = NOW + 3 * DAY + timedelta(minutes=5)
    assert settle_due(late) == 2
    advance(made.pk, late)
    (final,) = [match for match in matches_of(made) if not match.is_over]
    assert (final.status, final.flag_at) == ("playing", late + 3 * DAY)
    end = late + 3 * DAY + timedelta(minutes=5)
    assert settle_due(end) == 1
    advance(made.pk, end)
    made.refresh_from_db()
    assert made.status == "finished"


def test_other_matches_are_not_started_by_it() -> None:
    made = started(2)
    (match,) = matches_of(made)
    start_all([match.pk], NOW)
    match.refresh_from_db()
    assert match.status == "joining"


@pytest.mark.parametrize("days", [0, 15, "x", None, 1.5])
def test_days_that_no_turn_can_have_are_refused(days: object) -> None:
    with pytest.raises(DomainError) as refused:
        tournament(clock={"kind": "correspondence", "days": days})
    assert refused.value.code == "bad_clock"


def test_the_form_offers_days_and_keeps_them() -> None:
    assert "days-3" in dict(clock_choices(None))
    assert clock_from_choice("days-3", None, "simple") == THREE_DAYS
    assert clock_choice(THREE_DAYS) == "days-3"
    four = {"kind": "correspondence", "days": 4}
    assert "days-4" in dict(clock_choices(four))
    assert clock_from_choice("days-4", four, "simple") == four
