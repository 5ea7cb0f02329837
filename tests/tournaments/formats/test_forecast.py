"""What a format means for a field, in numbers."""

import pytest

from tournaments.formats import (
    double_elimination,
    groups,
    round_robin,
    single_elimination,
    swiss,
)
from tournaments.formats.base import RoundPlan
from tournaments.formats.forecast import Forecast, forecast
from tournaments.formats.protocol import Format
from tournaments.formats.registry import FORMATS


def seven(_plan: RoundPlan) -> int:
    return 7


@pytest.mark.parametrize(("n", "rounds"), [(2, 1), (5, 3), (8, 3), (13, 4), (64, 6)])
def test_a_single_elimination_has_a_match_less_than_entries(n: int, rounds: int) -> None:
    text = forecast(single_elimination.FORMAT, n, {}, seven)
    assert (text.rounds, text.matches, text.per_player_max) == (rounds, n - 1, rounds)
    assert text.minutes == rounds * 7 * 9
    assert text.per_player_min == 1


def test_the_length_of_each_round_counts() -> None:
    text = forecast(single_elimination.FORMAT, 8, {}, lambda plan: 9 if plan.from_end == 0 else 5)
    assert text.minutes == (5 + 5 + 9) * 9


@pytest.mark.parametrize("n", [4, 8, 13, 32])
def test_everybody_has_two_matches_in_a_double_elimination(n: int) -> None:
    text = forecast(double_elimination.FORMAT, n, {"grand_final": "single"}, seven)
    assert text.matches == 2 * n - 2
    assert text.per_player_min == 2


@pytest.mark.parametrize("n", [5, 8, 13])
def test_all_play_all_in_a_round_robin_without_waiting_for_each_other(n: int) -> None:
    rounds = n - 1 if n % 2 == 0 else n
    assert forecast(round_robin.FORMAT, n, {}, seven) == Forecast(
        rounds, n * (n - 1) // 2, n - 1, n - 1, n - 1, rounds * 63
    )


def test_groups_are_played_side_by_side() -> None:
    text = forecast(groups.FORMAT, 8, {"group_size": 4}, seven)
    assert (text.rounds, text.matches, text.minutes) == (3, 12, 189)


def test_a_swiss_has_as_many_rounds_as_were_agreed() -> None:
    text = forecast(swiss.FORMAT, 9, {"rounds": 5}, seven)
    assert (text.rounds, text.matches) == (5, 20)
    assert text.per_player_max == 5
    assert not text.approx


def test_a_field_too_small_to_play_has_nothing_to_expect() -> None:
    assert forecast(single_elimination.FORMAT, 1, {}, seven) == Forecast(0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("played", "options", "expected"),
    [
        (single_elimination.FORMAT, {}, Forecast(10, 999, 1, 1, 10, 630, approx=True)),
        (round_robin.FORMAT, {}, Forecast(999, 499500, 999, 999, 999, 999 * 63, approx=True)),
        (swiss.FORMAT, {"rounds": 7}, Forecast(7, 3500, 7, 7, 7, 441, approx=True)),
    ],
)
def test_a_large_field_is_continued_from_small_ones_and_says_so(
    played: Format, options: dict[str, object], expected: Forecast
) -> None:
    assert forecast(played, 1000, options, seven) == expected


def test_what_is_continued_for_a_large_double_elimination_comes_near() -> None:
    text = forecast(double_elimination.FORMAT, 1024, {}, seven)
    assert (text.rounds, text.matches) == (20, pytest.approx(2 * 1024 - 2, rel=0.01))


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("n", [6, 11])
def test_every_format_can_be_forecast_and_the_same_twice(name: str, n: int) -> None:
    text = forecast(FORMATS[name], n, {}, seven)
    assert text == forecast(FORMATS[name], n, {}, seven)
    assert (
        0 <= text.per_player_min <= text.per_player_typical <= text.per_player_max <= text.matches
    )
    assert text.minutes >= text.per_player_max * 63
    assert text.matches * 2 >= n
