"""Plays in text: the usual spelling out, every accepted spelling in."""

import pytest

from games.engine import Board, RulesError, format_play, parse_play
from games.engine.plays import Dice, Move
from tests.games.engine.playing import board

START = Board.start()
ENTERING = board("X: bar×2 13×3 6×10; O: 19×5 20×1 12×5")


def written(*moves: tuple[int, int] | tuple[int, int, bool]) -> str:
    return format_play([Move(move[0], move[1], len(move) > 2) for move in moves])


def read(text: str, seen: Board = START, dice: Dice = (6, 5)) -> str:
    return format_play(parse_play(text, seen, dice).moves)


def refused(text: str, seen: Board = START, dice: Dice = (6, 5)) -> str:
    with pytest.raises(RulesError) as error:
        parse_play(text, seen, dice)
    assert error.value.message
    return error.value.code


def test_moves_are_written_from_the_rear() -> None:
    assert written((13, 11), (24, 18)) == "24/18 13/11"


def test_one_checker_is_written_once_unless_it_hits_on_the_way() -> None:
    assert written((24, 18), (18, 14)) == "24/14"
    assert written((24, 18, True), (18, 14)) == "24/18*/14"
    assert written((24, 18, True), (18, 14, True)) == "24/18*/14*"


def test_equal_moves_are_counted() -> None:
    assert written((13, 11), (13, 11)) == "13/11(2)"
    assert written((6, 4), (13, 11), (6, 4), (13, 11)) == "13/11(2) 6/4(2)"
    assert written((6, 4, True), (6, 4)) == "6/4*(2)"


def test_bar_and_off_are_words() -> None:
    assert written((25, 22), (6, 0)) == "bar/22 6/off"
    assert written((6, 0), (6, 0), (6, 0)) == "6/off(3)"


def test_moves_of_one_checker_are_joined_even_if_not_in_a_row() -> None:
    assert written((25, 22), (13, 10), (22, 19), (13, 10)) == "bar/19 13/10(2)"


def test_a_dance_is_written_as_nothing() -> None:
    assert written() == ""


@pytest.mark.parametrize(
    "text",
    ["24/18 13/8", "13/8 24/18", "24/18,13/8", " 24/18 ,  13/8 ", "13/8,24/18"],
)
def test_order_and_commas_do_not_matter(text: str) -> None:
    assert read(text) == "24/18 13/8"


@pytest.mark.parametrize("text", ["24/13", "24/18/13", "24/18 18/13", "18/13 24/18"])
def test_one_checker_may_be_written_in_many_ways(text: str) -> None:
    assert read(text) == "24/13"


@pytest.mark.parametrize(
    "text", ["bar/20*(2)", "25/20*(2)", "BAR/20(2)", "bar/20* bar/20", "Bar/20(2)*"]
)
def test_the_bar_may_be_a_word_or_25_and_a_clear_star_may_be_left_out(text: str) -> None:
    assert read(text + " 13/8(2)", ENTERING, (5, 5)) == "bar/20*(2) 13/8(2)"


@pytest.mark.parametrize("text", ["6/off 5/off", "6/0 5/0", "5/OFF 6/Off"])
def test_off_may_be_a_word_or_0(text: str) -> None:
    assert read(text, board("X: 6×2 5×2; O:")) == "6/off 5/off"


def test_two_that_enter_and_go_on_may_be_written_as_two_whole_ways() -> None:
    assert read("bar/19(2)", board("X: bar×2 6×13; O: 3×2"), (3, 3)) == "bar/19(2)"


@pytest.mark.parametrize("text", ["", "  ", "-", "Cannot Move", "dance"])
def test_a_dance_can_be_read(text: str) -> None:
    closed = board("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2")
    assert parse_play(text, closed, (6, 5)).moves == ()


def test_without_a_star_the_way_that_hits_nothing_is_meant() -> None:
    seen = board("X: 13×1 8×1 1×13; O: 7×1 4×1")
    assert read("13/3", seen, (6, 4)) == "13/3"
    assert read("13/7*/3", seen, (6, 4)) == "13/7*/3"
    assert read("13/7/3", seen, (6, 4)) == "13/7*/3"


def test_a_text_that_fits_two_hits_is_ambiguous() -> None:
    assert refused("13/3", board("X: 13×1 1×14; O: 7×1 9×1"), (6, 4)) == "ambiguous_play"


def test_a_star_where_nothing_is_hit_is_refused() -> None:
    assert refused("24/18* 13/8") == "not_a_hit"


@pytest.mark.parametrize(
    "text",
    [None, 5, "24-18", "24/18/", "/18", "24", "24/18 x", "99/1", "26/20", "24//18", "24/18(5)",
     "24/18(0)", "24*/18", "3/6", "6/6", "٢/1", "24/18(2) 13/11(2) 6/5", "1" * 500 + "/1",
     "bar/off/", "off/6", "24/18 " * 50],
)  # fmt: skip
def test_what_is_not_notation_is_refused(text: str) -> None:
    assert refused(text) in ("bad_notation",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("24/18", "must_play_both_dice"),
        ("24/14", "not_on_the_dice"),
        ("24/19 24/18", "point_blocked"),
        ("bar/19", "no_checker_there"),
        ("6/off", "cannot_bear_off"),
        ("", "must_play"),
    ],
)
def test_an_illegal_play_says_why(text: str, code: str) -> None:
    assert refused(text) == code
