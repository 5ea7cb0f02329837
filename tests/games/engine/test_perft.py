"""How many distinct results the opening position has, one and two rolls deep.

The figures agree with GNU Backgammon and two other programs.
"""

import pytest

from games.engine import Board, legal_plays, result_boards
from tests.games.engine import naive

START = Board.start()
ONE_DEEP = {
    11: 42, 21: 15, 22: 75, 31: 16, 32: 17, 33: 73, 41: 14, 42: 18, 43: 17, 44: 52, 51: 8,
    52: 8, 53: 9, 54: 9, 55: 4, 61: 10, 62: 14, 63: 14, 64: 14, 65: 7, 66: 11,
}  # fmt: skip
TWO_DEEP = {
    11: 18498, 21: 7070, 22: 34136, 31: 7459, 32: 7974, 33: 32063, 41: 6586, 42: 8409, 43: 7988,
    44: 22620, 51: 3744, 52: 3691, 53: 4118, 54: 4194, 55: 1742, 61: 4701, 62: 6647, 63: 6659,
    64: 6613, 65: 3300, 66: 4570,
}  # fmt: skip
SEQUENCES = {
    11: 245, 21: 30, 22: 538, 31: 31, 32: 35, 33: 536, 41: 27, 42: 37, 43: 34, 44: 411, 51: 15,
    52: 17, 53: 18, 54: 18, 55: 15, 61: 19, 62: 28, 63: 28, 64: 28, 65: 14, 66: 71,
}  # fmt: skip


def dice_of(roll: int) -> tuple[int, int]:
    return roll // 10, roll % 10


@pytest.mark.parametrize("roll", ONE_DEEP)
def test_t01_every_roll_of_the_start_position_has_its_number_of_plays(roll: int) -> None:
    assert len(legal_plays(START, dice_of(roll))) == ONE_DEEP[roll]


def test_the_start_position_has_447_results_over_21_rolls() -> None:
    assert sum(len(result_boards(START, dice_of(roll))) for roll in ONE_DEEP) == 447


def test_two_rolls_lead_to_202_782_results() -> None:
    counted = {
        roll: sum(
            len(result_boards(after.flipped(), dice_of(answer)))
            for after in result_boards(START, dice_of(roll))
            for answer in ONE_DEEP
        )
        for roll in ONE_DEEP
    }
    assert counted == TWO_DEEP
    assert sum(counted.values()) == 202_782


def test_the_plain_generator_of_these_tests_finds_the_known_number_of_sequences() -> None:
    points = list(START.points)
    counted = {roll: len(naive.legal_sequences(points, dice_of(roll))) for roll in SEQUENCES}
    assert counted == SEQUENCES
