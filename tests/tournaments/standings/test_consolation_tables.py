"""Main, consolation and last chance have a table each (T4)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.stages import played_out
from tournaments.formats import consolation
from tournaments.standings.tables import tables


def test_t4_n8_three_tables() -> None:
    stage = played_out(consolation.FORMAT, 8, {"feed_rounds": 2, "last_chance": "progressive"})
    result = tables(stage, {}, "knockout")
    assert {
        name: [(row.entry, row.place_from, row.place_to) for row in rows]
        for name, rows in result.items()
    } == {
        "main": [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4), *((e, 5, 8) for e in (5, 6, 7, 8))],
        "consolation": [(3, 1, 1), (4, 2, 2), (5, 3, 4), (6, 3, 4), (7, 5, 6), (8, 5, 6)],
        "last_chance": [(5, 1, 1), (6, 2, 2), (7, 3, 4), (8, 3, 4)],
    }
    assert [rows[0].status for rows in result.values()] == 3 * ["winner"]


@given(
    st.integers(2, 20),
    st.sampled_from(["progressive", "first_round", "first_match"]),
    st.sampled_from(["none", "fresh", "progressive"]),
    st.booleans(),
    st.data(),
)
def test_places_of_every_table_cover_those_who_got_there(
    n: int, kind: str, last_chance: str, third_place: bool, data: st.DataObject
) -> None:
    def by_chance(first: int, second: int) -> int | None:
        return data.draw(st.sampled_from([first, first, first, second, second, second, None]))

    options = {"consolation": kind, "last_chance": last_chance, "third_place": third_place}
    gone = tuple(data.draw(st.sets(st.integers(1, n), max_size=2)))
    stage = played_out(consolation.FORMAT, n, options, winner=by_chance, gone=gone)
    for rows in tables(stage, options, "knockout").values():
        spans = sorted({(row.place_from or 0, row.place_to or 0) for row in rows})
        covered = [place for first, last in spans for place in range(first, last + 1)]
        assert covered == list(range(1, len(rows) + 1))
