"""The worked cases T61–T76 and T78 of docs/rules: Jacoby, Murphy, beavers, resignations, time, sessions."""

from dataclasses import replace

import pytest

from games.engine import actions as act
from games.engine.actions import Double, Drop, OpeningRoll, Roll, Take
from games.engine.match import MatchState, apply
from games.engine.rules import Rules
from games.engine.seats import Seat
from tests.games.engine.playing import (
    board,
    in_game,
    joined,
    last,
    match_to,
    money,
    play,
    refusal_code,
    run,
    win_for,
)

WINNING_ROLL = {"turn": "A", "dice": (6, 5)}
GAMMON = {"board": board("X: 1×1; O: 20×15"), **WINNING_ROLL}


def test_t61_jacoby_makes_an_undoubled_gammon_single() -> None:
    state = apply(in_game(money(jacoby=True), **GAMMON), play("A", "1/off"))
    assert last(state) == ("A", "gammon", 1)
    assert state.results[-1].level == 1


@pytest.mark.parametrize(("auto_counts", "points"), [(False, 2), (True, 4)])
def test_t62_an_automatic_double_counts_for_jacoby_only_by_option(
    *, auto_counts: bool, points: int
) -> None:
    rules = money(jacoby=True, murphy_limit=1, jacoby_auto_counts=auto_counts)
    state = apply(in_game(rules, cube=2, ties=1, **GAMMON), play("A", "1/off"))
    assert last(state) == ("A", "gammon", points)


def test_t63_with_an_owned_cube_jacoby_is_satisfied() -> None:
    position = board("X: 1×1; O: 2×1 20×14")
    state = in_game(money(jacoby=True), cube=2, owner="B", board=position, **WINNING_ROLL)
    assert last(apply(state, play("A", "1/off"))) == ("A", "backgammon", 6)


def test_t64_the_tournament_preset_plays_without_jacoby() -> None:
    state = apply(in_game(Rules.preset("tournament", 7), **GAMMON), play("A", "1/off"))
    assert last(state) == ("A", "gammon", 2)


@pytest.mark.parametrize(("limit", "cube"), [(0, 1), (1, 2), (None, 4)])
def test_t65_ties_double_the_cube_up_to_the_limit(limit: int | None, cube: int) -> None:
    rolls = [OpeningRoll((3, 3)), OpeningRoll((5, 5)), OpeningRoll((6, 1))]
    state = run(joined(money(murphy_limit=limit)), *rolls)
    assert (state.game.cube, state.game.owner) == (cube, None)


def test_t66_dropping_after_an_automatic_double_costs_two() -> None:
    rolls = [OpeningRoll((3, 3)), OpeningRoll((5, 5)), OpeningRoll((6, 1))]
    state = run(joined(money(murphy_limit=1)), *rolls, play("A", "13/7 8/7"))
    state = apply(state, Double("B"))
    assert state.game.offered == 4
    assert last(apply(state, Drop("A"))) == ("B", "drop", 2)


def beavered() -> MatchState:
    return run(in_game(money(max_beavers=2)), Double("A"), act.Beaver("B"))


def test_t67_refusing_a_beaver_loses_the_doubled_stake() -> None:
    assert last(apply(beavered(), Drop("A"))) == ("B", "drop", 2)


def test_t68_accepting_a_beaver_plays_for_four_with_the_cube_at_the_beaverer() -> None:
    state = apply(beavered(), Take("A"))
    assert (state.game.cube, state.game.owner) == (4, "B")
    assert (state.to_act, state.waiting_for) == ("A", "roll")


def test_t69_a_raccoon_plays_for_eight_or_costs_four() -> None:
    state = apply(beavered(), act.Raccoon("A"))
    taken = apply(state, Take("B"))
    assert (taken.game.cube, taken.game.owner, taken.to_act) == (8, "B", "A")
    assert last(apply(state, Drop("B"))) == ("A", "drop", 4)


@pytest.mark.parametrize("preset", ["pl_match", "tournament", "fi_international", "money"])
def test_t70_no_match_preset_allows_beavers(preset: str) -> None:
    state = apply(in_game(Rules.preset(preset, 7)), Double("A"))
    assert refusal_code(state, act.Beaver("B")) == "beavers_off"


def test_t71_a_beaver_may_not_pass_the_cap() -> None:
    state = in_game(money(max_beavers=1, cube_cap=64), cube=32, owner="A")
    state = apply(state, Double("A"))
    assert refusal_code(state, act.Beaver("B")) == "cube_cap"
    assert apply(state, Take("B")).game.cube == 64


def test_t72_a_resigned_gammon_counts_twice_the_cube() -> None:
    state = in_game(match_to(9), cube=2, owner="B")
    state = run(state, act.OfferResign("A", "gammon"), act.AcceptResign("B"))
    assert last(state) == ("B", "resignation", 4)


def test_t73_under_unturned_jacoby_a_resigned_gammon_counts_one() -> None:
    state = in_game(money(jacoby=True))
    state = run(state, act.OfferResign("A", "gammon"), act.AcceptResign("B"))
    assert last(state) == ("B", "resignation", 1)


def test_t74_what_was_declined_may_not_be_offered_again() -> None:
    state = in_game(match_to(7))
    state = run(state, act.OfferResign("A", "single"), act.DeclineResign("B"))
    assert refusal_code(state, act.OfferResign("A", "single")) == "resign_declined"
    assert apply(state, act.OfferResign("A", "gammon")).waiting_for == "answer_resign"


@pytest.mark.parametrize("seat", ["A", "B"])
def test_t75_a_double_is_answered_before_anything_else(seat: Seat) -> None:
    state = apply(in_game(match_to(7)), Double("A"))
    for action in (
        Roll(seat, (3, 1)),
        act.OfferResign(seat, "single"),
        act.MakePlay(seat, ((8, 5), (6, 5))),
        act.Concede(seat),
        Double(seat),
    ):
        assert refusal_code(state, action) == "double_pending"


def test_t76_on_time_the_trailer_wins_the_match_and_the_score_stays() -> None:
    state = apply(in_game(match_to(7), score=(5, 6), turn="B"), act.Flag("2026-01-01T00:00:00Z"))
    assert (state.outcome.winner, state.outcome.reason) == ("A", "time")
    assert state.score == (5, 6)


@pytest.mark.parametrize(
    ("seen_by_the_winner", "level"),
    [
        ("X: 6×7 5×8; O: 19×8 20×6", 1),  # one borne off
        ("X: 6×7 5×8; O: 19×8 20×7", 2),  # no contact
        ("X: 6×7 5×8; O: 13×15", 2),
        ("X: 6×7 5×8; O: 13×14 1×1", 3),  # a checker in the winner's home
        ("X: 18×1 6×14; O: 12×15", 3),  # one can still be hit
        ("X: 18×1 6×14; O: 12×14", 1),
    ],
)
def test_r13_4_on_time_a_session_loses_the_level_still_possible(
    seen_by_the_winner: str, level: int
) -> None:
    position = board(seen_by_the_winner).flipped()  # B is on roll, whose time runs out
    rules = replace(money(), games=3)
    state = in_game(rules, score=(2, 1), turn="B", board=position, cube=4, owner="A")
    state = apply(state, act.Flag("2026-01-01T00:00:00Z", by_board=True))
    assert [result.points for result in state.results] == [4 * level, 1, 1]
    assert state.results[0].level == level
    assert (state.score, state.outcome.winner) == ((2 + 4 * level + 2, 1), "A")


def test_r13_4_under_an_unturned_jacoby_cube_it_is_a_single_game() -> None:
    state = in_game(replace(money(jacoby=True), games=1), turn="B")
    state = apply(state, act.Flag("2026-01-01T00:00:00Z", by_board=True))
    assert [(result.level, result.points) for result in state.results] == [(1, 1)]


def test_r13_4_nobody_wins_a_session_by_letting_the_clock_run_out() -> None:
    state = in_game(replace(money(), games=1), score=(0, 50), turn="B")
    lost = apply(state, act.Flag("2026-01-01T00:00:00Z", by_board=True))
    assert (lost.outcome.winner, lost.outcome.reason) == ("A", "time")
    assert lost.score == (3, 50)


def test_a_log_written_before_r13_4_is_read_as_it_was_counted() -> None:
    old = act.from_json("flag", None, {"at": "2026-01-01T00:00:00Z"})
    state = in_game(replace(money(), games=1), score=(0, 50), turn="B", cube=2, owner="A")
    lost = apply(state, old)
    assert (lost.outcome.winner, lost.score) == ("B", (2, 50))
    new = act.Flag("2026-01-01T00:00:00Z", "B", by_board=True)
    assert act.from_json("flag", None, new.to_json()) == new


def test_t78_in_a_session_points_decide_not_games() -> None:
    state = joined(replace(money(), games=3))
    state = win_for(state, "A", 1)
    state = run(state, OpeningRoll((6, 5)), play("A", "24/13"), Double("B"), Take("A"))
    state = run(state, Roll("B", (6, 5)), play("B", "24/13"))
    state = run(state, act.OfferResign("A", "gammon"), act.AcceptResign("B"))
    state = win_for(state, "A", 1)
    assert state.score == (2, 4)
    assert (state.phase, state.outcome.winner, state.outcome.reason) == ("finished", "B", "played")
