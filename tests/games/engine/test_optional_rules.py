"""The options of R10 clause by clause, beyond the worked cases; and R3, R7, R9 where those are silent."""

from dataclasses import replace

import pytest

from games.engine import actions as act
from games.engine.actions import Double, Drop, OpeningRoll, Roll, Take
from games.engine.match import MatchState, apply, cube_note, may, must_dance, resign_points
from games.engine.rules import Rules
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

# R3, R7, R9


@pytest.mark.parametrize("opening", ["use_both", "reroll_pair"])
def test_r3_5_nobody_doubles_before_the_first_roll(opening: str) -> None:
    state = apply(joined(match_to(7, opening_roll=opening)), OpeningRoll((6, 1)))
    expected = "already_rolled" if opening == "use_both" else "no_roll_yet"
    assert refusal_code(state, Double("A")) == expected


def test_r3_5_the_second_player_may_double_before_their_own_first_roll() -> None:
    state = run(joined(match_to(7)), OpeningRoll((6, 1)), play("A", "13/7 8/7"))
    assert apply(state, Double("B")).to_act == "A"


def test_r3_6_every_game_has_its_own_opening() -> None:
    state = win_for(joined(match_to(7)), "A", 1)
    assert (state.phase, state.waiting_for, state.to_act) == ("break", "ready", None)
    state = run(state, act.Ready("A"), act.Ready("B"))
    assert (state.phase, state.waiting_for) == ("playing", "opening_roll")
    assert apply(state, OpeningRoll((1, 2))).to_act == "B"


def test_r2_2_a_roll_without_a_play_waits_for_the_server_s_empty_play() -> None:
    shut_out = board("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2")
    state = in_game(match_to(7), board=shut_out)
    assert apply(state, Double("A")).to_act == "B"  # R2.3: B still has the turn
    state = apply(state, Roll("A", (6, 4)))
    assert must_dance(state)
    assert (state.waiting_for, state.to_act) == ("play", "A")
    state = apply(state, act.MakePlay("A"))
    assert (state.to_act, state.game.turns) == ("B", (4, 3))
    assert state.game.last.moves == ()


def test_r4_4_an_empty_play_is_refused_while_anything_can_be_played() -> None:
    state = in_game(match_to(7), dice=(6, 4))
    assert not must_dance(state)
    assert refusal_code(state, act.MakePlay("A")) == "must_play"


def test_r7_4_after_a_take_the_doubler_rolls() -> None:
    state = run(in_game(match_to(7)), Double("A"), Take("B"))
    assert (state.to_act, state.waiting_for) == ("A", "roll")
    assert refusal_code(state, Double("A")) == "cube_not_yours"


def test_r7_7_without_a_cap_the_match_id_s_field_is_the_limit() -> None:
    assert apply(in_game(money(), cube=2**14, owner="A"), Double("A")).game.offered == 2**15
    assert refusal_code(in_game(money(), cube=2**15, owner="A"), Double("A")) == "cube_cap"


def test_a_double_that_can_only_help_the_opponent_is_legal_and_noted() -> None:
    leader = in_game(match_to(7), score=(6, 4), crawford_status="after")
    assert may(leader, "A")["double"] is None
    assert cube_note(leader, "A") == "cube_dead_for_you"
    trailer = in_game(match_to(7), score=(4, 6), crawford_status="after")
    assert cube_note(trailer, "A") is None
    assert cube_note(in_game(money()), "A") is None


def test_r9_1_surplus_points_stay_in_the_record() -> None:
    state = win_for(joined(match_to(3)), "B", 3)
    assert (state.score, state.phase, state.away) == ((0, 3), "finished", (3, 0))
    state = win_for(win_for(joined(match_to(3)), "B", 2), "B", 3)
    assert state.score == (0, 5)


def test_r9_2_a_tied_session_is_drawn() -> None:
    state = win_for(win_for(joined(replace(money(), games=2)), "A", 1), "B", 1)
    assert (state.outcome.winner, state.outcome.reason) == (None, "drawn")


def test_r9_2_an_open_session_goes_on_until_somebody_leaves() -> None:
    state = win_for(win_for(joined(money()), "A", 3), "B", 1)
    assert state.phase == "break"
    state = apply(state, act.Concede("A"))
    assert (state.outcome.winner, state.outcome.reason) == ("A", "conceded")


def test_leaving_an_open_session_loses_the_game_being_played() -> None:
    state = apply(in_game(money(), cube=4, owner="A", score=(1, 0)), act.Concede("A"))
    assert (last(state), state.score, state.outcome.winner) == (("B", "forfeit", 4), (1, 4), "B")


# Jacoby


def test_r10_1_jacoby_leaves_backgammon_single_until_the_cube_is_taken() -> None:
    position = board("X: 1×1; O: 2×1 20×14")
    state = in_game(money(jacoby=True), board=position, turn="A", dice=(6, 5))
    state = apply(state, play("A", "1/off"))
    assert last(state) == ("A", "backgammon", 1)


def test_r9_4_jacoby_is_applied_in_a_match_where_the_organiser_wants_it() -> None:
    gammon = {"board": board("X: 1×1; O: 20×15"), "dice": (6, 5)}
    rules = match_to(7, jacoby=True)
    assert last(apply(in_game(rules, **gammon), play("A", "1/off")))[2] == 1


def test_jacoby_sleeps_where_nobody_could_double() -> None:
    gammon = {"board": board("X: 1×1; O: 20×15"), "dice": (6, 5)}
    crawford = in_game(match_to(7, jacoby=True), score=(6, 0), **gammon)
    assert last(apply(crawford, play("A", "1/off")))[2] == 2
    cubeless = in_game(money(jacoby=True, cube=False), **gammon)
    assert last(apply(cubeless, play("A", "1/off")))[2] == 2


# Crawford and Holland


def test_r10_6_there_is_one_crawford_game_even_if_both_come_to_one_away() -> None:
    state = win_for(win_for(joined(match_to(5), score=(2, 2)), "A", 2), "B", 2)
    assert (state.score, state.crawford) == ((4, 4), "after")
    state = run(state, OpeningRoll((6, 1)), play("A", "13/7 8/7"))
    assert may(state, "B")["double"] is None


@pytest.mark.parametrize("rules", [match_to(1), match_to(5, crawford=False), money()], ids=repr)
def test_r10_5_without_the_rule_there_is_no_crawford_game(rules: Rules) -> None:
    assert joined(rules).crawford == "none"


def test_r10_9_holland_leaves_games_before_the_crawford_game_alone() -> None:
    state = run(joined(match_to(7, holland=True)), OpeningRoll((6, 1)), play("A", "13/7 8/7"))
    assert may(state, "B")["double"] is None


def test_r10_8_a_roll_that_could_not_be_played_counts_for_holland() -> None:
    rules = match_to(7, holland=True)
    state = in_game(rules, score=(6, 4), crawford_status="after", turns=(2, 1), turn="B")
    shut_out = board("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2")
    state = replace(state, game=replace(state.game, board=shut_out))
    assert refusal_code(state, Double("B")) == "holland_rule"
    state = run(state, Roll("B", (6, 4)), act.MakePlay("B"))
    assert may(state, "A")["double"] is None


# Murphy


def test_r10_12_murphy_respects_the_cap_and_the_crawford_game() -> None:
    ties = [OpeningRoll((n, n)) for n in (1, 2, 3)]
    assert run(joined(money(murphy_limit=None, cube_cap=4)), *ties).game.cube == 4
    crawford = joined(match_to(7, murphy_limit=None), score=(6, 0))
    assert run(crawford, *ties).game.cube == 1
    assert run(joined(money(murphy_limit=None, cube=False)), *ties).game.cube == 1
    assert run(joined(match_to(1, murphy_limit=None)), *ties).game.cube == 1


def test_r10_11_either_player_may_still_double_after_automatic_doubles() -> None:
    state = run(joined(money(murphy_limit=1)), OpeningRoll((2, 2)), OpeningRoll((6, 1)))
    state = run(state, play("A", "13/7 8/7"), Double("B"), Take("A"))
    assert (state.game.cube, state.game.owner) == (4, "A")


def test_the_limit_of_automatic_doubles_is_per_game() -> None:
    state = win_for(apply(joined(money(murphy_limit=1)), OpeningRoll((4, 4))), "A", 1)
    assert last(state)[2] == 2
    assert apply(state, OpeningRoll((4, 4))).game.cube == 2


# Beavers


def pending(level: int, limit: int | None = None) -> MatchState:
    """A doubled from 1 and the double was answered by so many more doubles."""
    state = apply(in_game(money(max_beavers=limit)), Double("A"))
    for number in range(level):
        state = apply(state, act.Raccoon("A") if number % 2 else act.Beaver("B"))
    return state


@pytest.mark.parametrize(
    ("level", "offered", "drop_costs", "answers"),
    [(0, 2, 1, "B"), (1, 4, 2, "A"), (2, 8, 4, "B"), (3, 16, 8, "A")],
)
def test_r10_14_to_r10_16_stakes_of_beavers_and_raccoons(
    level: int, offered: int, drop_costs: int, answers: str
) -> None:
    state = pending(level)
    assert (state.game.offered, state.drop_costs, state.to_act) == (offered, drop_costs, answers)
    taken = apply(state, Take(state.to_act))
    assert (taken.game.cube, taken.game.owner, taken.to_act) == (offered, "B", "A")
    dropped = apply(state, Drop(state.to_act))
    assert last(dropped) == ("A" if answers == "B" else "B", "drop", drop_costs)


def test_r10_17_the_limit_allows_one_beaver_or_a_raccoon_too() -> None:
    assert refusal_code(pending(1, limit=1), act.Raccoon("A")) == "beaver_limit"
    assert refusal_code(pending(2, limit=2), act.Beaver("B")) == "beaver_limit"


def test_beavers_and_raccoons_take_turns() -> None:
    assert refusal_code(pending(0), act.Raccoon("B")) == "not_a_raccoon"
    assert refusal_code(pending(1), act.Beaver("A")) == "not_a_beaver"
    assert refusal_code(pending(1), act.Take("B")) == "not_your_turn"


def test_a_redouble_may_be_beavered() -> None:
    state = run(in_game(money(max_beavers=1), cube=2, owner="A"), Double("A"), act.Beaver("B"))
    state = apply(state, Take("A"))
    assert (state.game.cube, state.game.owner) == (8, "B")


def test_r10_17_an_accepted_beaver_turns_the_cube_for_jacoby() -> None:
    rules = money(max_beavers=1, jacoby=True)
    position = board("X: 1×1; O: 20×15")
    state = run(in_game(rules, board=position), Double("A"), act.Beaver("B"), Take("A"))
    state = run(state, Roll("A", (6, 5)), play("A", "1/off"))
    assert last(state) == ("A", "gammon", 8)


# Resignation


def test_r10_18_only_in_one_s_own_turn_before_or_after_the_roll() -> None:
    state = in_game(match_to(7))
    assert refusal_code(state, act.OfferResign("B", "single")) == "not_your_turn"
    rolled = apply(state, Roll("A", (3, 1)))
    assert apply(rolled, act.OfferResign("A", "single")).to_act == "B"


def test_r10_18_an_offer_is_answered_by_the_other_before_anything_else() -> None:
    state = apply(in_game(match_to(7)), act.OfferResign("A", "single"))
    assert refusal_code(state, Roll("A", (3, 1))) == "resign_pending"
    assert refusal_code(state, act.AcceptResign("A")) == "not_your_turn"
    assert refusal_code(state, Double("B")) == "resign_pending"
    assert apply(state, act.DeclineResign("B")).waiting_for == "roll"


def test_r10_18_games_may_be_played_without_resignations() -> None:
    state = in_game(match_to(7, resign="off"))
    assert refusal_code(state, act.OfferResign("A", "single")) == "resign_off"


def test_r10_19_a_declined_level_may_be_offered_again_in_another_position() -> None:
    state = run(in_game(match_to(7)), act.OfferResign("A", "backgammon"), act.DeclineResign("B"))
    assert refusal_code(state, act.OfferResign("A", "single")) == "resign_declined"
    state = run(state, Roll("A", (3, 1)))
    assert refusal_code(state, act.OfferResign("A", "backgammon")) == "resign_declined"
    state = run(state, play("A", "8/5 6/5"))
    assert apply(state, act.OfferResign("B", "single")).waiting_for == "answer_resign"


def test_r10_4_what_resigning_would_cost_is_told_beforehand() -> None:
    assert resign_points(in_game(money(jacoby=True)), "gammon") == 1
    assert resign_points(in_game(money(jacoby=True), cube=2, owner="B"), "gammon") == 4


def test_r10_20_conceding_ends_the_match_in_anybody_s_turn() -> None:
    state = apply(in_game(match_to(7), score=(5, 1)), act.Concede("B"))
    assert (state.outcome.winner, state.outcome.reason) == ("A", "conceded")
    assert (state.score, last(state)) == ((5, 1), ("A", "forfeit", 0))


@pytest.mark.parametrize(
    ("position", "meets"),
    [
        ("X: 6×15; O: 7×15", False),
        ("X: 7×1 6×14; O: 6×0 8×15", False),
        ("X: 9×1 6×14; O: 8×15", True),
        ("X: 6×15; O: obar×1 24×14", True),
        ("X: bar×1 6×14; O: 24×15", True),
    ],
)
def test_r10_18_contact_is_a_checker_still_behind_another(position: str, *, meets: bool) -> None:
    state = in_game(match_to(7, resign="no_contact"), board=board(position))
    expected = ("contact_remains" if meets else None,)
    assert (may(state, "A")["offer_resign"] or (None,))[:1] == expected
