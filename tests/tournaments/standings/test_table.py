"""Standings of a knockout: losers of one round share places (T2.4), recomputed from decisions alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import beats, both_absent, entrants, lower_number_wins
from tournaments.formats import single_elimination
from tournaments.formats.base import Entrants, Outcome, resolve
from tournaments.standings.row import PlaceRow
from tournaments.standings.table import table


def rows(
    n: int, *results: Outcome, gone: tuple[int, ...] = (), **options: object
) -> dict[int, PlaceRow]:
    plan = single_elimination.blueprint(n, options)
    field = entrants(n, *gone)
    decisions = resolve(plan.nodes, field, {}, results).decisions
    return {row.entry: row for row in table(plan.nodes, decisions, field)}


def played_out(n: int, **options: object) -> list[Outcome]:
    return lower_number_wins(single_elimination.blueprint(n, options), entrants(n))


def places(table: dict[int, PlaceRow]) -> dict[int, tuple[int | None, int | None]]:
    return {entry: (row.place_from, row.place_to) for entry, row in sorted(table.items())}


def test_losers_of_one_round_share_places() -> None:
    assert places(rows(8, *played_out(8))) == {
        1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4), 5: (5, 8), 6: (5, 8), 7: (5, 8), 8: (5, 8),
    }  # fmt: skip


def test_byes_shrink_the_last_places() -> None:
    assert places(rows(5, *played_out(5))) == {
        1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4), 5: (5, 5),
    }  # fmt: skip


def test_a_third_place_match_separates_third_and_fourth() -> None:
    result = places(rows(8, *played_out(8, third_place=True), third_place=True))
    assert (result[3], result[4]) == ((3, 3), (4, 4))


def test_nobody_has_a_place_before_the_first_result() -> None:
    assert set(places(rows(8)).values()) == {(None, None)}
    assert {row.status for row in rows(8).values()} == {"playing"}


def test_an_early_loser_knows_their_places_while_others_play() -> None:
    result = rows(8, beats("W1.2", 5, 4))
    assert (result[4].place_from, result[4].place_to, result[4].status) == (5, 8, "eliminated")
    assert (result[5].won, result[5].played, result[5].status) == (1, 1, "playing")


def test_x6_a_double_forfeit_moves_everybody_who_went_on_up() -> None:
    absent = both_absent("W1.2", 4, 5)
    plan = single_elimination.blueprint(8, {})
    field = entrants(8)
    results: list[Outcome] = [absent]
    while True:
        decisions = resolve(plan.nodes, field, {}, results).decisions
        pairs = [(k, d.players) for k, d in decisions.items() if d.players]
        if not pairs:
            break
        results += [beats(k, min(p), max(p)) for k, p in pairs if p]
    result = rows(8, *results)
    assert places(result) == {
        1: (1, 1), 2: (2, 2), 3: (3, 3), 4: (4, 8), 5: (4, 8), 6: (4, 8), 7: (4, 8), 8: (4, 8),
    }  # fmt: skip
    assert (result[4].played, result[4].lost) == (1, 1)


def test_a_final_that_nobody_came_to_has_no_winner() -> None:
    result = rows(2, both_absent("W1.1", 1, 2))
    assert places(result) == {1: (1, 2), 2: (1, 2)}


def test_semifinalists_who_both_stayed_away_share_the_last_places_open() -> None:
    results = [
        both_absent("W1.1", 1, 4), beats("W1.2", 2, 3),
    ]  # fmt: skip
    result = rows(4, *results, third_place=True)
    assert places(result) == {1: (3, 4), 2: (1, 1), 3: (2, 2), 4: (3, 4)}


def test_a_walkover_counts_in_every_column() -> None:
    result = rows(4, gone=(4,))
    assert (result[1].won, result[1].played, result[4].lost, result[4].played) == (1, 1, 1, 1)
    assert (result[4].status, result[4].place_from, result[4].place_to) == ("withdrawn", 3, 4)


def test_the_winner_stands_first_even_while_third_place_is_played() -> None:
    results = [beats("W1.1", 1, 4), beats("W1.2", 2, 3), beats("W2.1", 1, 2)]
    plan = single_elimination.blueprint(4, {"third_place": True})
    decisions = resolve(plan.nodes, entrants(4), {}, results).decisions
    assert [row.entry for row in table(plan.nodes, decisions, entrants(4))] == [1, 2, 3, 4]


def test_a_line_left_open_is_nobody_and_takes_no_place() -> None:
    field = Entrants((1, 2, 3, 4, 5, None, None, 8))
    plan = single_elimination.blueprint(8, {})
    results = lower_number_wins(plan, field)
    values = {
        r.entry: r
        for r in table(plan.nodes, resolve(plan.nodes, field, {}, results).decisions, field)
    }
    assert places(values) == {
        1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4), 5: (5, 6), 8: (5, 6),
    }  # fmt: skip


@given(st.integers(2, 40), st.data())
def test_places_of_a_finished_event_cover_the_field(n: int, data: st.DataObject) -> None:
    third = data.draw(st.booleans())
    result = rows(n, *played_out(n, third_place=third), third_place=third)
    spans = sorted(set(places(result).values()))
    covered = [p for first, last in spans if first and last for p in range(first, last + 1)]
    assert covered == list(range(1, n + 1))
    assert sum(row.won for row in result.values()) == sum(row.lost for row in result.values())


@pytest.mark.parametrize("n", [2, 3, 7])
def test_points_are_the_wins(n: int) -> None:
    assert all(row.points == row.won for row in rows(n, *played_out(n)).values())
