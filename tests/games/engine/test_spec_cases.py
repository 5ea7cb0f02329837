"""The worked cases T41–T60 and T77 of docs/rules, each by its number: opening, wins, cube, Crawford.

T01–T40 are in the tests of legal plays, the others in test_option_cases.py.
"""

from dataclasses import replace

import pytest

from games.engine import actions as act
from games.engine.actions import DirectorRuling, Double, Drop, OpeningRoll, Roll, Take
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


def test_t41_the_higher_die_starts_and_plays_both_numbers() -> None:
    state = apply(joined(match_to(7)), OpeningRoll((3, 5)))
    assert (state.to_act, state.waiting_for) == ("B", "play")
    assert sorted(state.game.dice) == [3, 5]
    assert refusal_code(state, Roll("B", (6, 6))) == "already_rolled"
    assert run(state, play("B", "8/3 6/3")).to_act == "A"


def test_t42_a_tie_is_rolled_again_and_without_murphy_leaves_the_cube() -> None:
    state = run(joined(match_to(7)), OpeningRoll((4, 4)), OpeningRoll((2, 6)))
    assert (state.to_act, state.game.dice, state.game.cube) == ("B", (2, 6), 1)
    assert state.rolls == 2


def test_t43_in_the_serbian_game_the_starter_rolls_both_dice_again() -> None:
    state = apply(joined(Rules.preset("sr_nocube", 7)), OpeningRoll((6, 2)))
    assert (state.to_act, state.waiting_for) == ("A", "roll")
    state = run(state, Roll("A", (5, 5)), play("A", "13/3(2)"))
    assert state.to_act == "B"


BEFORE_THE_LAST_CHECKER = [
    # id, O's checkers, cube, points, kind
    ("t44", "obar×1 24×13", 1, 1, "single"),
    ("t45", "20×15", 2, 4, "gammon"),
    ("t46", "6×1 24×14", 1, 3, "backgammon"),
    ("t47", "7×1 24×14", 1, 2, "gammon"),
    ("t48", "20×15", 4, 8, "gammon"),
]


@pytest.mark.parametrize(
    ("theirs", "cube", "points", "kind"),
    [case[1:] for case in BEFORE_THE_LAST_CHECKER],
    ids=[case[0] for case in BEFORE_THE_LAST_CHECKER],
)
def test_t44_to_t48_what_a_win_by_bearing_off_counts(
    theirs: str, cube: int, points: int, kind: str
) -> None:
    owner: Seat | None = "A" if cube > 1 else None
    position = board(f"X: 1×1; O: {theirs}")
    state = in_game(match_to(9), board=position, cube=cube, owner=owner, **WINNING_ROLL)
    state = apply(state, play("A", "1/off"))
    assert last(state) == ("A", kind, points)
    assert state.score == (points, 0)


def test_t49_a_dropped_first_double_costs_one_point() -> None:
    state = run(in_game(match_to(7)), Double("A"), Drop("B"))
    assert last(state) == ("A", "drop", 1)


def test_t50_a_dropped_redouble_costs_the_value_before_it() -> None:
    state = run(in_game(match_to(7)), Double("A"), Take("B"))
    assert (state.game.cube, state.game.owner, state.to_act) == (2, "B", "A")
    state = run(state, Roll("A", (3, 1)), play("A", "8/5 6/5"), Double("B"), Drop("A"))
    assert last(state) == ("B", "drop", 2)


def test_t51_only_the_owner_may_redouble() -> None:
    state = in_game(match_to(7), cube=2, owner="B")
    assert refusal_code(state, Double("A")) == "cube_not_yours"


def test_t52_no_double_after_the_roll() -> None:
    state = in_game(match_to(7), dice=(3, 1))
    assert refusal_code(state, Double("A")) == "already_rolled"


def test_t53_the_cap_stops_the_cube_and_without_one_it_goes_on() -> None:
    at_64 = {"cube": 64, "owner": "A"}
    assert refusal_code(in_game(money(cube_cap=64), **at_64), Double("A")) == "cube_cap"
    assert apply(in_game(money(), **at_64), Double("A")).game.offered == 128


def test_t54_at_double_match_point_the_cube_is_dead() -> None:
    rules = match_to(5)
    position = {"score": (3, 3), "turn": "B", "cube": 2, "owner": "B"}
    assert apply(in_game(rules, **position), Double("B")).game.offered == 4
    locked = in_game(replace(rules, dead_cube="lock"), **position)
    assert refusal_code(locked, Double("B")) == "cube_dead"


@pytest.mark.parametrize("dead_cube", ["allow", "lock"])
def test_t54a_a_double_dead_for_one_side_only_stays_legal(dead_cube: str) -> None:
    state = in_game(match_to(7, dead_cube=dead_cube), score=(5, 2), cube=2, owner="A")
    assert apply(state, Double("A")).game.offered == 4


@pytest.mark.parametrize("dead_cube", ["allow", "lock"])
def test_t54b_a_double_the_trailer_needs_stays_legal(dead_cube: str) -> None:
    state = in_game(match_to(7, dead_cube=dead_cube), score=(3, 5), cube=2, owner="A")
    assert apply(state, Double("A")).game.offered == 4


def test_t54c_with_no_contact_nobody_resigns_while_the_sides_can_meet() -> None:
    state = in_game(match_to(7, resign="no_contact"))
    assert refusal_code(state, act.OfferResign("A", "single")) == "contact_remains"
    passed = in_game(match_to(7, resign="no_contact"), board=board("X: 6×15; O: 7×15"))
    assert apply(passed, act.OfferResign("A", "single")).to_act == "B"


def test_t55_a_five_point_match_with_its_crawford_game() -> None:
    state, scores, crawford = joined(match_to(5)), [], []
    for winner, level in [("A", 2), ("B", 1), ("A", 2), ("B", 1), ("B", 2), ("A", 2)]:
        crawford.append(state.crawford)
        state = win_for(state, winner, level)
        scores.append(state.score)
    assert scores == [(2, 0), (2, 1), (4, 1), (4, 2), (4, 4), (6, 4)]
    assert crawford == ["before", "before", "before", "now", "after", "after"]
    assert [result.crawford for result in state.results] == [False] * 3 + [True, False, False]
    assert (state.outcome.winner, state.outcome.reason) == ("A", "played")


def at_six_three() -> MatchState:
    """A 7-point match that has just come to 6–3; the Crawford game is due."""
    state = run(joined(match_to(7), score=(4, 3)))
    return win_for(state, "A", 2)


def test_t56_nobody_doubles_in_the_crawford_game() -> None:
    state = run(at_six_three(), OpeningRoll((6, 1)), play("A", "13/7 8/7"))
    assert state.crawford == "now"
    assert refusal_code(state, Double("B")) == "crawford_game"
    state = run(state, Roll("B", (6, 1)), play("B", "13/7 8/7"))
    assert refusal_code(state, Double("A")) == "crawford_game"


def post_crawford(rules: Rules) -> MatchState:
    """A 7-point match after its Crawford game, at 6–4 for A; A has opened the next game with 31."""
    state = win_for(joined(rules, score=(4, 3)), "A", 2)
    state = win_for(state, "B", 1)
    assert (state.score, state.crawford) == ((6, 4), "after")
    return run(state, OpeningRoll((3, 1)), play("A", "8/5 6/5"))


def test_t57_after_the_crawford_game_the_trailer_may_double_at_once() -> None:
    assert apply(post_crawford(match_to(7)), Double("B")).to_act == "A"


def test_t58_holland_waits_until_both_have_completed_two_rolls() -> None:
    state = post_crawford(match_to(7, holland=True))
    for seat in ("B", "A"):
        assert refusal_code(state, Double(seat)) == "holland_rule"
        state = run(state, Roll(seat, (3, 1)), play(seat, "24/23 24/21"))
    assert refusal_code(state, Double("B")) == "holland_rule"  # S1 O1 S2 are complete
    state = run(state, Roll("B", (2, 1)), play("B", "13/11 6/5"))
    assert apply(state, Double("A")).to_act == "B"  # the starter before S3
    state = run(state, Roll("A", (2, 1)), play("A", "13/11 23/22"))
    assert apply(state, Double("B")).to_act == "A"


def test_t59_penalty_points_can_make_the_first_game_the_crawford_game() -> None:
    state = apply(joined(match_to(5)), DirectorRuling("score", points=(4, 0)))
    assert (state.score, state.crawford) == ((4, 0), "now")
    state = run(state, OpeningRoll((3, 1)), play("A", "8/5 6/5"))
    assert refusal_code(state, Double("B")) == "crawford_game"


def test_t60_no_cube_in_a_one_point_match() -> None:
    assert refusal_code(in_game(match_to(1)), Double("A")) == "cube_off"


def test_t77_a_game_wrongly_doubled_over_the_board_is_corrected_by_a_ruling() -> None:
    state = win_for(at_six_three(), "B", 2)  # recorded as 2 because of a cube that was void
    state = apply(
        state, DirectorRuling("score", score=(None, 4), reason="no cube in the Crawford game")
    )
    assert (state.score, state.crawford, state.phase) == ((6, 4), "after", "break")
