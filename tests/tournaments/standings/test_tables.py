"""The tables of whole stages of every kind: who is in which, and with which places."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import beats
from tests.tournaments.standings.stages import drawn, played_out
from tournaments.formats import (
    double_elimination,
    groups,
    round_robin,
    single_elimination,
    swiss,
)
from tournaments.formats.base import (
    Blueprint,
    Entrants,
    EntryRef,
    LoserOf,
    Node,
    NoOne,
    Outcome,
    RoundPlan,
    resolve,
)
from tournaments.formats.protocol import Position
from tournaments.standings.row import PlaceRow
from tournaments.standings.tables import tables

Places = dict[int, tuple[int | None, int | None]]


def places(rows: tuple[PlaceRow, ...]) -> Places:
    return {row.entry: (row.place_from, row.place_to) for row in rows}


def exactly(*order: int) -> Places:
    return {entry: (place, place) for place, entry in enumerate(order, 1)}


def row_of(position: Position, entry: int, counts: str = "knockout") -> PlaceRow:
    return next(row for row in tables(position, {}, counts)["main"] if row.entry == entry)


def test_t3_n8_is_one_table_from_the_grand_final_down() -> None:
    result = tables(played_out(double_elimination.FORMAT, 8), {}, "knockout")
    assert set(result) == {"main"}
    assert places(result["main"]) == {
        1: (1, 1), 2: (2, 2), 3: (3, 3), 4: (4, 4), 5: (5, 6), 6: (5, 6), 7: (7, 8), 8: (7, 8),
    }  # fmt: skip


def test_t3_4_who_lost_the_first_grand_final_has_no_place_while_the_second_is_open() -> None:
    until = played_out(double_elimination.FORMAT, 4, winner=min, results=[beats("GF1.1", 2, 1)])
    assert until.decisions["GF2.1"].kind  # played out, 1 wins the second
    assert places(tables(until, {}, "knockout")["main"]) == {
        1: (1, 1), 2: (2, 2), 3: (3, 3), 4: (4, 4),
    }  # fmt: skip
    results = [
        beats("W1.1", 1, 4), beats("W1.2", 2, 3), beats("L1.1", 3, 4), beats("W2.1", 1, 2),
        beats("L2.1", 2, 3), beats("GF1.1", 2, 1),
    ]  # fmt: skip
    still_open = drawn(double_elimination.FORMAT, 4, results=results)
    assert still_open.decisions["GF2.1"].players == (2, 1)
    result = places(tables(still_open, {}, "knockout")["main"])
    assert (result[1], result[2]) == ((None, None), (None, None))
    assert (result[3], result[4]) == ((3, 3), (4, 4))


def test_t3_4_without_a_grand_final_both_brackets_make_one_table() -> None:
    stage = played_out(double_elimination.FORMAT, 8, {"grand_final": "none"})
    assert places(tables(stage, {}, "knockout")["main"])[1] == (1, 1)
    assert places(tables(stage, {}, "knockout")["main"])[2] == (2, 2)


def test_who_has_lost_once_in_a_double_elimination_has_no_place_yet() -> None:
    row = row_of(drawn(double_elimination.FORMAT, 8, results=[beats("W1.1", 1, 8)]), 8)
    assert (row.place_from, row.status, row.lost) == (None, "playing", 1)


def test_x5_who_withdraws_in_the_losers_bracket_ends_where_they_left() -> None:
    stage = played_out(double_elimination.FORMAT, 8, results=[beats("W1.4", 3, 6)], gone=(6,))
    row = row_of(stage, 6)
    assert (row.place_from, row.place_to, row.status) == (7, 8, "withdrawn")


def test_who_leaves_unbeaten_ends_at_the_worst_place_of_their_way_on() -> None:
    results = [
        *(beats(f"W1.{n}", a, b) for n, (a, b) in enumerate([(1, 8), (4, 5), (2, 7), (3, 6)], 1)),
        beats("W2.1", 1, 4), beats("W2.2", 2, 3),
    ]  # fmt: skip
    stage = played_out(double_elimination.FORMAT, 8, results=results, gone=(1,))
    row = row_of(stage, 1)  # the loser of the last winners' round would have been third at worst
    assert (row.status, row.place_from) == ("withdrawn", 3)


@given(st.integers(2, 20), st.sampled_from(["reset", "single", "none"]), st.data())
def test_places_of_a_finished_double_elimination_cover_the_field(
    n: int, final: str, data: st.DataObject
) -> None:
    def by_chance(first: int, second: int) -> int | None:
        return data.draw(st.sampled_from([first, first, first, second, second, second, None]))

    stage = played_out(double_elimination.FORMAT, n, {"grand_final": final}, winner=by_chance)
    rows = tables(stage, {}, "knockout")["main"]
    spans = sorted({(row.place_from or 0, row.place_to or 0) for row in rows})
    assert [p for first, last in spans for p in range(first, last + 1)] == list(range(1, n + 1))


def test_a_consolation_lists_only_those_who_got_there() -> None:
    main = drawn(single_elimination.FORMAT, 4)
    side = Blueprint(
        (RoundPlan(3, "final", 0, "consolation"),),
        (Node("C1.1", 3, (LoserOf("W1.1"), LoserOf("W1.2")), 1, 2),),
    )
    blueprint = main.blueprint + side

    def after(*results: Outcome) -> dict[str, tuple[PlaceRow, ...]]:

        text = resolve(blueprint.nodes, main.entrants, {}, results)
        return tables(Position(main.entrants, blueprint, text.decisions), {}, "knockout")

    assert after()["consolation"] == ()
    item = after(beats("W1.1", 1, 4))
    assert places(item["consolation"]) == {4: (None, None)}
    assert places(item["main"])[4] == (3, 4)
    all_played = after(beats("W1.1", 1, 4), beats("W1.2", 2, 3), beats("C1.1", 3, 4))
    assert places(all_played["consolation"]) == exactly(3, 4)
    assert [row.status for row in all_played["consolation"]] == ["winner", "eliminated"]


def test_x8_two_groups_of_four() -> None:
    stage = played_out(groups.FORMAT, 8, {"groups": 2})
    result = tables(stage, {"groups": 2}, "points")
    assert {name: [row.entry for row in rows] for name, rows in result.items()} == {
        "A": [1, 4, 5, 8], "B": [2, 3, 6, 7],
    }  # fmt: skip
    assert [row.points for row in result["A"]] == [3, 2, 1, 0]
    assert {row.status for row in result["A"]} == {"finished"}


def test_byes_of_a_full_round_robin_give_no_points() -> None:
    rows = tables(played_out(round_robin.FORMAT, 5), {}, "points")["main"]
    assert [(row.entry, row.points, row.byes) for row in rows] == [
        (1, 4, 0), (2, 3, 0), (3, 2, 0), (4, 1, 0), (5, 0, 0),
    ]  # fmt: skip


def test_t5_2_a_bye_of_a_round_robin_cut_short_is_a_win() -> None:
    options = {"rounds": 2}
    rows = tables(played_out(round_robin.FORMAT, 5, options), options, "points")["main"]
    assert {row.entry for row in rows if row.byes} == {1, 4}
    assert sum(row.points for row in rows) == 4 + 2


def test_a_round_robin_with_more_rounds_agreed_than_there_are_is_over_all_the_same() -> None:
    options = {"rounds": 9}
    rows = tables(played_out(round_robin.FORMAT, 4, options), options, "points")["main"]
    assert rows[0].status == "winner"


def test_t5_4_who_left_before_half_of_their_matches_counts_for_nobody() -> None:
    stage = played_out(round_robin.FORMAT, 6, results=[beats("R1.1", 6, 1)], gone=(6,))
    rows = tables(stage, {}, "points")["main"]
    assert [(row.entry, row.points, row.place_from) for row in rows] == [
        (1, 4, 1), (2, 3, 2), (3, 2, 3), (4, 1, 4), (5, 0, 5), (6, 0, 6),
    ]  # fmt: skip
    assert rows[-1].status == "withdrawn"
    assert rows[-1].played == 0


def test_t5_4_who_is_left_alone_in_a_group_has_its_first_place_while_others_play() -> None:
    drawn_groups = groups.blueprint(8, {"groups": 2})
    field = Entrants(tuple(range(1, 9)), frozenset({4, 5, 8}))
    decisions = resolve(drawn_groups.nodes, field, {}, []).decisions
    result = tables(Position(field, drawn_groups, decisions), {}, "points")
    assert places(result["A"]) == {1: (1, 1), 4: (2, 4), 5: (2, 4), 8: (2, 4)}
    assert set(places(result["B"]).values()) == {(None, None)}


def test_t5_4_who_left_later_keeps_their_results_and_gives_the_rest_away() -> None:
    first_three = [beats("R1.1", 6, 1), beats("R2.1", 6, 4), beats("R3.1", 6, 2)]
    stage = played_out(round_robin.FORMAT, 6, results=first_three, gone=(6,))
    rows = {row.entry: row for row in tables(stage, {}, "points")["main"]}
    assert (rows[6].points, rows[6].played, rows[6].lost) == (3, 5, 2)
    assert rows[1].points == 4
    assert rows[3].points == 3  # over 4, over 5, and what 6 gave away


def test_a_swiss_keeps_the_results_of_who_left() -> None:
    stage = played_out(swiss.FORMAT, 8, {"rounds": 3}, results=[beats("R1.1", 5, 1)], gone=())
    gone = Position(
        type(stage.entrants)(stage.entrants.order, frozenset({5})),
        stage.blueprint,
        stage.decisions,
    )
    assert row_of(gone, 5, "points").points >= 1


def test_late_half_points_are_exact() -> None:
    nodes = (Node("R1.1", 1, (EntryRef(1), NoOne())), Node("R2.1", 2, (EntryRef(1), EntryRef(2))))
    blueprint = Blueprint((RoundPlan(1, "round_1", None), RoundPlan(2, "round_2", None)), nodes)

    field = Entrants((1, 2), joined={2: 2})
    text = resolve(nodes, field, {}, [])
    rows = tables(Position(field, blueprint, text.decisions), {"late_points": "half"}, "points")
    assert [(row.entry, row.points) for row in rows["main"]] == [(1, 1), (2, Fraction(1, 2))]


@pytest.mark.parametrize("n", [4, 5, 8, 13])
def test_the_winner_of_all_matches_is_the_winner_of_every_stage_of_points(n: int) -> None:
    for played, options in ((round_robin.FORMAT, {}), (swiss.FORMAT, {"rounds": 3})):
        rows = tables(played_out(played, n, options), options, "points")["main"]
        assert (rows[0].entry, rows[0].status) == (1, "winner")
