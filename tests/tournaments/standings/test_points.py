"""Tables of points: the worked ones of T6, and what always holds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.played import main_table, placed, position
from tournaments.formats.base import Blueprint, Entrants
from tournaments.formats.protocol import Position
from tournaments.standings.overall import overall
from tournaments.standings.points import PointsTable
from tournaments.standings.row import halves
from tournaments.standings.tables import points_tables, tables

N8_LOWER = ("1>5 2>6 3>7 4>8", "1>3 2>4 5>7 6>8", "1>2 3>5 4>6 7>8")
N8_HIGHER = ("5>1 6>2 7>3 8>4", "7>5 8>6 3>1 4>2", "8>7 5>3 6>4 2>1")
N5 = ("1>3 2>4 5", "1>2 3>5 4", "1>4 2>5 3")


def counted(table: PointsTable, name: str = "buchholz") -> list[tuple[int, object, object]]:
    return [(row.entry, row.points, row.tie_breaks[name]) for row in table.rows]


def test_t6_n8_points_and_buchholz() -> None:
    result = sorted(counted(main_table(8, *N8_LOWER)))
    assert result == [
        (1, 3, 5), (2, 2, 6), (3, 2, 5), (4, 2, 3), (5, 1, 6), (6, 1, 4), (7, 1, 3), (8, 0, 4),
    ]  # fmt: skip


def test_t6_n8_is_in_the_order_of_buchholz_when_that_is_chosen() -> None:
    assert placed(main_table(8, *N8_LOWER, order=("buchholz",))) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_t6_n8_when_the_higher_number_wins() -> None:
    assert counted(main_table(8, *N8_HIGHER)) == [
        (8, 3, 5), (7, 2, 6), (6, 2, 5), (5, 2, 3), (4, 1, 6), (3, 1, 4), (2, 1, 3), (1, 0, 4),
    ]  # fmt: skip


def test_t6_n5_a_bye_adds_nothing_to_buchholz() -> None:
    table = main_table(5, *N5, order=("buchholz",))
    assert counted(table) == [(1, 3, 5), (2, 2, 5), (3, 2, 4), (4, 1, 5), (5, 1, 4)]
    assert [(row.byes, row.won, row.played) for row in table.rows] == [
        (0, 3, 3), (0, 2, 3), (1, 1, 2), (1, 0, 2), (1, 0, 2),
    ]  # fmt: skip


def test_t6_n5_with_the_virtual_opponent_of_unplayed_rounds() -> None:
    # 5 had the bye in round 1 of 3: 0 before + (1 - 1) + 0.5 * 2 = 1; 4 in round 2: 0 + 0 + 0.5; 3 in round 3: 1 + 0 + 0.
    table = main_table(5, *N5, order=("buchholz",), unplayed="virtual")
    assert sorted(counted(table)) == [
        (1, 3, 5), (2, 2, 5), (3, 2, 5), (4, 1, Fraction(11, 2)), (5, 1, 5),
    ]  # fmt: skip


def test_a_round_lost_by_forfeit_has_a_virtual_opponent_as_well() -> None:
    # Entry 2 of two, absent in round 1 of 1: 0 before + (1 - 0) + 0 = 1; entry 1, who won it: 0 + 0 + 0.
    table = main_table(2, "1>2f", order=("buchholz",), unplayed="virtual")
    assert counted(table) == [(1, 1, 0), (2, 0, 1)]


def test_a_round_still_being_played_has_no_virtual_opponent() -> None:
    table = main_table(4, "1>2 3?4", order=("buchholz",), unplayed="virtual")
    assert {row.entry: row.tie_breaks["buchholz"] for row in table.rows} == {1: 0, 2: 1, 3: 0, 4: 0}


def test_rounds_missed_before_and_after_have_virtual_opponents_too() -> None:
    stage = position(5, "1>2 3>4", "1>3 2>5 4", "2>1 5>3w 4", gone=(3,))
    field = Entrants(stage.entrants.order, frozenset({3}), {5: 2})
    stage = Position(field, stage.blueprint, stage.decisions, stage.draw_seed)
    options = {"unplayed": "virtual", "late_points": "half"}
    faced = points_tables(stage, options)["main"].tally.faced
    # 5 came for round 2 with half a point: 0 + (1 - 0.5) + 0.5 * 2; then 2, who has two points.
    assert [(f.opponent, halves(f.points), f.won) for f in faced[5]] == [
        (None, Fraction(3, 2), False), (2, 2, False), (None, Fraction(1, 2), True),
    ]  # fmt: skip
    # 3 has left after round 2, with a point: 1 + (1 - 0) + 0.
    assert [(f.opponent, halves(f.points)) for f in faced[3]] == [(4, 2), (1, 2), (None, 2)]


def test_who_only_waits_for_an_opponent_has_no_virtual_one() -> None:
    table = main_table(5, "1>2 3>4", "1>5 2>3", order=("buchholz",), unplayed="virtual")
    assert next(row.tie_breaks["buchholz"] for row in table.rows if row.entry == 5) == 2


def test_places_hold_for_the_moment_while_a_round_is_played() -> None:
    table = main_table(4, "1>2 3?4")
    assert [(row.entry, row.place_from, row.place_to, row.status) for row in table.rows] == [
        (1, 1, 1, "playing"), (2, 2, 2, "playing"), (3, 3, 4, "playing"), (4, 3, 4, "playing"),
    ]  # fmt: skip


def test_nobody_has_a_place_before_the_first_result() -> None:
    for table in (main_table(4, "1?2 3?4"), main_table(4)):
        assert {(row.place_from, row.place_to, row.points) for row in table.rows} == {
            (None, None, 0)
        }


def test_the_first_of_a_stage_played_out_is_its_winner() -> None:
    statuses = [row.status for row in main_table(8, *N8_LOWER).rows]
    assert statuses == ["winner"] + 7 * ["finished"]


def test_a_stage_with_rounds_still_to_draw_is_not_over() -> None:
    assert {row.status for row in main_table(8, *N8_LOWER, rounds=5).rows} == {"playing"}


def test_the_caller_may_know_better_whether_a_stage_is_over() -> None:
    points_table = points_tables(position(8, *N8_LOWER), {}, over=False)["main"]
    assert {row.status for row in points_table.rows} == {"playing"}


def test_who_left_keeps_their_points_and_is_marked() -> None:
    points_table = points_tables(position(4, "1>2 3>4", "1>3w 2>4", gone=(3,)), {})["main"]
    of_three = next(row for row in points_table.rows if row.entry == 3)
    assert (of_three.points, of_three.status, of_three.played, of_three.lost) == (
        1,
        "withdrawn",
        2,
        1,
    )


def test_played_is_won_and_lost_whatever_ended_a_pairing() -> None:
    rounds = ("1>2 3>4f 5>6w 7", "1>3d 2>5f 4>7 6")
    rows = {row.entry: row for row in main_table(7, *rounds).rows}
    assert all(row.played == row.won + row.lost + row.tied for row in rows.values())
    assert [(rows[n].played, rows[n].won, rows[n].lost) for n in (1, 3, 4, 5, 6, 7)] == [
        (2, 1, 1), (2, 1, 1), (2, 1, 1), (2, 1, 1), (1, 0, 1), (1, 0, 1)
    ]  # fmt: skip
    assert (rows[6].byes, rows[7].byes) == (1, 1)


def test_t9_1_a_late_entry_gets_what_was_agreed_for_the_missed_rounds() -> None:
    for late, points in (("loss", 0), ("half", Fraction(1, 2)), ("bye", 1)):
        stage = position(5, "1>2 3>4", "1>3 2>4 5")
        field = Entrants(stage.entrants.order, joined={5: 2})
        stage = Position(field, stage.blueprint, stage.decisions, stage.draw_seed)
        rows = tables(stage, {"late_points": late}, "points")["main"]
        assert next(row.points for row in rows if row.entry == 5) == points + 1


def test_a_group_has_a_table_of_its_own() -> None:
    first, two = position(4, "1>2"), position(4, "3>4")
    plans = (first.blueprint.rounds[0], two.blueprint.rounds[0])
    groups = tuple(
        type(p)(number, p.name, None, name)
        for number, p, name in zip((1, 2), plans, "AB", strict=True)
    )
    nodes = (
        first.blueprint.nodes[0],
        type(first.blueprint.nodes[0])("B1.1", 2, two.blueprint.nodes[0].sources),
    )
    decisions = {"R1.1": first.decisions["R1.1"], "B1.1": two.decisions["R1.1"]}
    stage = Position(first.entrants, Blueprint(groups, nodes), decisions)
    result = tables(stage, {}, "points")
    assert {name: [(r.entry, r.place_from, r.status) for r in rows] for name, rows in result.items()} == {
        "A": [(1, 1, "finished"), (2, 2, "finished")],
        "B": [(3, 1, "finished"), (4, 2, "finished")],
    }  # fmt: skip


@st.composite
def some_rounds(draw: st.DrawFn) -> tuple[int, list[str]]:
    """Rounds of anybody against anybody, with byes, forfeits and pairs that still play."""
    n = draw(st.integers(2, 12))
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(1, n + 1)))
        pairs = [
            draw(st.sampled_from([f"{a}>{b}", f"{a}>{b}:7-{a % 7}", f"{a}>{b}f", f"{a}>{b}d", f"{a}?{b}"]))
            for a, b in zip(order[::2], order[1::2], strict=False)
        ]  # fmt: skip
        rounds.append(" ".join(pairs + [str(order[-1])] * (n % 2)))
    return n, rounds


@given(some_rounds(), st.sampled_from(["ignore", "virtual"]))
def test_wins_are_the_decided_pairings_and_places_cover_the_field(
    drawn: tuple[int, list[str]], unplayed: str
) -> None:
    n, rounds = drawn
    stage = position(n, *rounds)
    rows = tables(stage, {"unplayed": unplayed}, "points")["main"]
    won_by_somebody = [
        d for d in stage.decisions.values() if d.losers and isinstance(d.winner, int)
    ]
    assert sum(row.won for row in rows) == len(won_by_somebody)
    assert sum(row.points for row in rows) == len(won_by_somebody) + sum(row.byes for row in rows)
    if rows[0].place_from is not None:
        spans = sorted({(row.place_from, row.place_to) for row in rows})
        assert [
            p for first, last in spans if first and last for p in range(first, last + 1)
        ] == list(range(1, n + 1))
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@given(some_rounds(), st.randoms(use_true_random=False))
def test_the_order_in_which_results_came_plays_no_part(
    drawn: tuple[int, list[str]], chance: object
) -> None:
    n, rounds = drawn
    shuffled = []
    for text in rounds:
        pairs = text.split()
        chance.shuffle(pairs)  # type: ignore[attr-defined]
        shuffled.append(" ".join(pairs))
    assert main_table(n, *rounds).rows == main_table(n, *shuffled).rows


@pytest.mark.parametrize("order", [(), ("lot",), ("wins", "boards")])
def test_any_order_of_tie_breaks_may_be_chosen(order: tuple[str, ...]) -> None:
    rows = main_table(8, *N8_LOWER, order=order).rows
    assert [row.points for row in rows] == [3, 2, 2, 2, 1, 1, 1, 0]


def test_the_final_order_adds_up_the_columns_of_all_stages() -> None:
    before = main_table(2, "1>2").rows[0]
    tied = replace(before, played=2, won=1, tied=1)
    (row,) = overall([[before], [tied]])
    assert (row.played, row.won, row.lost, row.tied) == (3, 2, 0, 1)
