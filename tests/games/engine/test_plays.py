"""The worked cases T02 to T40 of docs/rules: which plays a roll allows. T01 is in test_perft.

Positions are in the mover's point numbers for both sides; checkers not listed are borne off.
"""

from games.engine import Board, legal_plays, parse_play
from games.engine.plays import Dice
from tests.games.engine.playing import board

START = Board.start()
ALL_ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def plays_are(position: str | Board, dice: Dice, *texts: str) -> None:
    """The roll allows exactly these plays; none at all when no text is given."""
    seen = position if isinstance(position, Board) else board(position)
    boards = {play.board for play in legal_plays(seen, dice)}
    if texts:
        expected = [parse_play(text, seen, dice).board for text in texts]
        assert len(set(expected)) == len(texts)
        assert boards == set(expected)
    else:
        assert boards == {seen}


def test_t02_a_point_held_by_five_is_never_landed_on() -> None:
    plays = legal_plays(START, (5, 5))
    assert len(plays) == 4
    assert {move.source for play in plays for move in play.moves} == {13, 8}


def test_t03_a_blocked_intermediate_point_leaves_the_other_way_round() -> None:
    plays_are("X: 13×1 1×14; O: 8×2", (5, 3), "13/10/5")


def test_t04_with_both_ways_blocked_there_is_no_play_although_the_end_is_empty() -> None:
    plays_are("X: 13×1 1×14; O: 8×2 10×2", (5, 3))


def test_t05_the_higher_number_must_be_played_when_only_one_can_be() -> None:
    plays_are("X: 24×1 2×14; O: 13×2 9×2", (6, 5), "24/18")


def test_t06_the_higher_number_must_be_played_by_a_checker_that_cannot_go_on() -> None:
    plays_are("X: 20×1 1×14; O: 9×2", (6, 5), "20/14")


def test_t07_the_low_number_first_when_only_that_lets_both_be_played() -> None:
    plays_are("X: 24×1 1×14; O: 18×2", (6, 1), "24/23/17")


def test_t08_both_numbers_must_be_played_by_any_checkers() -> None:
    plays_are("X: 24×1 7×1 1×13; O: 18×2", (6, 1), "24/23/17", "24/23 7/1")


def test_t09_no_legal_move_at_all() -> None:
    plays_are("X: 24×1 1×14; O: 18×2 23×2", (6, 1))


def test_t10_as_many_of_a_double_as_possible() -> None:
    plays_are("X: 24×2 1×13; O: 12×2", (3, 3), "24/18(2)", "24/15 24/21")


def test_t11_a_blocked_double_cannot_be_played() -> None:
    plays_are("X: 24×2 1×13; O: 21×2", (3, 3))


def test_t12_touching_down_on_a_blot_hits_it() -> None:
    plays_are("X: 13×1 1×14; O: 8×2 10×1", (5, 3), "13/10*/5")
    (play,) = legal_plays(board("X: 13×1 1×14; O: 8×2 10×1"), (5, 3))
    assert play.board.points[0] == -1


def test_t13_with_and_without_a_hit_on_the_way_are_different_plays() -> None:
    position = "X: 13×1 8×1 1×13; O: 7×1 4×1"
    plays_are(position, (6, 4), "13/7*/3", "13/7* 8/4*", "13/9 8/2", "13/3")
    quiet = parse_play("13/3", board(position), (6, 4))
    assert not any(move.hit for move in quiet.moves)


def test_t14_a_checker_on_the_bar_enters_first_and_may_hit_and_go_on() -> None:
    plays_are("X: bar×1 6×14; O: 19×2 21×1", (6, 4), "bar/21*/15")


def test_t15_no_entry_no_play() -> None:
    plays_are("X: bar×1 6×14; O: 19×2 21×2", (6, 4))


def test_t16_with_one_still_on_the_bar_nothing_else_moves() -> None:
    plays_are("X: bar×2 13×3 6×10; O: 23×2", (5, 2), "bar/20")


def test_t17_after_the_last_has_entered_the_rest_of_a_double_is_free() -> None:
    plays_are("X: bar×2 6×13; O: 3×2", (3, 3), "bar/22(2) 22/19(2)", "bar/22(2) 22/16")


def test_t18_a_double_enters_up_to_four() -> None:
    plays_are("X: bar×3 6×12; O: 4×2 2×2", (2, 2), "bar/23(3) 23/21")


def test_t19_one_number_enters_and_the_other_does_not_exist() -> None:
    plays_are("X: bar×1 7×2 5×12; O: 1×2 15×2 19×2", (6, 4), "bar/21")


def test_t20_either_number_enters_but_not_both_are_usable_so_the_higher() -> None:
    plays_are("X: bar×1 1×14; O: 18×2", (6, 1), "bar/19")


def test_t21_the_entry_that_leaves_both_numbers_playable_is_forced() -> None:
    plays_are("X: bar×1 2×14; O: 18×2", (6, 1), "bar/19 2/1")


def test_t22_a_closed_board_lets_nobody_in() -> None:
    for dice in ALL_ROLLS:
        plays_are("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2", dice)


def test_t23_after_entering_the_other_number_is_played_by_any_checker() -> None:
    position = "X: bar×1 13×5 8×3 6×6; O: 19×5 20×1 21×1"
    plays_are(position, (6, 4), "bar/21* 13/7", "bar/21*/15", "bar/21* 8/2")


def test_t24_a_number_bears_off_from_its_own_point() -> None:
    plays_are("X: 6×2 4×1 1×1; O:", (6, 4), "6/off 4/off", "6/off 6/2")


def test_t25_no_bearing_off_from_below_while_a_higher_point_is_held() -> None:
    plays_are("X: 6×1 3×2; O:", (4, 1), "6/2 3/2", "6/1")


def test_t26_a_number_too_high_bears_off_from_the_highest_point() -> None:
    position = "X: 6×1 3×2; O:"
    plays_are(position, (4, 4), "6/2 3/off(2) 2/off")
    (play,) = legal_plays(board(position), (4, 4))
    assert play.board.off[0] == 15


def test_t27_two_too_high_numbers_bear_off_two() -> None:
    plays_are("X: 3×2 2×1; O:", (6, 5), "3/off(2)")


def test_t28_bearing_off_is_not_compulsory() -> None:
    plays_are("X: 4×1 2×1; O:", (2, 1), "2/off 4/3", "4/2 2/1")


def test_t29_the_smaller_number_may_be_played_first() -> None:
    position = "X: 6×1 5×1; O:"
    plays_are(position, (6, 1), "6/5/off", "6/off 5/4")
    left = {play.board for play in legal_plays(board(position), (6, 1))}
    assert left == {board("X: 5×1; O:"), board("X: 4×1; O:")}


def test_t30_six_and_five_bear_off_a_five_and_a_four() -> None:
    plays_are("X: 5×1 4×2; O:", (6, 5), "5/off 4/off")


def test_t31_the_checker_that_comes_home_lets_the_other_die_bear_off() -> None:
    plays_are("X: 7×1 6×2; O:", (6, 1), "7/6 6/off", "7/1 6/5")


def test_t32_nothing_is_borne_off_while_one_stays_outside() -> None:
    plays_are("X: 8×1 6×2; O:", (6, 1), "8/2 6/5", "8/1")


def test_t33_a_checker_on_the_bar_stops_bearing_off() -> None:
    plays_are("X: bar×1 1×2; O: 19×2 24×2", (6, 1))


def test_t34_the_entered_checker_must_come_home_first() -> None:
    plays_are("X: bar×1 1×2; O: 19×2", (6, 5), "bar/20/14")


def test_t35_an_exact_number_bears_off_although_a_higher_point_is_held() -> None:
    plays_are("X: 6×1 5×1; O: 1×2", (5, 5), "5/off")


def test_t36_a_higher_checker_that_is_blocked_still_forbids_bearing_off() -> None:
    plays_are("X: 6×2; O: 2×2", (4, 4))


def test_t37_the_last_checker_off_ends_the_game_and_voids_the_rest() -> None:
    position = "X: 6×1 1×1; O:"
    plays_are(position, (5, 5), "6/1 1/off(2)")
    (play,) = legal_plays(board(position), (5, 5))
    assert len(play.moves) == 3


def test_t38_the_number_playable_only_afterwards_must_be_played_too() -> None:
    plays_are("X: 6×1 2×1; O: 1×2", (5, 4), "6/2 2/off")


def test_t39_a_lower_checker_is_not_borne_off_while_the_higher_can_move() -> None:
    plays_are("X: 6×1 1×1; O: 2×2", (4, 3), "6/3/off")


def test_t40_a_double_brings_the_last_one_home_and_bears_off() -> None:
    plays_are("X: 7×1 6×3; O:", (6, 6), "7/1 6/off(3)")
