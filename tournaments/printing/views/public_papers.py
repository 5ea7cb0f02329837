"""Papers for everybody: draw sheets, pairings, standings, cross-tables, timetables. Rows of selectors become sheets."""

from collections.abc import Iterable, Sequence

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.outline import StageHead
from tournaments.bracket.selectors.rows import RoundRow, StandingRow
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.selectors.standings_cache import CachedTables, TableHead
from tournaments.core import tie_break_texts
from tournaments.core.cell_texts import mark
from tournaments.formats.base import MAIN
from tournaments.models import Event
from tournaments.printing.selectors import paper_content
from tournaments.printing.selectors.paper_content import DrawnStage
from tournaments.printing.selectors.timetable import event_timetable, tournament_timetable
from tournaments.printing.sheets.brackets import bracket_sheets
from tournaments.printing.sheets.grids import Grid, GridRow, grid_sheets
from tournaments.printing.sheets.round_lists import by_name_sheets, round_sheets
from tournaments.printing.sheets.tables import PaperColumn, PaperTable, table_sheets
from tournaments.printing.sheets.timetables import timetable_sheets
from tournaments.printing.views.paper_request import PaperRequest, Sheets, paper_of
from tournaments.standings.row import PlaceRow

SCHEDULED = 300  # the most pairings of a schedule that are listed below its grid


def draw(asked: PaperRequest) -> Sheets:
    """Every bracket, group or round of the drawn stages; or of the one asked for."""
    stages = paper_content.drawn_stages(
        asked.tournament, asked.request.user, asked.parts, asked.stage
    )
    several = len(asked.parts.stages) > 1
    sheets: Sheets = []
    for stage in stages:
        sheets += _stage(asked, stage, several)
    return sheets


def _stage(asked: PaperRequest, stage: DrawnStage, several: bool) -> Sheets:
    sections = [section for section in stage.sections if asked.section in ("", section[0])]
    above = _("Stage %(number)d") % {"number": stage.number} + " · " if several else ""
    if stage.counts == "knockout":
        return [
            sheet
            for _key, title, rounds in sections
            for sheet in bracket_sheets(asked.paper, above + (title or stage.title), rounds)
        ]
    kept, names = paper_content.table_heads(asked.tournament, stage.number)
    keys = {key for key, _title, _rounds in sections}
    title = above + stage.title
    if not any(head.is_matrix for head in kept.heads.values()):
        return round_sheets(asked.paper, title, [r for _k, _t, rounds in sections for r in rounds])
    order = {entry: n for n, entry in enumerate(_drawn_order(sections))}
    grids = [
        _grid(kept, head, names, _title(stage, head.section), order)
        for head in kept.heads.values()
        if head.section in keys or len(kept.heads) == 1
    ]
    sheets = grid_sheets(asked.paper, title, grids)
    rounds = [row for _k, _t, of in sections for row in of]
    if sum(len(row.pairings) for row in rounds) <= SCHEDULED:
        sheets += round_sheets(asked.paper, title, rounds)
    return sheets


def _drawn_order(sections: Iterable[tuple[str, str, Sequence[RoundRow]]]) -> list[int]:
    """All entries by their number in the draw."""
    slots = [
        s for _k, _t, rounds in sections for row in rounds for p in row.pairings for s in p.slots
    ]
    numbered = {(slot.seed or 10**6, slot.entry) for slot in slots if slot.entry}
    return [entry for _seed, entry in sorted(numbered) if entry]


def _title(stage: DrawnStage, section: str) -> str:
    return next((title for key, title, _rounds in stage.sections if key == section), "")


def _grid(
    kept: CachedTables, head: TableHead, names: dict[int, str], title: str,
    order: dict[int, int] | None,
) -> Grid:  # fmt: skip
    """In the order of the table; with `order` in that order."""
    lines = kept.lines(head.section)
    places = {row.entry: row for row, _cells in lines}
    ranked = [row.entry for row, _cells in lines]
    if order is not None:
        ranked.sort(key=lambda entry: order.get(entry, len(order)))
    columns = ranked if head.is_matrix else list(head.columns)
    cells = {row.entry: dict(zip(head.columns, met, strict=True)) for row, met in lines}
    ranks = {entry: n for n, entry in enumerate(ranked, start=1)}
    rows = []
    for number, entry in enumerate(ranked, start=1):
        shown_cells = tuple(
            None
            if head.is_matrix and column == entry
            else " ".join(
                _shown(mark(cell, ranks, matrix=head.is_matrix))
                for cell in cells[entry].get(column, ())
            )
            for column in columns
        )
        rows.append(GridRow(names.get(entry, ""), shown_cells, _sums(places[entry]), f"{number}."))
    heads = tuple(str(n) for n in range(1, len(columns) + 1))
    return Grid(title, heads, (pgettext("score", "Points"), pgettext("rank", "Place")), tuple(rows))


def _shown(text: str) -> str:
    """Matches that are still to be played are left blank, to be written by hand."""
    return "" if text == "·" else text


def _sums(row: PlaceRow) -> tuple[str, ...]:
    if not row.played and not row.byes:
        return ("", "")
    return (tie_break_texts.shown(row.points), _place(row.place_from, row.place_to))


def _place(first: int | None, last: int | None) -> str:
    if first is None:
        return ""
    return str(first) if last in (None, first) else f"{first}–{last}"


def pairings(asked: PaperRequest) -> Sheets:
    """The open pairings: by table, or by player's name."""
    rounds = bracket_view(asked.tournament, asked.request.user)
    listed = paper_content.with_byes(paper_content.open_pairings(rounds, asked.round))
    if asked.by_name:
        return by_name_sheets(asked.paper, _("Pairings by name"), listed)
    return round_sheets(
        asked.paper,
        _("Pairings"),
        [row for row, _pairings in listed],
        {row.id: shown for row, shown in listed},
        by_table=True,
    )


def standings(asked: PaperRequest) -> Sheets:
    """The final or current order; where points are counted, with the tie-breaks of each table."""
    stages = asked.parts.stages
    tables: list[PaperTable] = []
    if len(stages) != 1 or stages[0].is_tree:
        tables.append(_overall(standing_rows(asked.tournament)))
    for stage in stages:
        if asked.stage in (None, stage.number):
            tables += _tables_of(asked, stage, several=len(stages) > 1)
    tables = [table for table in tables if table.rows]
    return table_sheets(asked.paper, _("Standings"), tables) if tables else []


def _tables_of(asked: PaperRequest, stage: StageHead, *, several: bool) -> list[PaperTable]:
    """A table for each section; of a knockout without the main one, which the final order shows."""
    kept, names = paper_content.table_heads(asked.tournament, stage.number)
    titles = {section.key: section.title for section in stage.sections}
    tables = []
    for head in kept.heads.values():
        title = titles.get(head.section, "") or (stage.title if several else "")
        if not stage.is_tree:
            tables.append(_points_table(title, kept, head, names))
        elif head.section != MAIN:
            tables.append(_knockout_table(title, kept.rows(head.section), names))
    return tables


def _knockout_table(title: str, rows: Sequence[PlaceRow], names: dict[int, str]) -> PaperTable:
    columns = (
        PaperColumn(pgettext("rank", "Place"), "right"),
        PaperColumn(_("Player"), grows=1, bold=True, of_names=True),
        PaperColumn(pgettext("matches", "Won"), "right", least=40),
        PaperColumn(pgettext("matches", "Lost"), "right", least=40),
    )
    lines = [
        (
            _place(row.place_from, row.place_to),
            names.get(row.entry, ""),
            str(row.won),
            str(row.lost),
        )
        for row in rows
    ]
    return PaperTable(title, columns, lines)


def _overall(rows: Sequence[StandingRow]) -> PaperTable:
    columns = (
        PaperColumn(pgettext("rank", "Place"), "right"),
        PaperColumn(_("Player"), grows=1, bold=True, of_names=True),
        PaperColumn(_("Country")),
        PaperColumn(pgettext("matches", "Played"), "right", least=40),
        PaperColumn(pgettext("matches", "Won"), "right", least=40),
        PaperColumn(pgettext("matches", "Lost"), "right", least=40),
    )
    lines = [
        (
            _place(row.place_from, row.place_to), row.player.name, row.player.country,
            str(row.played), str(row.won), str(row.lost),
        )
        for row in rows
    ]  # fmt: skip
    return PaperTable("", columns, lines)


def _points_table(
    title: str, kept: CachedTables, head: TableHead, names: dict[int, str]
) -> PaperTable:
    rows = kept.rows(head.section)
    labels = tie_break_texts.labels()
    asked = [name for name in head.asked if name in labels]
    lives = any(row.lives is not None for row in rows)
    columns = [
        PaperColumn(pgettext("rank", "Place"), "right"),
        PaperColumn(_("Player"), grows=1, bold=True, of_names=True),
        PaperColumn(
            _("Lives") if lives else pgettext("score", "Points"), "right", least=36, bold=True
        ),
        PaperColumn(pgettext("matches", "Won"), "right", least=30),
        PaperColumn(pgettext("matches", "Lost"), "right", least=30),
        *(PaperColumn(labels[name], "right") for name in asked),
    ]
    lines = [
        [
            _place(row.place_from, row.place_to), names.get(row.entry, ""),
            str(row.lives) if lives else tie_break_texts.shown(row.points),
            str(row.won), str(row.lost),
            *(tie_break_texts.shown(row.tie_breaks.get(name), name) for name in asked),
        ]
        for row in rows
    ]  # fmt: skip
    return PaperTable(title, tuple(columns), lines)


def cross_table(asked: PaperRequest) -> Sheets:
    """All against all, or round by round, in the order of the standings; none for a knockout."""
    sheets: Sheets = []
    for stage in asked.parts.stages:
        if stage.is_tree or asked.stage not in (None, stage.number):
            continue
        kept, names = paper_content.table_heads(asked.tournament, stage.number)
        titles = {section.key: section.title for section in stage.sections}
        grids = [
            _grid(kept, head, names, titles.get(head.section, ""), None)
            for head in kept.heads.values()
            if head.columns
        ]
        sheets += grid_sheets(asked.paper, _("Cross-table"), grids)
    return sheets


def timetable(asked: PaperRequest) -> Sheets:
    """The start, the rounds with their deadlines, and announcements."""
    content = tournament_timetable(asked.tournament, asked.parts.names, timezone.now())
    return timetable_sheets(asked.paper, _("Timetable"), content.days, content.announcements)


def timetable_of_event(request: HttpRequest, event: Event) -> Sheets:
    """All tournaments of the event that the viewer may see, by day and hour."""
    content = event_timetable(event, request.user, timezone.now())
    return timetable_sheets(paper_of(request), _("Timetable"), content.days, content.announcements)
