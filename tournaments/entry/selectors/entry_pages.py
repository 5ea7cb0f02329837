"""Entries, a page at a time: a field of ten thousand is never read whole."""

from django.core.paginator import Page, Paginator
from django.db.models import F, Q

from tournaments.bracket.selectors.entries import SHOWN
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.rows import EntryRow
from tournaments.bracket.selectors.viewer import entry_of
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Stage, Tournament


def entry_page(
    tournament: Tournament, viewer: Viewer, number: str | None, per_page: int
) -> tuple[Page[int], list[EntryRow]]:
    """In the order of the draw, or before it by seed and time of entry, then the invited; entries that left before the
    start are not shown.

    Three queries, four for a viewer with a login.
    """
    drawn = Stage.objects.filter(tournament=tournament, number=1).values_list(
        "seed_order", flat=True
    )
    order = [entry for entry in drawn.first() or [] if entry is not None]
    shown = tournament.entries.filter(status__in=SHOWN).alias(
        invited=Q(status=Entry.Status.INVITED)
    )
    by_seed = shown.order_by("invited", F("seed").asc(nulls_last=True), "entered_at", "pk")
    ids = list(dict.fromkeys([*order, *by_seed.values_list("pk", flat=True)]))
    page = Paginator(ids, per_page).get_page(number)
    entries = tournament.entries.filter(pk__in=list(page)).select_related("player")
    rows = {entry.pk: entry for entry in entries}
    numbers = {entry: n for n, entry in enumerate(order, start=1)}
    mine = entry_of(tournament, viewer)
    return page, [_row(rows[pk], numbers.get(pk), mine) for pk in page if pk in rows]


def _row(entry: Entry, number: int | None, mine: Entry | None) -> EntryRow:
    return EntryRow(
        id=entry.pk,
        player=entrant_ref(entry),
        seed=entry.seed,
        number=number,
        status=entry.status,
        status_label=entry.get_status_display(),
        entered_at=entry.entered_at,
        is_mine=mine is not None and entry.pk == mine.pk,
    )
