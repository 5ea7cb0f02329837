"""Lag compensation as a director agrees on it: in the form, on the rule card, in every match of the tournament."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.setup.test_form_formats import chosen, fields_of, made
from tests.tournaments.setup.test_other_terms import saved, settings_page, stored
from tournaments.bracket.selectors.agreement import clock_of
from tournaments.models import Round, Stage, Tournament
from tournaments.setup.selectors.rule_card import rule_card
from tournaments.setup.services.settings_checks import require_playable
from web.errors import DomainError

pytestmark = pytest.mark.django_db
GIVING = {"preset": "standard", "kind": "simple", "lag_ms": 30_000}


def clock_lines(of: Tournament) -> list[str]:
    return [line.text for line in rule_card(of) if line.label == "Clock"]


def test_it_is_off_unless_it_is_chosen(client: Client, boss: User) -> None:
    of = made(client, chosen(client, "knockout"))
    assert of.clock is not None
    assert "lag_ms" not in of.clock
    assert not any("Lag compensation" in line for line in clock_lines(of))


def test_what_is_chosen_is_stored_shown_said_and_taken_back(client: Client, boss: User) -> None:
    of = made(client, chosen(client, "knockout") | {"clock_lag": "30000"})
    assert of.clock == GIVING
    assert fields_of(settings_page(client, of))["clock_lag"] == "30000"
    assert all("up to 1 s per move and 30 s per match" in line for line in clock_lines(of))
    assert saved(client, of, clock_kind="fischer").clock == GIVING | {"kind": "fischer"}
    assert saved(client, of, clock_lag="0").clock == {"preset": "standard", "kind": "fischer"}


def test_a_figure_that_is_not_among_the_choices_is_never_lost(client: Client, boss: User) -> None:
    of = stored(client, clock=GIVING | {"lag_ms": 45_000})
    assert saved(client, of).clock == GIVING | {"lag_ms": 45_000}


def test_a_stage_with_a_clock_of_its_own_gives_back_as_much(client: Client, boss: User) -> None:
    sent = chosen(client, "swiss_knockout", **{"s2-clock": "fast"})
    of = made(client, sent | {"clock_lag": "10000"})
    stage = Stage(tournament=of)
    clock = clock_of(of, Round(stage=stage, length=7, clock=of.later_stages[0]["clock"]))
    assert clock is not None
    assert (clock.reserve_ms, clock.lag_ms) == (7 * 60_000, 10_000)


@pytest.mark.parametrize("lag", [-1, 120_001, 1.5, "10", True, None])
def test_what_no_clock_can_give_back_is_refused(client: Client, boss: User, lag: object) -> None:
    of = made(client, chosen(client, "knockout"))
    of.clock = {"preset": "standard", "kind": "simple", "lag_ms": lag}
    with pytest.raises(DomainError) as refused:
        require_playable(of)
    assert (refused.value.code, refused.value.status) == ("bad_clock", 400)
