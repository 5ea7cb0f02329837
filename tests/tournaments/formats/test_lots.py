"""T6.9: a tie across the last place that goes on is broken by lot, never by the order of rows."""

import pytest

from tournaments.formats.cuts import BrokenTie, Cut, Standing, cut
from tournaments.standings.tie_breaks import by_lot

SHARED = [(1, 1, 3), (2, 2, 2), (3, 2, 2), (4, 2, 2), (5, 5, 0)]
LOT = {4: 0, 2: 1, 5: 2, 3: 3, 1: 4}


def test_of_three_level_for_one_place_the_lot_chooses() -> None:
    result = cut({"main": SHARED}, {"cut": "top", "n": 2}, LOT)
    assert result == Cut((1, 4), (BrokenTie((4,), (2, 3)),))
    reversed_rows = [SHARED[0], *SHARED[3:0:-1], SHARED[4]]
    assert cut({"main": reversed_rows}, {"cut": "top", "n": 2}, LOT) == result


def test_a_tie_that_is_not_cut_needs_no_lot() -> None:
    assert cut({"main": SHARED}, {"cut": "top", "n": 4}, LOT) == Cut((1, 2, 3, 4))


def test_the_last_place_of_each_group_is_drawn_in_that_group() -> None:
    tables = {"A": [(1, 1, 2), (2, 2, 1), (3, 2, 1)], "B": [(11, 1, 1), (12, 1, 1), (13, 3, 0)]}
    lot = {3: 0, 12: 1, 11: 2, 2: 3, 1: 4, 13: 5}
    result = cut(tables, {"cut": "top_of_group", "n": 1}, lot)
    assert result == Cut((1, 12), (BrokenTie((12,), (11,)),))
    assert cut(tables, {"cut": "top_of_group", "n": 2}, lot).lots == (BrokenTie((3,), (2,)),)


def test_between_groups_the_lot_breaks_a_tie_in_rank_and_wins() -> None:
    tables = {
        g: [(n, 1, 2), (n + 1, 2, 1), (n + 2, 3, 0)] for g, n in (("A", 1), ("B", 11), ("C", 21))
    }
    lot = {22: 0, 2: 1, 12: 2, 21: 3, 1: 4, 11: 5}  # the firsts go on anyway
    result = cut(tables, {"cut": "top", "n": 4}, lot)
    assert result == Cut((21, 1, 11, 22), (BrokenTie((22,), (2, 12)),))


@pytest.mark.parametrize("take", [{"cut": "wins", "n": 2}, {"cut": "survivors"}])
def test_a_cut_that_takes_everybody_who_has_enough_parts_nobody(take: dict[str, object]) -> None:
    rows = [Standing(*row, alive=row[2] > 1) for row in SHARED]
    result = cut({"main": rows}, take, LOT)
    assert (result.entries, result.lots) == ((1, 2, 3, 4), ())


def test_without_a_lot_tied_entries_keep_their_order() -> None:
    """Stages that were drawn before the lot decided are compared like this."""
    assert cut({"main": SHARED}, {"cut": "top", "n": 2}).entries == (1, 2)


def test_the_lot_depends_on_seed_and_number_alone() -> None:
    numbers = {n: n for n in range(1, 9)}
    order = by_lot(numbers, "5e" * 32)
    assert sorted(order) == list(range(1, 9))
    assert [e for e in order if e in (3, 5, 6)] == by_lot({6: 6, 3: 3, 5: 5}, "5e" * 32)
    assert order != by_lot(numbers, "5f" * 32)
