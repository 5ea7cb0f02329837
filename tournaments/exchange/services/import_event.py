"""Players of a whole event from a table: each row somebody, and which of its tournaments he enters.

Who is meant is settled once for a row; what comes of it in each tournament is judged and written by import_entries.py.
Nobody leaves a tournament by a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.core.permissions import Viewer
from tournaments.event.selectors.events import short_name
from tournaments.exchange.services import import_cells as cells
from tournaments.exchange.services import import_entries
from tournaments.exchange.services.import_countries import Homes
from tournaments.exchange.services.import_entries import Deed
from tournaments.exchange.services.import_players import BATCH, Players, chosen_of
from tournaments.exchange.services.import_preview import (
    BAD,
    CHANGED,
    CHOOSE,
    DOES,
    KNOWN,
    NEW,
    SAME,
    TWICE,
    Line,
)
from tournaments.models import Entry, Event, Tournament
from web.csv_reading import PEOPLE, CsvTable, Names

NO = frozenset({"0", "no", "n", "-", "–", "false", "nein", "non"})
RANKS = (BAD, CHOOSE, NEW, KNOWN, CHANGED, TWICE, SAME)  # what a row is called that is several


@dataclass(slots=True)
class EventPlan:
    """A line for each row, and for each tournament what it comes to."""

    lines: list[Line] = field(default_factory=list)
    deeds: list[tuple[Tournament, list[Deed]]] = field(default_factory=list)


def columns_of(event: Event, tournaments: Sequence[Tournament]) -> Names:
    """A column for each tournament beside those of people; the names of columns are as `plan` looks for them."""
    own = {key: _called(event, one) for key, one in _keys(event, tournaments).items()}
    return {key: called for key, called in own.items() if key not in PEOPLE} | dict(PEOPLE)


def plan(
    event: Event,
    tournaments: Sequence[Tournament],
    table: CsvTable,
    choices: Mapping[int, str],
    by: Viewer | None,
) -> EventPlan:
    """Every row judged against what stands now. A fixed number of queries for a tournament and each 500 names."""
    return _Plan(event, tournaments, table, choices, by).planned()


def write(found: EventPlan, *, by: Viewer | None, now: datetime) -> None:
    """Do what the plan says, for whoever holds the locks; a new player is made once for all his tournaments."""
    coming = [deed for _one, deeds in found.deeds for deed in deeds if _is_new(deed)]
    strangers = {deed.name.casefold(): deed for deed in reversed(coming)}
    made = Player.objects.bulk_create(
        [Player(name=deed.name, country=deed.country) for deed in strangers.values()],
        batch_size=BATCH,
    )
    players = dict(zip(strangers, made, strict=True))
    for deed in coming:
        deed.player = players[deed.name.casefold()]
    for tournament, deeds in found.deeds:
        import_entries.write(tournament, deeds, by=by, now=now)


def _is_new(deed: Deed) -> bool:
    return deed.entry is None and deed.player is None and deed.line.state in DOES


def _called(event: Event, one: Tournament) -> tuple[str, ...]:
    """All that a tournament may be called in a file, in small letters."""
    names = (one.name, one.slug, one.division, short_name(event, one))
    return tuple({" ".join(name.split()).casefold() for name in names if name})


def _keys(event: Event, tournaments: Sequence[Tournament]) -> dict[str, Tournament]:
    """Each tournament by what it is called in the event, or by its address where two are called alike."""
    short = [" ".join(short_name(event, one).split()).casefold() for one in tournaments]
    return {
        name if short.count(name) == 1 else one.slug: one
        for name, one in zip(short, tournaments, strict=True)
    }


class _Plan:
    def __init__(
        self,
        event: Event,
        tournaments: Sequence[Tournament],
        table: CsvTable,
        choices: Mapping[int, str],
        by: Viewer | None,
    ) -> None:
        self.table, self.choices, self.by = table, choices, by
        self.tournaments = {one.pk: one for one in tournaments}
        self.short = {one.pk: short_name(event, one) for one in tournaments}
        self.columns = _keys(event, tournaments)
        self.named: dict[str, int] = {}
        for one in tournaments:
            for name in _called(event, one):
                self.named[name] = 0 if name in self.named else one.pk
        entered = Entry.objects.filter(
            tournament__in=tournaments, status__in=import_entries.ENTERED
        )
        self.here: dict[str, dict[int, Player]] = {}
        for entry in entered.select_related("player"):
            beside = self.here.setdefault(cells.plain_name(entry.player), {})
            beside[entry.player_id] = entry.player
        self.players = Players(row for _number, row in table.rows)
        self.homes = Homes(self.players.everybody() if "country" in table.columns else (), by)
        self.rows: dict[int, list[tuple[int, dict[str, str]]]] = {pk: [] for pk in self.tournaments}
        self.new: dict[int, str] = {}
        self.lines: dict[int, Line] = {}

    def planned(self) -> EventPlan:
        for number, row in self.table.rows:
            self._row(number, row)
        found = EventPlan()
        told: dict[int, list[tuple[int, Line]]] = {}
        for pk, rows in self.rows.items():
            if rows:
                table = CsvTable(tuple(rows), self.table.read, self.table.unread)
                deeds = import_entries.plan(self.tournaments[pk], table, self.new, self.by)
                found.deeds.append((self.tournaments[pk], deeds))
                for deed in deeds:
                    told.setdefault(deed.line.number, []).append((pk, deed.line))
        found.lines = [self._line(number, told.get(number, [])) for number, _row in self.table.rows]
        return found

    def _row(self, number: int, row: dict[str, str]) -> None:
        """Settles who is meant, and gives the row to every tournament it names."""
        name = cells.named(row)
        title = name or row.get("id", "")
        try:
            wanted = list(dict.fromkeys(self._wanted(row)))
            home = cells.country(row.get("country", ""))
            meant = self.players.meant(row, name)
        except cells.WrongCell as wrong:
            self.lines[number] = Line(number, BAD, title, str(wrong), wrong.column)
            return
        if not isinstance(meant, Player):
            here = list(self.here.get(name.casefold(), {}).values())
            meant = here[0] if len(here) == 1 else meant
        if isinstance(meant, Player):
            self._given(number, row | {"id": str(meant.pk)}, wanted)
            return
        chosen = chosen_of(meant, self.choices.get(number, ""))
        told = self.homes.told_of_options(meant, home)
        detail = ", ".join(filter(None, [*(self.short[pk] for pk in wanted), told]))
        if meant:
            state = CHOOSE if len(meant) > 1 else KNOWN
            options = self.players.options(meant)
            self.lines[number] = Line(number, state, title, detail, "", options, chosen)
        picked = next((player for player in meant if str(player.pk) == chosen), None)
        if picked is not None:
            self._given(number, row | {"id": str(picked.pk)}, wanted)
        elif chosen or not meant:
            self.new[number] = "new"
            self._given(number, row, wanted)

    def _given(self, number: int, row: dict[str, str], wanted: list[int]) -> None:
        for pk in wanted:
            self.rows[pk].append((number, row))

    def _line(self, number: int, told: list[tuple[int, Line]]) -> Line:
        """What a row comes to in all its tournaments together."""
        wrong = next(((pk, line) for pk, line in told if line.state == BAD), None)
        if wrong is not None:
            pk, line = wrong
            return Line(number, BAD, line.title, f"{self.short[pk]}: {line.detail}", line.column)
        if number in self.lines:
            return self.lines[number]
        state = min((line.state for _pk, line in told), key=RANKS.index)
        detail = "; ".join(f"{self.short[pk]}: {_word(line)}" for pk, line in told)
        return Line(number, state, told[0][1].title, detail)

    def _wanted(self, row: Mapping[str, str]) -> Iterator[int]:
        """The tournaments that a row names in one column, or marks in their own. Raises WrongCell."""
        said = row.get("tournaments", "")
        yield from self._listed(said)
        marked = [
            one.pk
            for key, one in self.columns.items()
            if row.get(key, "") and row[key].casefold() not in NO and key not in PEOPLE
        ]
        yield from marked
        if not said and not marked:
            if len(self.tournaments) != 1:
                text = _("Nothing says which tournament. Name it in a column tournaments.")
                raise cells.WrongCell("tournaments", text)
            yield from self.tournaments

    def _listed(self, said: str) -> Iterator[int]:
        """Names apart by semicolons, else by commas; a name may hold either."""
        for mark in (";", ","):
            parts = [part.strip() for part in said.split(mark)]
            found = list(self._matched(parts, mark))
            if None not in found:
                yield from (pk for pk in found if pk is not None)
                return
        text = _("There is no tournament of this name in the event, or more than one: %(name)s.")
        raise cells.WrongCell("tournaments", text % {"name": said})

    def _matched(self, parts: list[str], mark: str) -> Iterator[int | None]:
        at = 0
        while at < len(parts):
            for end in range(len(parts), at, -1):
                name = " ".join(f"{mark} ".join(parts[at:end]).split()).casefold()
                if self.named.get(name):
                    yield self.named[name]
                    break
            else:
                end = at + 1
                if parts[at]:
                    yield None
            at = end


def _word(line: Line) -> str:
    words = {NEW: _("comes in"), KNOWN: _("comes in"), SAME: _("unchanged")}
    told = words.get(line.state, "")
    return f"{told} ({line.detail})" if told and line.detail else told or line.detail
