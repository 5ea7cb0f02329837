"""Sheets as values: everything on the paper, nothing over anything else, everybody there once; for all sizes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournaments.printing.made_sheets import (
    SIZES,
    TREES,
    by_rounds,
    drawn,
    name_of,
    outside,
    overlapping,
    plan_of,
    player,
)
from tournaments.printing.sheets.brackets import bracket_sheets
from tournaments.printing.sheets.fonts import MORE, SMALLEST, fitted, printable, width
from tournaments.printing.sheets.frame import Head, Sheet, framed
from tournaments.printing.sheets.grids import Grid, GridRow, grid_sheets
from tournaments.printing.sheets.match_sheets import MatchText, monitor_sheets, score_sheets
from tournaments.printing.sheets.pdf import pdf
from tournaments.printing.sheets.primitives import SIZES as PAPERS
from tournaments.printing.sheets.primitives import PrintedPage, Text
from tournaments.printing.sheets.round_lists import by_name_sheets, round_sheets
from tournaments.printing.sheets.slips import SlipText, slip_sheets
from tournaments.printing.sheets.tables import PaperColumn, PaperTable, table_sheets

HEAD = Head(
    "Spring Open " * 12, "Festival · Championship", "https://example.org/tournaments/spring-open/",
    "CLOCKS REQUIRED", "Two minutes a point. " * 12, "Places paid: 1. 50 %, " * 20,
)  # fmt: skip
HOSTILE = [
    "W" * 60, "李小龍", "محمد \u202eعلي", "<script>alert(1)</script>", "a\nb\tc\x00d", "🎲🎲", "Ω" * 60,
    "%s {} \\", "Ångström-Łukasiewicz Żółć", "﷽" * 9, "e\u0301" * 30, " ", "'; DROP TABLE",
]  # fmt: skip


def pages_of(sheets: Iterable[Sheet]) -> list[PrintedPage]:
    return framed(list(sheets), HEAD, "Printed: 7 March 2026, 10:00 (UTC)")


def is_sound(pages: Iterable[PrintedPage]) -> bool:
    for page in pages:
        assert outside(page) == []
        assert overlapping(page) == []
        assert min(text.size for text in page.texts()) >= SMALLEST
    return True


def trees_of(
    name: str, n: int, size: str = "a4", names: Mapping[int, str] | None = None
) -> list[Sheet]:
    rounds = drawn(n, plan_of(name, n), names)
    by_section: dict[str, list] = {}
    for row in rounds:
        by_section.setdefault("main" if row.section == "final" else row.section, []).append(row)
    return [s for key, of in by_section.items() for s in bracket_sheets(PAPERS[size], key, of)]


def texts_in(pages: Iterable[PrintedPage]) -> Counter[str]:
    return Counter(text.text for page in pages for text in page.texts())


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", TREES)
def test_brackets_stay_on_the_paper_with_nothing_over_anything(
    name: str, n: int, size: str
) -> None:
    assert is_sound(pages_of(trees_of(name, n, size)))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", TREES)
def test_everybody_is_once_in_the_first_round(name: str, n: int) -> None:
    names = {entry: f"E{entry:03}" for entry in range(1, n + 1)}
    starts: Counter[str] = Counter()
    for sheet in trees_of(name, n, names=names):
        texts = [mark for mark in sheet.marks if isinstance(mark, Text)]
        left = min(text.x for text in texts if text.align == "left")
        starts += Counter(t.text for t in texts if t.text in names.values() and t.x < left + 20)
    assert starts == Counter(names.values())


@pytest.mark.parametrize(("n", "sheets"), [(8, 1), (64, 1), (128, 3), (256, 5)])
def test_a_knockout_of_64_fits_a_sheet_and_larger_ones_come_in_parts_with_final_rounds(
    n: int, sheets: int
) -> None:
    for paper in PAPERS:
        drawn = trees_of("single_elimination", n, paper)
        assert len(drawn) == sheets
    assert drawn[-1].paper.wide > drawn[-1].paper.high or n == 64


def test_who_drops_into_a_losers_bracket_is_named_by_where_they_come_from() -> None:
    losers = [s for s in trees_of("double_elimination", 8) if s.title.startswith("losers")]
    texts = texts_in(pages_of(losers))
    assert [texts[f"loser of W1.{k}"] for k in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert texts["loser of W3.1"] == 1


def test_who_has_won_is_bold_although_the_score_does_not_tell() -> None:
    (row,) = by_rounds(4, rounds=1)
    first, second = row.pairings[0].slots
    won = replace(second, score=0, is_winner=True)
    conceded = replace(row.pairings[0], slots=(replace(first, score=0), won), outcome="conceded")
    (page,) = pages_of(
        round_sheets(PAPERS["a4"], "Swiss", [replace(row, pairings=(conceded, *row.pairings[1:]))])
    )
    names = {text.text: text.bold for text in page.texts() if "Entrant" in text.text}
    assert [name for name, bold in names.items() if bold] == [won.player.name]


def test_points_stand_in_a_bracket_once_somebody_has_any() -> None:
    (row,) = by_rounds(2, rounds=1)
    (pairing,) = row.pairings
    nothing, some = (replace(slot, score=0) for slot in pairing.slots), (0, 77)
    waiting = replace(pairing, slots=tuple(nothing), outcome="")
    on = replace(
        waiting,
        slots=tuple(replace(s, score=n) for s, n in zip(waiting.slots, some, strict=True)),
    )
    over = replace(on, outcome="played")
    counts = [
        texts_in(pages_of(bracket_sheets(PAPERS["a4"], "Main", [replace(row, pairings=(shown,))])))
        for shown in (waiting, on, over)
    ]
    assert [(texts["0"], texts["77"]) for texts in counts] == [(0, 0), (1, 1), (1, 1)]


@pytest.mark.parametrize("n", SIZES)
def test_rounds_name_everybody_once(n: int) -> None:
    rounds = by_rounds(n, 1)
    pages = pages_of(round_sheets(PAPERS["a4"], "Swiss", rounds))
    assert is_sound(pages)
    texts = texts_in(pages)
    assert all(texts[name_of(k)] == 1 for k in range(1, n + 1))
    listed = pages_of(by_name_sheets(PAPERS["letter"], "Names", [(r, r.pairings) for r in rounds]))
    assert is_sound(listed)


@pytest.mark.parametrize("n", [3, 4, *SIZES])
def test_grids_go_on_over_sheets_with_the_names_on_each(n: int) -> None:
    rows = tuple(
        GridRow(f"{k}. {name_of(k)}", tuple(None if k == m else "7–5" for m in range(1, n + 1)),
                ("12½", f"{k}"))
        for k in range(1, n + 1)
    )  # fmt: skip
    grid = Grid("Group A", tuple(map(str, range(1, n + 1))), ("Points", "Place"), rows)
    pages = pages_of(grid_sheets(PAPERS["a4"], "Round robin", [grid] * (2 if n < 9 else 1)))
    assert is_sound(pages)
    scores = sum(count for text, count in texts_in(pages).items() if text == "7–5")
    assert scores == n * (n - 1) * (2 if n < 9 else 1)


@pytest.mark.parametrize("on_sheet", [4, 6, 8])
@pytest.mark.parametrize("size", PAPERS)
def test_slips_keep_inside_their_cut_lines(size: str, on_sheet: int) -> None:
    slips = [
        SlipText("Spring Open " * 9, "R64 12", "Consolation: semifinals", 11, "108",
                 (name, "Entrant Of A Very Long Name Indeed"), ("Team One", name) if n % 2 else None,
                 f"https://example.org/t/{n:06}/", f"abc{n:03}")
        for n, name in enumerate(HOSTILE)
    ]  # fmt: skip
    sheets = slip_sheets(PAPERS[size], slips, on_sheet=on_sheet)
    assert len(sheets) == -(-len(HOSTILE) // on_sheet)
    assert is_sound(pages_of(sheets))


@pytest.mark.parametrize("length", [1, 3, 7, 25])
def test_sheets_for_a_match_hold_all_its_games(length: int) -> None:
    match = MatchText("Final", ("W" * 50, "Bob"), length, "", "Two minutes a point.")
    pages = pages_of(score_sheets(PAPERS["letter"], [match], crawford=length > 1))
    assert is_sound(pages)
    assert texts_in(pages)["Crawford"] == (1 if length > 1 else 0)
    assert is_sound(pages_of(monitor_sheets(PAPERS["a4"], [match])))


@pytest.mark.parametrize("language", ["et", "pl", "fi", "sr", "sr-latn"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_for_a_match_show_their_heads_in_full_in_every_language(
    paper: str, language: str
) -> None:
    match = MatchText("F", ("Alice", "Bob"), 7, "", "")
    with translation.override(language):
        sheets = score_sheets(PAPERS[paper], [match], crawford=True)
        sheets += monitor_sheets(PAPERS[paper], [match])
        pages = framed(sheets, Head("Spring Open", "", ""), "")
    assert is_sound(pages)
    assert not [text for text in texts_in(pages) if MORE in text]


@pytest.mark.parametrize(
    ("table", "terms"),
    [("4", "Table 4 · Match to 7"), ("", "Table ____ · Match to 7"), (None, "Match to 7")],
)
def test_a_match_on_a_screen_has_no_table_to_write_down(table: str | None, terms: str) -> None:
    match = MatchText("Final", ("Alice", "Bob"), 7, table, "")
    assert texts_in(pages_of(score_sheets(PAPERS["a4"], [match], crawford=True)))[terms] == 1


@pytest.mark.parametrize("beside", [1, 2])
def test_tables_break_between_rows_and_say_their_heads_again(beside: int) -> None:
    columns = (
        PaperColumn("No", "right"),
        PaperColumn("Player", grows=1, bold=True),
        PaperColumn("Due", "right"),
    )
    rows = [(str(n), HOSTILE[n % len(HOSTILE)], "1 000 EUR") for n in range(1, 181)]
    table = PaperTable("All", columns, rows, ("", "Together", "180 000 EUR"))
    pages = pages_of(table_sheets(PAPERS["a4"], "Players", [table], beside=beside))
    assert is_sound(pages)
    texts = texts_in(pages)
    assert all(texts[str(n)] == 1 for n in range(1, 181))
    assert len(pages) <= texts["Player"] <= len(pages) * beside
    assert texts["Together"] == 1


def test_a_number_in_a_grid_is_whole_however_long_the_name_is() -> None:
    """Cells name players by number: 12 is not 1."""
    name = "Maximilian-Konstantin von und zu Hohenfels"
    rows = tuple(GridRow(name, ("+1",) * 14, ("1", "2"), f"{n}.") for n in range(1, 31))
    grid = Grid("", tuple("abcdefghijklmn"), ("P", "R"), rows)
    pages = pages_of(grid_sheets(PAPERS["a4"], "Cross-table", [grid]))
    assert is_sound(pages)
    assert all(texts_in(pages)[f"{n}."] == 1 for n in range(1, 31))


def test_a_name_in_any_letters_is_printed_somehow() -> None:
    for name in HOSTILE:
        shown = printable(name)
        assert shown.isprintable()
        assert len(shown) >= (1 if name.strip() else 0)
    assert (
        printable("Ångström-Łukasiewicz Żółć Дмитрий Γιώργος")
        == "Ångström-Łukasiewicz Żółć Дмитрий Γιώργος"
    )
    assert printable("李") == "Li"


def test_names_are_cut_to_their_room_and_keep_the_family_name_if_they_can() -> None:
    whole = "Christopher Montgomery"
    assert fitted(whole, 8, 200) == whole
    assert fitted(whole, 8, width("C. Montgomery", 8) + 1) == "C. Montgomery"
    short = fitted(whole, 8, 40)
    assert short.endswith("…")
    assert width(short, 8) <= 40
    assert fitted(whole, 8, 1) == ""


LONG = "International Open Backgammon Championship of the Eastern Alpine Region 2026"
TWO = ("Παναγιώτης Παπαδόπουλος-Κωνσταντινίδης", "Christopher Montgomery-Featherstone")


def test_of_players_alone_the_first_name_is_shortened() -> None:
    slip = SlipText(LONG, "R16 1", "Last 16", 7, "", TWO, ("The Wild Ones " * 5,) * 2, "x", "abc")
    texts = texts_in(pages_of(slip_sheets(PAPERS["a4"], [slip], on_sheet=8)))
    assert any(text.startswith("International Open") for text in texts)
    assert any(text.startswith("The Wild") for text in texts)
    columns = (PaperColumn("Player", grows=1, of_names=True), PaperColumn("For", grows=1))
    table = PaperTable("", columns, [("Christopher " + "M" * 30, "Entry fee · " * 20)])
    texts = texts_in(pages_of(table_sheets(PAPERS["a4"], "Players", [table])))
    assert any(text.startswith("Entry fee") for text in texts)
    assert any(text.startswith("C. MMM") for text in texts)


def test_a_column_for_a_clock_says_clock_for_every_owner() -> None:
    match = MatchText("Last 16 · R16 1", TWO, 7, "1", "")
    texts = texts_in(pages_of(monitor_sheets(PAPERS["a4"], [match])))
    assert sum(text.startswith(("Clock: Π. Πα", "Clock: C. Mo")) for text in texts) == 2


def test_a_long_title_and_a_long_address_stand_whole_where_they_can() -> None:
    address = "127.0.0.1:8000/tournaments/international-open-backgammon-championship-of-the"
    head = Head(LONG, "", f"https://{address}")
    (page,) = framed(
        [Sheet(PAPERS["a4"], "Players", ())], head, "Printed: 7 March 2026, 10:00 (UTC)"
    )
    assert {LONG, address} <= {text.text for text in page.texts()}
    assert is_sound([page])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_leave_a_bracket_sound(name: str) -> None:
    rounds = drawn(8, plan_of("single_elimination", 8), dict.fromkeys(range(1, 9), name))
    assert is_sound(pages_of(bracket_sheets(PAPERS["a4"], name, rounds)))
    assert player(1, {1: name}).name == name


def test_the_same_pages_are_the_same_bytes_and_large_ones_take_little_time() -> None:
    pages = pages_of(trees_of("single_elimination", 256))
    made = pdf(pages, "Spring Open")
    assert made.startswith(b"%PDF-")
    assert made == pdf(pages_of(trees_of("single_elimination", 256)), "Spring Open")
    assert made != pdf(pages[:1], "Spring Open")
    assert len(made) < 200_000
