"""Rulings on team matches: a board by itself, or the whole match at a word (T8.3); all of it can be undone."""

import pytest

from tests.tournaments.making import later, pairing
from tests.tournaments.rows import live_matches_fit, resolved_alike, rows
from tests.tournaments.teams import begun, boards_of, with_teams
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.services.advancement import advance, recompute
from tournaments.models import Entry, Ruling, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult, VoidResult
from tournaments.ruling.services.slot_overrides import SwapSlots
from tournaments.ruling.services.undo import Undo

pytestmark = pytest.mark.django_db


def team(of: Tournament, name: object) -> Entry:
    return of.entries.get(name=str(name))


def done(of: Tournament, action: DirectorAction, minutes: int = 1) -> Ruling:
    digest = preview(action, RulingRequest(None, later(minutes), "")).digest
    made = rule(action, RulingRequest(None, later(minutes), "", confirm=digest))
    assert advance(of.pk, later(minutes)).is_nothing
    assert recompute(of.pk, later(minutes)).is_nothing
    resolved_alike(of)
    live_matches_fit(of)
    return made


def board(of: Tournament, number: int | None, winner: object, key: str = "W1.1") -> SetResult:
    return SetResult(pairing_id=pairing(of, key).pk, winner=team(of, winner).pk, board=number)


def test_boards_decide_a_team_match_and_a_corrected_board_turns_it() -> None:
    made = begun(with_teams(4, draw_method="manual"))
    first, four = team(made, 1), team(made, 4)
    done(made, board(made, 1, 1))
    done(made, board(made, 2, 4))
    done(made, board(made, 3, 1))
    assert pairing(made, "W1.1").winner == first
    before = rows(made)
    ruling = done(made, board(made, 3, 4), 2)
    assert pairing(made, "W1.1").winner == four
    done(made, Undo(ruling_id=ruling.pk), 3)
    assert rows(made) == before


def test_a_word_on_the_whole_match_stands_over_its_boards_and_is_undone() -> None:
    made = begun(with_teams(4, draw_method="manual"))
    done(made, board(made, 1, 1))
    before, tables = rows(made), [row.match_id for row in boards_of(made, "W1.1")]
    ruling = done(made, board(made, None, 4), 2)
    assert pairing(made, "W1.1").winner == team(made, 4)
    done(made, Undo(ruling_id=ruling.pk), 3)
    assert rows(made) == before
    assert [row.match_id for row in boards_of(made, "W1.1")] == tables


def test_a_team_forfeits_one_board_and_another_is_played_again() -> None:
    made = begun(with_teams(4, draw_method="manual"))
    before = rows(made)
    place, loser = pairing(made, "W1.1").pk, team(made, 4).pk
    forfeit = done(made, ForfeitPairing(pairing_id=place, losers=(loser,), board=2))
    assert boards_of(made, "W1.1")[1].match.is_over
    old = boards_of(made, "W1.1")[0].match_id
    void = done(made, VoidResult(pairing_id=place, board=1), 2)
    assert boards_of(made, "W1.1")[0].match_id != old
    done(made, Undo(ruling_id=forfeit.pk), 3)
    done(made, Undo(ruling_id=void.pk), 4)
    assert rows(made) == before


def test_boards_of_two_who_meet_again_count_although_others_played_there_since() -> None:
    made = begun(with_teams(4, draw_method="manual"))
    for number, winner in ((1, 1), (2, 1), (3, 4)):
        done(made, board(made, number, winner))
    swapped = done(
        made,
        SwapSlots(
            pairing_id=pairing(made, "W1.1").pk,
            side=2,
            other_id=pairing(made, "W1.2").pk,
            other_side=2,
        ),
    )
    for number, winner in ((1, 3), (2, 3), (3, 1)):
        done(made, board(made, number, winner))
    assert pairing(made, "W1.1").winner == team(made, 3)
    done(made, Undo(ruling_id=swapped.pk))
    assert pairing(made, "W1.1").winner == team(made, 1)
    decision = position_of(made.stages.get()).decisions["W1.1"]
    assert dict(decision.boards) == {team(made, 1).pk: 2, team(made, 4).pk: 1}
