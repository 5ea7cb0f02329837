"""T9.2: penalty points of players who come late, X15 and X16."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.lateness import LatePenalty, lost_after, lost_with, penalty


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(5, LatePenalty(1)), (12, LatePenalty(2)), (20, LatePenalty(4, lost=True))],
)
def test_x15_seven_points_and_an_absence_of_5_12_and_20_minutes(
    minutes: int, expected: LatePenalty
) -> None:
    assert penalty(7, minutes) == expected


def test_x16_three_points_are_lost_at_ten_minutes() -> None:
    assert penalty(3, 10) == LatePenalty(2, lost=True)


def test_x16_at_five_minutes_it_starts_1_0_with_a_normal_game() -> None:
    assert penalty(3, 5) == LatePenalty(1, crawford=False)


@pytest.mark.parametrize(("length", "points", "minutes"), [(7, 4, 20), (9, 5, 25), (11, 6, 30)])
def test_t9_2_when_a_match_is_lost(length: int, points: int, minutes: int) -> None:
    assert (lost_with(length), lost_after(length)) == (points, minutes)
    assert penalty(length, minutes - 1) == LatePenalty(points - 1)
    assert penalty(length, minutes).lost


def test_t9_2_half_of_an_even_length_is_not_more_than_half() -> None:
    assert penalty(8, 20) == LatePenalty(4)
    assert penalty(8, 25) == LatePenalty(5, lost=True)


def test_one_point_short_of_a_match_to_two_the_first_game_is_the_crawford_game() -> None:
    assert penalty(2, 5) == LatePenalty(1, crawford=True)


@pytest.mark.parametrize("minutes", [-3, 0, 4])
def test_the_first_minutes_cost_nothing(minutes: int) -> None:
    assert penalty(7, minutes) == LatePenalty(0)


@given(st.integers(1, 99), st.integers(0, 600))
def test_a_match_is_lost_from_one_moment_on_and_never_again_won(length: int, minutes: int) -> None:
    now, later = penalty(length, minutes), penalty(length, minutes + 1)
    assert now.points <= later.points <= lost_with(length)
    assert now.lost == (minutes >= lost_after(length))
    assert later.lost or not now.lost
