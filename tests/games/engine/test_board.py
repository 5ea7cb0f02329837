"""The board: a value that is built, seen from the other side, and refused when impossible."""

import copy
import pickle

import pytest

from games.engine import Board, RulesError
from tests.games.engine.playing import board

START = Board.start()
POINTS = list(START.points)


def test_the_start_position_has_167_pips_each_and_nothing_off() -> None:
    assert START.pips() == (167, 167)
    assert START.off == (0, 0)
    assert {n: count for n, count in enumerate(START.points) if count > 0} == {
        24: 2,
        13: 5,
        8: 3,
        6: 5,
    }


def test_the_start_position_looks_the_same_from_both_sides() -> None:
    assert START.flipped() == START


def test_flipping_exchanges_the_bars_the_pips_and_what_is_off() -> None:
    seen = board("X: bar×1 6×10; O: obar×2 19×3")
    other = seen.flipped()
    assert other.points[25] == 2
    assert other.points[0] == -1
    assert other.pips() == seen.pips()[::-1]
    assert other.off == seen.off[::-1] == (10, 4)


def test_equal_boards_are_equal_and_hash_alike() -> None:
    again = Board.from_points(POINTS)
    assert again == START
    assert len({again, START}) == 1
    assert again != board("X: 6×1; O: 24×1")


def test_a_board_survives_copying_and_pickling() -> None:
    for same in (copy.deepcopy(START), pickle.loads(pickle.dumps(START))):
        assert same == START
        assert isinstance(same, Board)


def test_a_board_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        START.colour = "red"  # type: ignore[attr-defined]


def test_a_board_shows_its_position_id() -> None:
    assert repr(START) == "Board(4HPwATDgc/ABMA)"


def changed(**points: int) -> list[int]:
    after = list(POINTS)
    for point, count in points.items():
        after[int(point[1:])] = count
    return after


@pytest.mark.parametrize(
    ("points", "code"),
    [
        (None, "bad_board"),
        (26, "bad_board"),
        ("x" * 26, "bad_board"),
        ({}, "bad_board"),
        (POINTS[:25], "bad_board"),
        ([*POINTS, 0], "bad_board"),
        ([float(count) for count in POINTS], "bad_board"),
        ([False] * 26, "bad_board"),
        (changed(p25=-1), "bad_board"),
        (changed(p0=1), "bad_board"),
        (changed(p6=6), "too_many_checkers"),
        (changed(p1=-3), "too_many_checkers"),
        (changed(p6=10**30), "too_many_checkers"),
    ],
)
def test_an_impossible_board_is_refused(points: list[int], code: str) -> None:
    with pytest.raises(RulesError) as error:
        Board.from_points(points)
    assert error.value.code == code
