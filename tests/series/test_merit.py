"""Points and the order of merit as plain values: worked examples, and properties over many seasons."""

import random
from fractions import Fraction

import pytest

from series.merit import order, points
from series.merit.order import TIE_BREAKS, ColumnResult, MeritRules, order_of_merit
from series.merit.points import Finish, PointsScheme, points_of

F = Fraction


def scheme(kind: str, *row: int, **more: object) -> PointsScheme:
    return PointsScheme(kind, points=tuple(F(n) for n in row), **more)  # type: ignore[arg-type]


def test_the_example_of_t12_6_gives_the_first_of_64_two_ninths() -> None:
    field = [Finish(1, 1, 1), *(Finish(n, 2, 8) for n in range(2, 9))]
    field += [Finish(n, 9, 64) for n in range(9, 65)]
    given = points_of(scheme(points.SHARE, 2, 1, 1, 1, 1, 1, 1, 1), field)
    assert (round(float(given[1]), 2), round(float(given[8]), 2), given[9]) == (14.22, 7.11, 0)
    half = points_of(scheme(points.SHARE, 2, 1), field[:2], weight=50)
    assert sum(half.values()) == 1


def test_a_tie_for_places_two_to_four_shares_their_factors() -> None:
    field = [Finish(1, 1, 1), *(Finish(n, 2, 4) for n in (2, 3, 4))]
    assert points_of(scheme(points.PLACE, 32, 20, 13, 9), field)[3] == 14
    best = scheme(points.PLACE, 32, 20, 13, 9, best_of_tie=True)
    assert points_of(best, field)[3] == 20


def test_the_row_of_the_largest_size_that_is_reached_counts() -> None:
    by_size = ((4, (F(6), F(4))), (8, (F(10), F(7))))
    of_sizes = PointsScheme(points.SIZE, by_size=by_size, taking_part=F(1))
    for players, first in ((3, 1), (4, 7), (7, 7), (8, 11), (64, 11)):
        field = [Finish(n, n, n) for n in range(1, players + 1)]
        assert points_of(of_sizes, field)[1] == first


def test_wins_give_points_by_the_draw_in_which_they_were_won() -> None:
    of_wins = PointsScheme(points.WINS, wins={"main": F(7), "consolation": F(5)})
    finish = Finish(1, None, None, {"main": 2, "consolation": 1, "last_chance": 4})
    assert points_of(of_wins, [finish]) == {1: F(19)}


def columns(*rows: dict[int, int]) -> list[dict[int, ColumnResult]]:
    return [{p: ColumnResult(F(n), None) for p, n in row.items()} for row in rows]


def test_only_the_best_results_count_and_the_others_are_marked() -> None:
    rows = order_of_merit(columns({1: 5}, {1: 9}, {1: 7}), MeritRules(best=2))
    assert rows[0].total == 16
    assert [result.counts for result in rows[0].results.values()] == [False, True, True]


def test_adjustments_are_added_to_the_total_and_never_dropped() -> None:
    (row,) = order_of_merit(columns({1: 5}), MeritRules(best=1), {1: F(-3)})
    assert (row.total, row.adjustment) == (2, -3)


def test_players_with_too_few_events_come_last_without_a_place() -> None:
    rows = order_of_merit(columns({1: 9, 2: 1}, {2: 1}), MeritRules(least=2))
    assert [(row.player, row.place) for row in rows] == [(2, 1), (1, None)]


def test_who_is_equal_in_everything_shares_a_place() -> None:
    rows = order_of_merit(columns({1: 4, 2: 4, 3: 1}), MeritRules())
    assert [(row.place, row.place_to) for row in rows] == [(1, 2), (1, 2), (3, 3)]
    assert rows[0].tie_break is None


def test_head_to_head_parts_two_and_says_nothing_of_three() -> None:
    rules = MeritRules(tie_breaks=(order.HEAD_TO_HEAD,))
    two = order_of_merit(columns({1: 4, 2: 4}), rules, None, {(2, 1): 1})
    assert [(row.player, row.place) for row in two] == [(2, 1), (1, 2)]
    three = order_of_merit(columns({1: 4, 2: 4, 3: 4}), rules, None, {(2, 1): 1})
    assert {row.place for row in three} == {1}


def test_two_of_three_who_are_left_are_asked_from_the_first_tie_break_again() -> None:
    rules = MeritRules(tie_breaks=(order.HEAD_TO_HEAD, order.BEST_RESULT))
    rows = order_of_merit(columns({1: 2, 2: 2, 3: 4}, {1: 2, 2: 2}), rules, None, {(2, 1): 1})
    assert [(row.player, row.place) for row in rows] == [(3, 1), (2, 2), (1, 3)]
    assert [row.tie_break and row.tie_break[0] for row in rows] == [
        order.BEST_RESULT,
        order.HEAD_TO_HEAD,
        order.HEAD_TO_HEAD,
    ]


@pytest.mark.parametrize("seed", range(60))
def test_any_season_is_ordered_by_what_is_shown(seed: int) -> None:
    """Whatever the rules: totals are sums of what counts, nobody below has more, and places are those of the lines."""
    chance = random.Random(seed)
    players = range(1, chance.randint(2, 14))
    rows = [
        {p: chance.randint(0, 6) for p in players if chance.random() < 0.7}
        for _event in range(chance.randint(1, 7))
    ]
    breaks = tuple(chance.sample(TIE_BREAKS, chance.randint(0, 6)))
    rules = MeritRules(chance.randint(0, 4), chance.randint(0, 3), breaks)
    adjustments = {p: F(chance.randint(-4, 4), 2) for p in players if chance.random() < 0.2}
    wins = {(a, b): chance.randint(0, 2) for a in players for b in players if a != b}
    lines = order_of_merit(columns(*rows), rules, adjustments, wins)
    assert sorted(line.player for line in lines) == sorted(
        {p for row in rows for p in row} | adjustments.keys()
    )
    for line in lines:
        own = sorted((row[line.player] for row in rows if line.player in row), reverse=True)
        assert line.total == sum(own[: rules.best] if rules.best else own) + adjustments.get(
            line.player, 0
        )
        assert (line.place is not None) == (len(own) >= rules.least)
    placed = [line for line in lines if line.place is not None]
    assert lines[: len(placed)] == placed
    for part in (placed, lines[len(placed) :]):
        assert [line.total for line in part] == sorted((line.total for line in part), reverse=True)
    for number, line in enumerate(placed, start=1):
        assert line.place is not None
        assert line.place_to is not None
        assert line.place <= number <= line.place_to
