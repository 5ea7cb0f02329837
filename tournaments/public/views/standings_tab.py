"""The tab of the standings: a table for each section, page by page; the reasons for a place; cross-tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.bracket.selectors import entry_search, standings
from tournaments.bracket.selectors.lot_text import lots_after
from tournaments.bracket.selectors.outline import Outline, StageHead
from tournaments.bracket.selectors.rows import StandingRow
from tournaments.bracket.selectors.standings_cache import PER_PAGE, CachedTables, Line, TableHead
from tournaments.bracket.selectors.tables import Explained
from tournaments.core import tie_break_texts
from tournaments.core.cell_texts import mark
from tournaments.formats.history import Meeting
from tournaments.models import Entry, Tournament
from tournaments.public.selectors.pr_table import pr_table
from tournaments.public.views import player_lookup
from tournaments.public.views.player_lookup import small_number_in
from tournaments.standings.row import PlaceRow

WIDEST = 32  # the most opponents in the columns of a cross-table


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of a table on a page: its row, its tie-breaks in the order of the columns, its cells as short text.

    None is the cell where an entry would meet itself.
    """

    row: StandingRow
    points: str
    breaks: tuple[str, ...]
    cells: tuple[str | None, ...]


def context(
    request: HttpRequest, shown: Tournament, parts: Outline, _mine: Entry | None
) -> dict[str, Any]:
    """One table; with several stages the final order comes first."""
    asked = request.GET.get("stage", "")
    stage = parts.stage(small_number_in(asked))
    if stage is None:
        return {}
    chain = len(parts.stages) > 1
    if chain and small_number_in(asked) is None:
        overall = {"stage": None, "chain": True, "page": _overall(request, shown)}
        return overall | {"prs": pr_table(shown, timezone.now())}
    kept = CachedTables(shown, stage.number, or_before=not shown.delay_results)
    tables = tuple(kept.heads)
    section = request.GET.get("section")
    head = kept.heads[section if section in kept.heads else tables[0]]
    ranks = head.ranks()
    people = [
        person for person in player_lookup.asked_among(request, shown) if person.entry in ranks
    ]
    at = partial(_places, request, stage, head.section, ranks)
    looked = player_lookup.looked_up(request, people, at)
    if "to" in looked:
        return looked
    page = _page(request, head)
    lines = [] if looked["find"] else kept.lines(head.section, page.number)
    why = small_number_in(request.GET.get("why"))
    asked_of = next((row for row, _cells in lines if row.entry == why), None)
    named = standings.entries_of(shown, [row.entry for row, _cells in lines])
    to_be_asked_again = {"key": ""} if kept.is_before else {}
    return to_be_asked_again | {
        "stage": stage,
        "chain": chain,
        "tables": [(key, _title(stage, key)) for key in tables] if len(tables) > 1 else (),
        "table": head,
        "page": page,
        "lines": [_line(head, line, named[line[0].entry], ranks) for line in lines],
        "breaks": _columns(head),
        "columns": _cross_columns(head),
        "counts": stage.counts,
        "prs": pr_table(shown, timezone.now()),
        "lots": lots_after(shown, parts, stage.number),
        "why": _why(shown, stage, kept.explained(head.section, page.number), asked_of)
        if asked_of
        else None,
        **looked,
    }


def _overall(request: HttpRequest, shown: Tournament) -> Page[StandingRow]:
    rows = standings.standing_rows(shown)
    return Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))


def _title(stage: StageHead, key: str) -> str:
    if stage.is_tree and key == "main":
        return _("Main bracket")
    return next((section.title for section in stage.sections if section.key == key), "") or key


def _page(request: HttpRequest, head: TableHead) -> Page[int]:
    """The page asked for; or the page of the entry whose place is explained."""
    entry = small_number_in(request.GET.get("why"))
    rank = head.ranks().get(entry) if entry else None
    pages = Paginator(range(head.count), PER_PAGE)
    return pages.get_page(request.GET.get("page") or (_page_at(rank) if rank else None))


def _places(
    request: HttpRequest,
    stage: StageHead,
    section: str,
    ranks: Mapping[int, int],
    entries: list[int],
) -> dict[int, str]:
    """The page of the table on which each entry has its row."""
    places = {}
    for entry in entries:
        where = {"stage": stage.number, "section": section, "page": _page_at(ranks[entry])}
        places[entry] = player_lookup.place(request, entry, f"row-{entry}", **where)
    return places


def _page_at(rank: int) -> int:
    return (rank - 1) // PER_PAGE + 1


def _columns(head: TableHead) -> list[tuple[str, str, str]]:
    """The tie-breaks that were used, in the order in which they count: code, name, description."""
    labels, descriptions = tie_break_texts.labels(), tie_break_texts.descriptions()
    return [(name, labels[name], descriptions[name]) for name in head.asked if name in labels]


def _cross_columns(head: TableHead) -> list[int]:
    """The numbers above a cross-table: places of opponents, or rounds."""
    if head.is_matrix:
        return list(range(1, len(head.columns) + 1)) if len(head.columns) <= WIDEST else []
    return list(range(1, len(head.columns) + 1))


def _line(head: TableHead, line: Line, entry: Entry, ranks: dict[int, int]) -> StandingsLine:
    row, cells = line
    breaks = tuple(
        tie_break_texts.shown(row.tie_breaks.get(name), name)
        for name, _label, _text in _columns(head)
    )
    shown_cells = tuple(
        None
        if head.is_matrix and column == row.entry
        else " ".join(mark(cell, ranks, matrix=head.is_matrix) for cell in met)
        for column, met in zip(head.columns, cells, strict=True)
    )
    return StandingsLine(
        standings.named(row, entry),
        tie_break_texts.shown(row.points),
        breaks,
        shown_cells if _cross_columns(head) else (),
    )


def _why(
    shown: Tournament, stage: StageHead, explained: Explained, row: PlaceRow
) -> dict[str, Any]:
    """Sentences about one row: what was counted and who is next to it; in a table ordered by losses, the last loss."""
    names = {person.entry: person.name for person in entry_search.people(shown)}
    if stage.counts == "points":
        reasons = explained.reasons.get(row.entry, [])
        sentences = [tie_break_texts.sentence(reason, names) for reason in reasons]
    else:
        sentences = _by_losses(row, explained.last_losses.get(row.entry), stage, names)
    return {"entry": row.entry, "name": names.get(row.entry, ""), "sentences": sentences}


def _by_losses(
    row: PlaceRow, lost: Meeting | None, stage: StageHead, names: Mapping[int, str]
) -> list[str]:
    """The reason for a place in a table that is ordered by losses alone."""
    words: dict[str, object] = {"first": row.place_from, "last": row.place_to}
    if row.place_from is None:
        return [_("Still playing. The place is not decided yet.")]
    if lost is None:
        return [_("No losses counted.")] if row.place_from == 1 else []
    head = next(head for head in stage.rounds if head.number == lost.round)
    words |= {"round": head.full_name, "name": names.get(lost.opponent or 0, "")}
    if row.place_from == 1:
        return [_("Winner. Last loss: %(name)s (%(round)s).") % words]
    out = (
        _("Decisive loss: %(name)s (%(round)s).")
        if lost.opponent
        else _("Decisive loss: %(round)s.")
    )
    if row.place_from == row.place_to:
        return [out % words]
    shared = _("Players eliminated in this round share places %(first)s–%(last)s.")
    return [out % words, shared % words]
