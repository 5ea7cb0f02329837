"""Cross-tables as data."""

from tests.tournaments.formats.draws import beats
from tests.tournaments.standings.played import position
from tests.tournaments.standings.stages import drawn, played_out
from tournaments.formats import groups, round_robin
from tournaments.formats.base import Outcome
from tournaments.standings.cross import CrossCell, cross_table


def test_a_round_robin_is_a_matrix_without_a_diagonal() -> None:
    table = cross_table(played_out(round_robin.FORMAT, 4))["main"]
    assert table.is_matrix
    assert {entry: set(row) for entry, row in table.cells.items()} == {
        entry: {1, 2, 3, 4} - {entry} for entry in (1, 2, 3, 4)
    }
    assert [cell.how for cell in table.cells[1][4]] == ["won"]
    assert [cell.how for cell in table.cells[4][1]] == ["lost"]


def test_both_legs_share_a_place_of_the_matrix() -> None:
    table = cross_table(played_out(round_robin.FORMAT, 3, {"legs": 2}))["main"]
    assert [len(table.cells[1][other]) for other in (2, 3)] == [2, 2]
    assert {cell.opponent for cell in table.cells[1][2]} == {2}


def test_scores_are_seen_from_both_sides() -> None:
    outcome = Outcome("R1.1", 4, (1,), "played", score=((4, 7), (1, 3)))
    table = cross_table(drawn(round_robin.FORMAT, 4, results=[outcome]))["main"]
    assert table.cells[1][4][0].score == (3, 7)
    assert table.cells[4][1][0].score == (7, 3)
    assert table.cells[2][3][0] == CrossCell("R1.2", 1, 3, "open")


def test_each_group_has_its_own_matrix() -> None:
    tables = cross_table(drawn(groups.FORMAT, 8, {"groups": 2}))
    assert {name: table.entries for name, table in tables.items()} == {
        "A": (1, 4, 5, 8), "B": (2, 3, 6, 7),
    }  # fmt: skip


def test_rounds_that_were_paired_one_by_one_are_listed_round_by_round() -> None:
    table = cross_table(position(5, "1>3:7-3 2>4 5", "1>2 3?5 4"))["main"]
    assert (table.is_matrix, table.rounds) == (False, (1, 2))
    [cell] = table.cells[1][1]
    assert (cell.how, cell.score, cell.opponent) == ("won", (7, 3), 3)
    assert [table.cells[5][r][0].how for r in (1, 2)] == ["bye", "open"]
    assert table.cells[3][1][0].score == (3, 7)


def test_rows_come_in_the_order_asked_for() -> None:
    table = cross_table(position(4, "1>2 3>4"), {"main": (3, 1, 4, 2)})["main"]
    assert table.entries == tuple(table.cells) == (3, 1, 4, 2)


def test_t5_4_a_result_that_was_struck_out_is_shown_and_marked() -> None:
    stage = played_out(round_robin.FORMAT, 6, results=[beats("R1.1", 6, 1)], gone=(6,))
    table = cross_table(stage)["main"]
    assert not table.cells[1][6][0].counts
    assert table.cells[1][2][0].counts
