"""The table of a stage that is played for lives (T7)."""

import pytest

from tests.tournaments.standings.stages import drawn, played_out
from tournaments.formats import lives
from tournaments.standings.row import PlaceRow
from tournaments.standings.tables import tables

TWO = {"lives": 2}


def test_t7_n8_two_lives() -> None:
    rows = tables(played_out(lives.FORMAT, 8, TWO), TWO, "lives")["main"]
    assert [(row.entry, row.place_from, row.place_to) for row in rows] == [
        (1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4), (5, 5, 6), (6, 5, 6), (7, 7, 8), (8, 7, 8),
    ]  # fmt: skip
    assert [(row.lives, row.out_in) for row in rows] == [
        (2, None), (0, 5), (0, 4), (0, 4), (0, 3), (0, 3), (0, 2), (0, 2),
    ]  # fmt: skip
    assert [row.status for row in rows] == ["winner"] + 7 * ["eliminated"]


def test_x19_the_player_drawn_for_the_contingent_bye_is_third_after_a_loss() -> None:
    stage = played_out(lives.FORMAT, 3, {"lives": 1})
    rows = tables(stage, {"lives": 1}, "lives")["main"]
    spans = [(row.place_from, row.place_to) for row in rows]
    assert spans == [(1, 1), (2, 2), (3, 3)]


def test_who_is_still_in_has_lives_and_no_place() -> None:
    rows = tables(drawn(lives.FORMAT, 8, TWO), TWO, "lives")["main"]
    assert {(row.place_from, row.lives, row.status) for row in rows} == {(None, 2, "playing")}


@pytest.mark.parametrize("n", [2, 5, 6, 9])
@pytest.mark.parametrize("left", [2, 3])
def test_places_of_a_finished_stage_cover_the_field(n: int, left: int) -> None:
    def by_parity(first: int, second: int) -> int:
        return first if (first * 7 + second * 3) % 5 < 3 else second

    options = {"lives": left}
    rows: tuple[PlaceRow, ...] = tables(
        played_out(lives.FORMAT, n, options, winner=by_parity), options, "lives"
    )["main"]
    spans = sorted({(row.place_from or 0, row.place_to or 0) for row in rows})
    assert [p for first, last in spans for p in range(first, last + 1)] == list(range(1, n + 1))
    assert [row.status for row in rows].count("winner") == 1
