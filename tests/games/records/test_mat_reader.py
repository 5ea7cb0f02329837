"""Reading .mat: both programs' dialects, and what is not one."""

from dataclasses import replace
from datetime import date

import pytest

from games.engine.actions import Imported, MakePlay, OpeningRoll
from games.engine.match import replay
from games.records.mat_reader import read_mat
from games.records.match_file import Cubed, FiledMatch, FilePlace, Rolled, Won
from games.records.reading import MOST_BYTES, read_file
from tests.games.records.files import GOLDEN, checked, game, golden, match_to, refusal, row, won


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.startswith("five")])
def test_the_same_match_comes_out_of_every_dialect(name: str) -> None:
    text = checked(golden(name).decode())
    assert text.state.score == (5, 4)
    assert text.state.outcome is not None
    assert text.state.outcome.winner == "A"
    assert [result.crawford for result in text.state.results] == [0, 0, 1, 0, 0, 0]
    assert won(text)[3] == ("B", "drop", 1, 1)


def test_the_actions_fold_to_the_state_by_the_rules_that_come_with_them() -> None:
    text = checked(golden("five.mat").decode())
    assert replay(text.rules, [action for _, action in text.actions]) == text.state
    assert text.actions[0] == (1, Imported("start", source="mat"))


def test_headers_name_the_event_and_the_day() -> None:
    filed = read_file(golden("five_xg.mat"))
    assert (filed.event, filed.site, filed.played_on) == (
        "Autumn League", "Club night", date(2026, 10, 3),
    )  # fmt: skip
    assert filed.names == ("Mia Õun", "Leo")
    assert (filed.crawford, filed.cube_cap) == (True, 1024)


def test_a_row_tells_who_did_what_where() -> None:
    rows = (row(1, "", "52: 13/8 13/11"), row(2, " Doubles => 2", " Drops"), "      Wins 1 point")
    events = read_file(match_to(3, game(*rows)).encode()).games[0].events
    assert [type(event) for event in events] == [Rolled, Cubed, Cubed, Won]
    assert [event.seat for event in events] == ["B", "A", "B", "A"]
    assert (events[0].place.line, events[0].place.column, events[0].place.row) == (5, 34, 1)


def test_the_first_roll_belongs_to_the_starter() -> None:
    text = checked(match_to(3, game(row(1, "", "52: 13/8 13/11"))))
    assert text.actions[1] == (1, OpeningRoll((2, 5)))


def test_combined_moves_and_every_way_of_writing_bar_and_off_are_read() -> None:
    text = checked(match_to(3, game(row(1, "62: 24/16", "55: 8/3(2) 6/1*(2)"))))
    assert text.state.game is not None
    assert text.actions[-2] == (1, MakePlay("B", ((8, 3), (8, 3), (6, 1), (6, 1))))


@pytest.mark.parametrize("dance", ["", "Cannot Move", "cannot move"])
def test_a_roll_without_a_play_is_a_dance_when_nothing_can_be_played(dance: str) -> None:
    rows = (
        row(1, "31: 8/5 6/5", "64: 24/14"),
        row(2, "55: 8/3(2) 6/1*(2)", f"66: {dance}"),
    )
    text = checked(match_to(3, game(*rows)))
    assert text.actions[-2] == (1, MakePlay("B"))


def test_a_roll_without_a_play_is_resigned_when_it_could_be_played() -> None:
    rows = (row(1, "61: 13/7 8/7", "65:"), "      Wins 1 point")
    assert won(checked(match_to(3, game(*rows)))) == [("A", "resignation", 1, 1)]


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "file_empty", 0),
        (b"  \r\n ", "file_empty", 0),
        (b"x" * (MOST_BYTES + 1), "file_too_large", 0),
        (b" 3 point match\n\0", "not_text", 2),
        (b"\xff\xfe3\x00", "unknown_format", 0),
        (b"\xff\xfe3\x00\x00\x00", "not_text", 1),
        (b"Dear all,\nthe match is on Friday.", "unknown_format", 0),
        (b" 3 point match\n", "no_games", 0),
        (b" 3 point match\n\n Game 1\n", "no_score", 3),
        (b" 3 point match\n\n Game 1\n Ann : 0\n", "no_score", 4),
        (b" 3 point match\n\n Game 2\n", "game_number", 3),
        (b" 300 point match\n\n Game 1\n", "long_match", 1),
        (b" 3 point match\n\n Game 1\n : 0          Ben : 0\n", "no_score", 4),
        (b" 3 point match\n\n Game 1\n " + b"A" * 171 + b" : 0   B : 0\n", "long_name", 4),
        (b" 3 point match\n" + b"=" * 501, "long_line", 2),
    ],
)
def test_what_is_not_a_mat_file_is_refused_with_the_line(data: bytes, code: str, line: int) -> None:
    refused = refusal(data)
    assert (refused.code, refused.place.line) == (code, line)


@pytest.mark.parametrize(
    ("cells", "code", "column"),
    [
        (("71: 24/16",), "bad_dice", 6),
        (("611: 24/16",), "bad_dice", 6),
        (("31: 8/5 6/5", "who knows"), "bad_notation", 6),
        (("31: 8/5 6/5", "62: 24/x"), "bad_notation", 34),
        (("31: 8/5 6/5", "62: 24/16 24/16 13/5"), "no_die_left", 34),
        (("31: 8/5 6/4",), "not_on_the_dice", 6),
        (("31: 8/5",), "must_play_both_dice", 6),
        (("31: 8/5* 6/5",), "not_a_hit", 6),
        (("31: Cannot Move",), "must_play", 6),
        (("33: 8/5(2) 6/3(2)",), "opening_double", 6),
        (("31: 8/5 6/5", "Cannot Move"), "bad_notation", 6),
        (("nothing",), "bad_line", 6),
        (("31: Illegal play (0;1;2;3)",), "set_up", 10),
    ],
)
def test_a_bad_cell_is_refused_with_its_column(
    cells: tuple[str, ...], code: str, column: int
) -> None:
    refused = refusal(match_to(3, game(row(1, *cells))))
    assert (refused.code, refused.place.line, refused.place.column) == (code, 5, column)


def test_another_start_than_backgammon_is_refused() -> None:
    text = '; [Variation "Nackgammon"]\n' + match_to(3, game(row(1, "31: 8/5 6/5")))
    assert refusal(text).code == "variation"


def test_latin_1_a_byte_order_mark_and_old_line_ends_are_read() -> None:
    text = golden("three.mat").decode()
    for data in (
        text.encode("latin-1"),
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
    ):
        assert read_file(data).names == ("Mia Õun", "Leo")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (" Doubles => 2", " Doubled to 2"),
        (" Takes", " Took"),
        (" Takes", " taken"),
        (" Drops", " Dropped"),
        ("Wins 1 point", "Winner 1 point"),
        ("Wins 1 point", "won 1 point and the match"),
        ("Ann : 0", "Ann: 0"),
        (" 3 point match", "Played on a train, written by hand\n\n 3 point match"),
    ],
)
def test_other_programs_words_say_the_same(text: str, other: str) -> None:
    file = "\n".join(
        [" 3 point match", "", " Game 1", " Ann : 0                        Ben : 0",
         "  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Takes                      64: 24/14",
         "  3) 21: 13/11 6/5                Doubles => 4", "  4)  Drops",
         "                                  Wins 1 point", ""]
    )  # fmt: skip
    assert text in file
    assert events(read_mat(file.replace(text, other, 1))) == events(read_mat(file))


def events(file: FiledMatch) -> list[object]:
    nowhere = FilePlace()
    return [replace(event, place=nowhere) for game in file.games for event in game.events]
