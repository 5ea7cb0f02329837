"""Bad input is refused by code, and a play asked for is refused with what is wrong with it."""

import pytest

from games.engine import Board, RulesError, find_play, legal_plays, result_boards, results, steps
from games.engine.plays import Dice, Move
from tests.games.engine.playing import board

START = Board.start()


def refused(seen: Board, dice: Dice, *moves: tuple[int, int]) -> str:
    with pytest.raises(RulesError) as error:
        find_play(seen, dice, moves)
    assert error.value.message
    return error.value.code


@pytest.mark.parametrize(
    "dice", [(0, 1), (1, 7), (1,), (1, 2, 3), (True, 2), ("1", 2), (1.0, 2), None, 5, "ab", {}, -1]
)
def test_what_is_not_two_dice_is_refused(dice: object) -> None:
    for ask in (legal_plays, result_boards, steps):
        with pytest.raises(RulesError) as error:
            ask(START, dice)
        assert error.value.code == "bad_dice"
    with pytest.raises(RulesError) as error:
        results("4HPwATDgc/ABMA", dice)  # type: ignore[arg-type]
    assert error.value.code == "bad_dice"


@pytest.mark.parametrize("seen", [None, 0, "4HPwATDgc/ABMA", [0] * 26, int(START)])
def test_what_is_not_a_board_is_refused(seen: object) -> None:
    for ask in (legal_plays, result_boards, steps):
        with pytest.raises(RulesError) as error:
            ask(seen, (2, 1))
        assert error.value.code == "bad_board"


def test_the_dice_may_come_in_either_order_and_as_a_list() -> None:
    assert set(result_boards(START, (3, 1))) == set(result_boards(START, [1, 3]))  # type: ignore[arg-type]


def test_a_finished_game_allows_no_move() -> None:
    (play,) = legal_plays(board("X:; O: 5×2"), (6, 5))
    assert play.moves == ()


def test_a_play_is_found_in_the_order_it_was_played() -> None:
    play = find_play(START, (3, 1), [(6, 5), (8, 5)])
    assert play.moves == (Move(6, 5, False), Move(8, 5, False))
    assert play in [find_play(START, (1, 3), play.moves)]


def test_a_combined_move_is_split_into_single_dice() -> None:
    play = find_play(START, (6, 5), [(24, 13)])
    assert play.moves == (Move(24, 18, False), Move(18, 13, False))


def test_a_combined_move_that_could_hit_or_not_is_ambiguous() -> None:
    seen = board("X: 13×1 8×1 1×13; O: 7×1 4×1")
    assert refused(seen, (6, 4), (13, 3)) == "ambiguous_play"
    assert find_play(seen, (6, 4), [(13, 7), (7, 3)]).board.points[0] == -1
    assert find_play(seen, (6, 4), [(13, 9), (9, 3)]).board.points[0] == 0


def test_a_hit_is_flagged_where_it_happens() -> None:
    play = find_play(board("X: 13×1 1×14; O: 8×2 10×1"), (5, 3), [(13, 10), (10, 5)])
    assert [move.hit for move in play.moves] == [True, False]


def test_a_dance_is_the_empty_play() -> None:
    closed = board("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2")
    assert find_play(closed, (6, 4), []).board == closed
    assert refused(closed, (6, 4), (6, 2)) == "must_enter_first"


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ((), "must_play"),
        (((24, 18),), "must_play_both_dice"),
        (((24, 19), (24, 18)), "point_blocked"),
        (((24, 14),), "not_on_the_dice"),
        (((6, 0),), "cannot_bear_off"),
        (((9, 3),), "no_checker_there"),
        (((25, 19),), "no_checker_there"),
        (((24, 18), (13, 8), (8, 2)), "no_die_left"),
    ],
)
def test_an_illegal_move_of_the_opening_says_why(
    moves: tuple[tuple[int, int], ...], code: str
) -> None:
    assert refused(START, (6, 5), *moves) == code


def test_fewer_dice_of_a_double_than_possible_are_refused() -> None:
    assert refused(START, (2, 2), (13, 11), (13, 11), (6, 4)) == "must_play_all_dice"


def test_the_lower_number_is_refused_when_the_higher_must_be_played() -> None:
    seen = board("X: 24×1 2×14; O: 13×2 9×2")
    assert refused(seen, (6, 5), (24, 19)) == "must_play_higher_die"
    assert find_play(seen, (6, 5), [(24, 18)]).moves == (Move(24, 18, False),)


def test_bearing_off_past_a_higher_checker_is_refused() -> None:
    assert refused(board("X: 6×1 3×2; O:"), (4, 1), (3, 0), (6, 5)) == "cannot_bear_off"


def test_a_last_checker_may_be_borne_off_at_once_if_nothing_is_hit_on_the_longer_way() -> None:
    seen = board("X: 5×1; O: 24×1")
    assert find_play(seen, (6, 1), [(5, 0)]).moves == (Move(5, 0, False),)


@pytest.mark.parametrize(
    "moves",
    [None, 5, "24/18", [1], [()], [(24,)], [("24", 18)], [(24, 24)], [(18, 24)], [(26, 20)],
     [(3, -1)], [(True, 0)], [{"source": 24}], [(24, 18)] * 5],
)  # fmt: skip
def test_what_is_not_a_list_of_moves_is_refused(moves: object) -> None:
    with pytest.raises(RulesError) as error:
        find_play(START, (6, 5), moves)  # type: ignore[arg-type]
    assert error.value.code == "bad_moves"
