""" "Why am I third?": the reasons of a place, as data."""

from hypothesis import given

from tests.tournaments.standings.played import main_table, position
from tests.tournaments.standings.test_points import N5, N8_LOWER, some_rounds
from tournaments.standings.points import PointsTable
from tournaments.standings.reasons import PlaceReason
from tournaments.standings.tables import points_tables
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.standings.why import why


def reason(table: PointsTable, entry: int, code: str) -> PlaceReason:
    return next(text for text in why(table, entry) if text.code == code)


def test_the_third_hears_what_parts_them_from_their_neighbours() -> None:
    table = main_table(8, *N8_LOWER, order=("buchholz",))
    behind, ahead = reason(table, 3, "behind"), reason(table, 3, "ahead")
    assert behind.params == {"entry": 2, "by": "buchholz", "own": 5, "other": 6}
    assert ahead.params == {"entry": 4, "by": "buchholz", "own": 5, "other": 3}


def test_who_is_behind_by_points_hears_just_that() -> None:
    text = reason(main_table(8, *N8_LOWER), 8, "behind")
    assert (text.params["by"], text.params["own"], text.params["other"]) == ("points", 0, 1)


def test_the_first_is_behind_nobody_and_the_last_ahead_of_nobody() -> None:
    table = main_table(8, *N8_LOWER)
    assert "behind" not in {text.code for text in why(table, 1)}
    assert "ahead" not in {text.code for text in why(table, 8)}


def test_points_say_what_they_are_made_of() -> None:
    assert reason(main_table(5, *N5), 3, "points").params == {
        "points": 2, "won": 1, "byes": 1, "granted": 0,
    }  # fmt: skip


def test_buchholz_names_the_opponents_and_their_points() -> None:
    table = main_table(8, *N8_LOWER, order=("buchholz",))
    assert reason(table, 2, "buchholz").params["faced"] == [(6, 1), (4, 2), (1, 3)]


def test_a_virtual_opponent_has_no_name() -> None:
    table = main_table(5, *N5, order=("buchholz",), unplayed="virtual")
    assert reason(table, 5, "buchholz").params["faced"] == [(None, 1), (3, 2), (2, 2)]


def test_median_says_who_was_left_out() -> None:
    text = reason(main_table(8, *N8_LOWER, order=("median",)), 2, "median")
    assert text.params["faced"] == [(4, 2)]
    assert text.params["dropped"] == [(6, 1), (1, 3)]


def test_sonneborn_berger_names_only_the_beaten() -> None:
    text = reason(main_table(8, *N8_LOWER, order=("sonneborn_berger",)), 2, "sonneborn_berger")
    assert text.params["faced"] == [(6, 1), (4, 2)]


def test_head_to_head_says_who_beat_whom() -> None:
    table = main_table(4, "2>1 4>3", "1>3 4>2", order=("head_to_head",))
    text = reason(table, 2, "head_to_head")
    assert (text.params["beat"], text.params["lost_to"], text.params["value"]) == ([1], [], 1)


def test_head_to_head_names_two_who_have_not_met() -> None:
    text = reason(main_table(8, *N8_LOWER), 4, "head_to_head_not_met")
    assert text.params["pair"] == (4, 3)
    assert text.params["tied"] == (2, 3, 4)


def test_those_who_share_a_place_hear_with_whom() -> None:
    table = main_table(4, "1>2 3>4", order=())
    assert reason(table, 1, "level").params == {"entries": (3,)}


def test_before_the_first_result_there_is_nothing_to_say() -> None:
    assert [text.code for text in why(main_table(4, "1?2 3?4"), 1)] == ["not_begun"]


def test_the_lot_waits_for_the_end() -> None:
    table = points_tables(position(4, "1>2 3>4"), {}, ("lot",), over=False)["main"]
    assert reason(table, 1, "lot_not_yet").params["tied"] == (1, 3)


@given(some_rounds())
def test_every_tie_break_that_was_asked_is_told_and_the_neighbours_agree(
    drawn: tuple[int, list[str]],
) -> None:
    n, rounds = drawn
    table = main_table(n, *rounds, order=tuple(TIE_BREAKS))
    for row in table.rows:
        text = why(table, row.entry)
        removesuffixs = {r.code.removesuffix("_not_met").removesuffix("_not_yet") for r in text}
        asked = {step.name for step in table.steps if row.entry in step.group}
        if row.place_from is not None:
            assert asked <= removesuffixs
        for item in text:
            if item.code == "behind":
                assert item.params["own"] < item.params["other"]  # type: ignore[operator]
            if item.code == "ahead":
                assert item.params["own"] > item.params["other"]  # type: ignore[operator]
