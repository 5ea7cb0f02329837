"""Each tie-break by itself, and how they follow each other (T6)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.played import main_table, placed, position
from tournaments.standings.points import PointsTable
from tournaments.standings.tables import points_tables

# A, B, C are 1, 2, 3; the win more that each has is one over 4, who did not come.
X9 = ("1>2:7-1 3>4f", "2>3:7-1 1>4f", "3>1:7-6 2>4f")


def shared(table: PointsTable) -> list[tuple[int, ...]]:
    bands: dict[object, list[int]] = {}
    for row in table.rows:
        bands.setdefault((row.place_from, row.place_to), []).append(row.entry)
    return [tuple(band) for band in bands.values()]


def value(table: PointsTable, entry: int, name: str) -> object:
    return next(row.tie_breaks.get(name) for row in table.rows if row.entry == entry)


def test_x9_three_who_beat_each_other_are_parted_by_their_points() -> None:
    equal = ("head_to_head", "buchholz", "median", "sonneborn_berger")
    table = main_table(4, *X9, order=(*equal, "points_difference"))
    assert placed(table) == [1, 2, 3, 4]
    assert [value(table, entry, "points_difference") for entry in (1, 2, 3)] == [5, 0, -5]
    for name in equal:
        assert len({value(table, entry, name) for entry in (1, 2, 3)}) == 1
    assert placed(main_table(4, *X9)) == [
        1,
        2,
        3,
        4,
    ]  # by their ratio, which the default order asks


def test_head_to_head_counts_only_when_all_who_are_tied_have_met() -> None:
    table = main_table(6, "1>4 2>5 3>6", "4>2 5>3 6>1", order=("head_to_head",))
    assert shared(table) == [(1, 2, 3, 4, 5, 6)]
    assert value(table, 1, "head_to_head") is None


def test_two_who_are_tied_are_parted_by_their_own_match() -> None:
    table = main_table(4, "2>1 4>3", "1>3 4>2", order=("head_to_head",))
    assert placed(table) == [4, 2, 1, 3]


def test_three_in_a_circle_stay_tied_by_head_to_head() -> None:
    table = main_table(3, "2>1 3", "1>3 2", "3>2 1", order=("head_to_head",))
    assert shared(table) == [(1, 2, 3)]


def test_a_forfeit_between_the_tied_is_their_match_as_well() -> None:
    table = main_table(4, "2>1f 4>3", "1>3 4>2", order=("head_to_head",))
    assert placed(table) == [4, 2, 1, 3]


def test_who_is_still_tied_after_a_split_begins_again_with_head_to_head() -> None:
    # 1, 2, 3 have two points each and 1 met neither; Buchholz separates 1 from the others, whose match then counts.
    rounds = ("1>4 2>5 6>3", "1>6 3>2 4>5", "2>6 3>4 5>1")
    table = main_table(6, *rounds, order=("head_to_head", "buchholz"))
    assert placed(table)[:3] == [3, 2, 1]
    assert [(step.name, step.group, step.splits) for step in table.steps if 2 in step.group] == [
        ("head_to_head", (1, 2, 3), False),
        ("buchholz", (1, 2, 3), True),
        ("head_to_head", (2, 3), True),
    ]


def test_median_drops_the_best_and_the_worst_opponent() -> None:
    table = main_table(
        8, "1>5 2>6 3>7 4>8", "1>3 2>4 5>7 6>8", "1>2 3>5 4>6 7>8", order=("median",)
    )
    assert {e: value(table, e, "median") for e in (1, 2, 5, 8)} == {1: 2, 2: 2, 5: 2, 8: 1}


def test_median_of_two_opponents_is_nothing() -> None:
    assert value(main_table(4, "1>2 3>4", "1>3 2>4", order=("median",)), 1, "median") == 0


def test_sonneborn_berger_adds_the_points_of_the_beaten() -> None:
    table = main_table(4, "1>2 3>4", "1>3 2>4", "4>1 3>2", order=("sonneborn_berger",))
    assert {row.entry: row.tie_breaks["sonneborn_berger"] for row in table.rows} == {
        1: 3,
        3: 2,
        2: 1,
        4: 2,
    }


def test_who_lost_no_point_has_the_best_ratio_and_no_points_at_all_is_level() -> None:
    table = main_table(6, "1>2:5-0 3>4:7-6 5>6", order=("points_ratio",))
    # Of the winners 1 won 5-0, 3 won 7-6, nobody told of 5; the losers in the mirror.
    assert shared(table) == [(1,), (3,), (5,), (6,), (4,), (2,)]
    assert value(table, 1, "points_ratio") == 1
    assert value(table, 3, "points_ratio") == Fraction(7, 13)
    assert value(table, 5, "points_ratio") == Fraction(1, 2)


def test_a_ratio_is_exact_where_a_decimal_fraction_is_not() -> None:
    # 10 : 20 and 5 : 10 are equal, and nothing else tells 1 and 3 apart.
    table = main_table(4, "2>1:20-10 4>3:10-5", order=("points_ratio",))
    assert value(table, 1, "points_ratio") == value(table, 3, "points_ratio") == Fraction(1, 3)


def test_wins_leave_byes_out() -> None:
    table = main_table(3, "1>2 3", order=("wins",))
    assert placed(table) == [1, 3, 2]


def test_the_lot_is_drawn_from_the_stages_seed_and_only_when_all_is_played() -> None:
    four = ("1>2 3>4",)
    drawn = main_table(4, *four, order=("lot",))
    assert placed(drawn) == placed(main_table(4, *four, order=("lot",)))
    assert {value(drawn, e, "lot") for e in placed(drawn)[:2]} == {0, 1}
    assert shared(main_table(4, *four, order=("lot",), rounds=2)) == [(1, 3), (2, 4)]


def test_another_seed_draws_another_lot() -> None:
    stage = position(64, " ".join(f"{e}>{e + 32}" for e in range(1, 33)))
    orders = set()
    for digit in "0123":
        other = type(stage)(stage.entrants, stage.blueprint, stage.decisions, draw_seed=digit * 64)
        orders.add(tuple(placed(points_tables(other, {}, ("lot",))["main"])))
    assert len(orders) == 4
    assert all(set(order[:32]) == set(range(1, 33)) for order in orders)


@given(st.integers(2, 9), st.data())
def test_a_full_round_robin_with_all_tie_breaks_leaves_nobody_tied(
    n: int, data: st.DataObject
) -> None:
    pairs = [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]
    text = " ".join(f"{a}>{b}" if data.draw(st.booleans()) else f"{b}>{a}" for a, b in pairs)
    table = main_table(n, text)
    assert sorted(placed(table)) == list(range(1, n + 1))
