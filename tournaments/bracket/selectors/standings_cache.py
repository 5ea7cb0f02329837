"""The standings as they were computed, cached by what they were computed from. The tournament's version, which every change of
them raises, leads to it: most of what raises the version changes no standings, a match that begins for example.

In pieces of a page each, so that page 60 of a large table does not unpack the other 99. No names: somebody who leaves
the site leaves the pages at once.
"""

from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

from django.core.cache import caches

from tournaments.bracket.selectors.positions import StageReading
from tournaments.bracket.selectors.tables import Explained, counted, explained
from tournaments.models import Stage, Tournament
from tournaments.standings.cross import CrossCell, CrossTable
from tournaments.standings.row import PlaceRow

CACHED_S = 3600
COMPUTED_WITHIN_S = 60
PER_PAGE = 100
WITH_EVERY_CHANGE = ("version", "updated_at")
"""The columns of a tournament that change with every change of anything, and that no table is computed from."""

Line = tuple[PlaceRow, tuple[tuple[CrossCell, ...], ...]]  # a row, and its cells column by column


@dataclass(frozen=True, slots=True)
class TableHead:
    """A table without its rows. A cross-table's columns are opponents in order (`is_matrix`) or rounds."""

    section: str
    count: int
    is_matrix: bool
    columns: tuple[int, ...]
    asked: tuple[str, ...]
    order: tuple[int, ...]

    def ranks(self) -> dict[int, int]:
        """The row number of every entry in the table, from 1."""
        return {entry: place for place, entry in enumerate(self.order, start=1)}


class CachedTables:
    """The cached tables of one stage; `is_before`: they are of an earlier version while new ones are computed elsewhere."""

    def __init__(self, tournament: Tournament, number: int, *, or_before: bool = False) -> None:
        """`or_before`: take the earlier tables rather than wait for those that another process computes."""
        self.tournament, self.number, self.or_before = tournament, number, or_before
        self.name = f"tables.{tournament.pk}.{number}"
        self.of_version = f"{self.name}.{tournament.version}"
        self.key: str = caches["pages"].get(self.of_version, "")
        self.is_before = False
        self._made: dict[str, Any] = {}
        self._reading: StageReading | None = None
        heads = caches["pages"].get(self.key) if self.key else None
        self.heads: dict[str, TableHead] = heads or self._made_once()

    def lines(self, section: str, page: int | None = None) -> list[Line]:
        """A page of a table, counted from 1, or all of it."""
        head = self.heads.get(section)
        if head is None:
            return []
        all_pages = range(1, head.count // PER_PAGE + 2)
        pages = all_pages if page is None else [n for n in all_pages if n == page]
        keys = [f"{self.key}.{section}.{number}" for number in pages]
        pieces = {
            **caches["pages"].get_many([k for k in keys if k not in self._made]),
            **self._made,
        }
        if any(key not in pieces for key in keys):  # the cache has dropped a piece
            self.is_before = False
            self.heads = self._compute()
            return self.lines(section, page)
        return [line for key in keys for line in pieces.get(key, ())]

    def rows(self, section: str) -> list[PlaceRow]:
        return [row for row, _cells in self.lines(section)]

    def explained(self, section: str, page: int) -> Explained:
        """Why the entries of a page stand where they stand: for all of them at once, since many ask on the same day."""
        key = f"{self.key}.{section}.{page}.why"
        reasons: Explained | None = None if self.is_before else caches["pages"].get(key)
        if reasons is None:
            read = self._read()
            entries = [row.entry for row, _cells in self.lines(section, page)]
            reasons = (
                explained(read.stage, section, entries, read.position)
                if read
                else Explained({}, {})
            )
            if not self.is_before:
                caches["pages"].set(key, reasons, CACHED_S)
        return reasons

    def _made_once(self) -> dict[str, TableHead]:
        """Computed by the first request; others meanwhile may get the earlier tables at once."""
        is_first = caches["pages"].add(f"{self.name}.computing", 1, COMPUTED_WITHIN_S)
        may_be_before = self.or_before and not is_first
        before: str | None = caches["pages"].get(f"{self.name}.last") if may_be_before else None
        kept = caches["pages"].get(before) if before else None
        if before and kept:
            self.key, self.is_before = before, True
            return dict(kept)
        try:
            return self._cached_by_content() or self._compute()
        finally:
            if is_first:
                caches["pages"].delete(f"{self.name}.computing")

    def _cached_by_content(self) -> dict[str, TableHead]:
        """The tables of an earlier version from which nothing has changed that they are computed from; else nothing."""
        read = self._read()
        key = f"{self.name}.{_content(read)}" if read else ""
        heads: dict[str, TableHead] = (caches["pages"].get(key) if key else None) or {}
        if heads:
            self.key = key
            caches["pages"].set_many({self.of_version: key, f"{self.name}.last": key}, CACHED_S)
        return heads

    def _compute(self) -> dict[str, TableHead]:
        read = self._read()
        heads: dict[str, TableHead] = {}
        self.key = f"{self.name}.{_content(read)}" if read else f"{self.of_version}.none"
        if read is not None:
            computed = counted(read.stage, read.position)
            for section, rows in computed.tables.items():
                cross = computed.crosses.get(section)
                heads[section] = _head(section, rows, cross)
                self._pieces(section, rows, cross)
        leading = {self.of_version: self.key, f"{self.name}.last": self.key}
        caches["pages"].set_many({**self._made, self.key: heads, **leading}, CACHED_S)
        return heads

    def _read(self) -> StageReading | None:
        """The stage with its rows, read once."""
        if self._reading is None:
            stages = Stage.objects.filter(tournament=self.tournament, number=self.number)
            stage = stages.select_related("tournament").first()
            self._reading = StageReading(stage) if stage else None
        return self._reading

    def _pieces(self, section: str, rows: tuple[PlaceRow, ...], cross: CrossTable | None) -> None:
        lines = [(row, _cells(row.entry, cross)) for row in rows]
        for number in range(1, len(lines) // PER_PAGE + 2):
            piece = lines[(number - 1) * PER_PAGE : number * PER_PAGE]
            self._made[f"{self.key}.{section}.{number}"] = piece


def _content(read: StageReading) -> str:
    """A name for all that tables are computed from: the rows of the stage, and what was agreed. Equal names, equal tables."""
    stage, rows = read.stage, read.rows
    own = {field.attname: getattr(stage, field.attname) for field in stage._meta.concrete_fields}
    whole = {
        field.attname: getattr(stage.tournament, field.attname)
        for field in stage.tournament._meta.concrete_fields
        if field.attname not in WITH_EVERY_CHANGE
    }
    facts = own, whole, rows, read.labels, read.fields
    return blake2s(repr(facts).encode(), digest_size=16).hexdigest()


def _head(section: str, rows: tuple[PlaceRow, ...], cross: CrossTable | None) -> TableHead:
    asked = tuple(dict.fromkeys(name for row in rows for name in row.tie_breaks))
    order = tuple(row.entry for row in rows)
    if cross is None:
        return TableHead(section, len(rows), False, (), asked, order)
    columns = cross.entries if cross.is_matrix else cross.rounds
    return TableHead(section, len(rows), cross.is_matrix, tuple(columns), asked, order)


def _cells(entry: int, cross: CrossTable | None) -> tuple[tuple[CrossCell, ...], ...]:
    if cross is None:
        return ()
    mine = cross.cells.get(entry, {})
    columns = cross.entries if cross.is_matrix else cross.rounds
    return tuple(mine.get(column, ()) for column in columns)
