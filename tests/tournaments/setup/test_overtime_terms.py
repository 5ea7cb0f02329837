"""Overtime as a director agrees on it: in the form, on the rule card, in every match of the tournament."""

import pytest
from django.test import Client

from tests.tournaments.setup.test_form_formats import chosen, fields_of, made
from tests.tournaments.setup.test_lag_terms import GIVING, clock_lines
from tests.tournaments.setup.test_other_terms import saved, settings_page
from tournaments.bracket.selectors.agreement import clock_of
from tournaments.models import Round, Stage
from tournaments.setup.services.settings_checks import require_playable
from web.errors import DomainError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("boss")]
AGREED = {"preset": "standard", "kind": "simple", "overtime_ms": 60_000}


def test_there_is_none_unless_it_is_chosen(client: Client) -> None:
    of = made(client, chosen(client, "knockout"))
    assert of.clock == {"preset": "standard", "kind": "simple"}
    assert not any("Overtime" in line for line in clock_lines(of))


def test_what_is_chosen_is_stored_shown_said_and_taken_back(client: Client) -> None:
    of = made(client, chosen(client, "knockout") | {"clock_overtime": "60000"})
    assert of.clock == AGREED
    assert fields_of(settings_page(client, of))["clock_overtime"] == "60000"
    assert all("Overtime: 1 min, once" in line for line in clock_lines(of))
    assert saved(client, of, clock_lag="30000").clock == AGREED | GIVING
    assert saved(client, of, clock_overtime="0").clock == GIVING


def test_a_stage_with_a_clock_of_its_own_has_as_much(client: Client) -> None:
    sent = chosen(client, "swiss_knockout", **{"s2-clock": "fast"})
    of = made(client, sent | {"clock_overtime": "120000"})
    later = Round(stage=Stage(tournament=of), length=7, clock=of.later_stages[0]["clock"])
    clock = clock_of(of, later)
    assert clock is not None
    assert (clock.reserve_ms, clock.overtime_ms) == (7 * 60_000, 120_000)


@pytest.mark.parametrize("overtime", [-1, 600_001, "60", 1.5, True, None])
def test_what_is_not_an_overtime_is_refused(client: Client, overtime: object) -> None:
    of = made(client, chosen(client, "knockout"))
    of.clock = {"preset": "standard", "kind": "simple", "overtime_ms": overtime}
    with pytest.raises(DomainError) as refused:
        require_playable(of)
    assert refused.value.code == "bad_clock"
