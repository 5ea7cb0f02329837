"""What a way to hold a tournament means in numbers, its stages added up; known figures, and quick to answer."""

from typing import Any

import pytest

from tournaments.bracket.selectors.forecast import ForecastNumbers, numbers_of, plan_rows, stages_of
from tournaments.formats.plans import PLANS, available


def numbers(plan: str, entries: int, length: int = 7, **options: Any) -> ForecastNumbers:
    first, *later = stages_of(PLANS[plan], length)
    first["options"] = {**first["options"], **options}
    return numbers_of([first, *later], entries)


def figures(n: ForecastNumbers) -> tuple[int, int, int, int, int]:
    return (n.per_player_min, n.per_player_typical, n.per_player_max, n.rounds, n.matches)


def test_a_knockout_of_16_is_15_matches_in_four_rounds() -> None:
    n = numbers("knockout", 16)
    assert figures(n) == (1, 1, 4, 4, 15)
    assert n.hours == 4.2  # 4 rounds of 7 points at 9 minutes


def test_all_against_all_and_quads() -> None:
    assert figures(numbers("round_robin", 8)) == (7, 7, 7, 7, 28)
    assert figures(numbers("quads", 16)) == (3, 3, 3, 3, 24)


def test_double_elimination_is_twice_the_entries_less_two_or_one_more() -> None:
    assert numbers("double_elimination", 16).matches in {30, 31}
    assert numbers("double_elimination", 16, grand_final="single").matches == 30


def test_a_swiss_is_as_long_as_its_rounds() -> None:
    assert figures(numbers("swiss", 16, rounds=6)) == (6, 6, 6, 6, 48)


def test_stages_are_added_up_and_who_goes_on_plays_more() -> None:
    """16 in four groups of four, the best two of each: 24 matches, then 7."""
    n = numbers("groups_knockout", 16)
    assert (n.per_player_min, n.per_player_max, n.rounds, n.matches) == (3, 6, 6, 31)


def test_fewer_than_a_cut_takes_all_go_on() -> None:
    assert numbers("swiss_knockout", 6).matches == 5 * 3 + 5


def test_all_with_so_many_wins_are_as_many_as_chance_gives() -> None:
    swiss, knockout = stages_of(PLANS["swiss_knockout"], 7)
    knockout["take"] = {"cut": "wins", "n": 4}
    n = numbers_of([swiss, knockout], 32)
    assert n.matches == 5 * 16 + 5  # 6 of 32 win four or five of five


def test_longer_matches_take_longer_and_sections_may_be_shorter() -> None:
    stages = stages_of(PLANS["double_elimination"], 7)
    shorter = [{"stage": 1, "section": "losers", "length": 3}]
    assert numbers_of(stages, 16, shorter).hours < numbers_of(stages, 16).hours
    assert numbers("knockout", 16, 9).hours > numbers("knockout", 16, 7).hours


def test_a_format_says_when_a_field_is_too_large_for_it() -> None:
    n = numbers("round_robin", 65)
    assert n.too_large == 64
    assert numbers("swiss", 10_000).too_large is None


@pytest.mark.parametrize("entries", [2, 3, 5, 16, 100, 4096, 10_000])
def test_all_ways_are_compared_for_any_field(entries: int) -> None:
    rows = plan_rows(entries, "swiss", 7)
    assert [row.key for row in rows] == list(available())
    assert [row.key for row in rows if row.is_chosen] == ["swiss"]
    for row in rows:
        n = row.numbers
        if n.too_large is None:
            assert 0 <= n.per_player_min <= n.per_player_typical <= n.per_player_max
            assert n.matches >= entries // 2
            assert n.rounds >= 1
