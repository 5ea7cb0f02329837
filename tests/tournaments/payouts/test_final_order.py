"""Which tables pay when there are several stages (T11.1, T11.2)."""

from dataclasses import dataclass

from tournaments.formats.base import CONSOLATION, MAIN
from tournaments.payouts.final_order import final_tables
from tournaments.payouts.prizes import Tables
from tournaments.standings.row import PlaceRow


@dataclass(frozen=True)
class Played:
    number: int
    tables: Tables
    counts_points: bool = False
    is_over: bool = True


def row(entry: int, place: int | None, status: str = "finished", points: int = 0) -> PlaceRow:
    return PlaceRow(entry, place, place, status, 0, 0, 0, points)


GROUPS = Played(1, {"A": [row(1, 1), row(3, 2)], "B": [row(2, 1), row(4, 2)]})
FINAL = Played(2, {MAIN: [row(1, 1), row(2, 2)], CONSOLATION: [row(2, 1)]})


def placed(tables: Tables) -> list[tuple[int, int | None, int | None]]:
    return [(table.entry, table.place_from, table.place_to) for table in tables[MAIN]]


def test_before_the_draw_no_table_pays() -> None:
    assert final_tables([], 2, is_finished=False) == {}


def test_of_one_stage_the_tables_pay_as_they_are() -> None:
    assert final_tables([GROUPS], 1, is_finished=False) == GROUPS.tables


def test_behind_the_last_stage_stand_who_went_out_before_and_equals_share() -> None:
    result = final_tables([FINAL, GROUPS], 2, is_finished=True)
    assert placed(result) == [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4)]
    assert result[CONSOLATION] == FINAL.tables[CONSOLATION]


def test_no_main_place_pays_while_a_stage_is_still_to_come() -> None:
    assert MAIN not in final_tables([Played(1, FINAL.tables)], 2, is_finished=False)
    nothing_drawn = Played(2, {MAIN: []})
    assert MAIN not in final_tables([nothing_drawn, GROUPS], 2, is_finished=False)


def test_it_ends_with_the_groups_when_too_few_go_on() -> None:
    result = final_tables([Played(2, {MAIN: []}), GROUPS], 2, is_finished=True)
    assert placed(result) == [(1, 1, 2), (2, 1, 2), (3, 3, 4), (4, 3, 4)]


def test_who_went_out_holds_their_place_for_the_moment_while_their_stage_is_open_again() -> None:
    again = Played(1, GROUPS.tables, is_over=False)
    final_table = final_tables([FINAL, again], 2, is_finished=False)[MAIN]
    assert [item.status for item in final_table] == ["finished", "finished", "playing", "playing"]


def test_equal_points_share_within_a_stage_and_not_across_the_cut() -> None:
    league = Played(1, {MAIN: [row(n, n, points=p) for n, p in ((1, 3), (2, 2), (3, 2), (4, 2))]}, True)  # fmt: skip
    last = Played(2, {MAIN: [row(1, 1, points=2), row(2, 2, points=2)]})
    result = final_tables([last, league], 2, is_finished=True, equal_points_share=True)
    assert placed(result) == [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4)]


def test_no_more_stages_are_read_than_places_are_paid() -> None:
    result = final_tables([FINAL, GROUPS], 2, is_finished=True, deep=2)
    assert placed(result) == [(1, 1, 1), (2, 2, 2)]
