"""Players of a whole event from a table: each row is a player and the tournaments they enter.

The player of a row is settled here once; import_entries.py plans and writes the entries of each tournament. A file
withdraws nobody.
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
from tournaments.exchange.services.import_countries import CountryChanges
from tournaments.exchange.services.import_entries import PlannedEntry
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
    ImportLine,
)
from tournaments.models import Entry, Event, Tournament
from web.csv_reading import PEOPLE, CsvTable, Names

NO = frozenset({"0", "no", "n", "-", "–", "false", "nein", "non"})
RANKS = (
    BAD,
    CHOOSE,
    NEW,
    KNOWN,
    CHANGED,
    TWICE,
    SAME,
)  # the state of a row with several is the first of these


@dataclass(slots=True)
class EventPlan:
    """A line for each row, and for each tournament its planned entries."""

    lines: list[ImportLine] = field(default_factory=list)
    planned: list[tuple[Tournament, list[PlannedEntry]]] = field(default_factory=list)


def columns_of(event: Event, tournaments: Sequence[Tournament]) -> Names:
    """The columns of a file: those of people and one for each tournament, by the names that `plan` looks for."""
    own = {key: _called(event, tournament) for key, tournament in _keys(event, tournaments).items()}
    return {key: called for key, called in own.items() if key not in PEOPLE} | dict(PEOPLE)


def plan(
    event: Event,
    tournaments: Sequence[Tournament],
    table: CsvTable,
    choices: Mapping[int, str],
    by: Viewer | None,
) -> EventPlan:
    """Plan every row against the current entries. A fixed number of queries for each tournament and each 500 names."""
    return _Plan(event, tournaments, table, choices, by).planned()


def write(plan: EventPlan, *, by: Viewer | None, now: datetime) -> None:
    """Write the plan. The caller holds the locks. A new player is created once for all their tournaments."""
    coming = [item for _tournament, planned in plan.planned for item in planned if _is_new(item)]
    strangers = {item.name.casefold(): item for item in reversed(coming)}
    made = Player.objects.bulk_create(
        [Player(name=item.name, country=item.country) for item in strangers.values()],
        batch_size=BATCH,
    )
    players = dict(zip(strangers, made, strict=True))
    for item in coming:
        item.player = players[item.name.casefold()]
    for tournament, planned in plan.planned:
        import_entries.write(tournament, planned, by=by, now=now)


def _is_new(item: PlannedEntry) -> bool:
    return item.entry is None and item.player is None and item.line.state in DOES


def _called(event: Event, tournament: Tournament) -> tuple[str, ...]:
    """All names of a tournament in a file, in lower case."""
    names = (tournament.name, tournament.slug, tournament.division, short_name(event, tournament))
    return tuple({" ".join(name.split()).casefold() for name in names if name})


def _keys(event: Event, tournaments: Sequence[Tournament]) -> dict[str, Tournament]:
    """Each tournament by its short name in the event, or by its slug if two have the same."""
    short = [
        " ".join(short_name(event, tournament).split()).casefold() for tournament in tournaments
    ]
    return {
        name if short.count(name) == 1 else tournament.slug: tournament
        for name, tournament in zip(short, tournaments, strict=True)
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
        self.tournaments = {tournament.pk: tournament for tournament in tournaments}
        self.short = {tournament.pk: short_name(event, tournament) for tournament in tournaments}
        self.columns = _keys(event, tournaments)
        self.named: dict[str, int] = {}
        for tournament in tournaments:
            for name in _called(event, tournament):
                self.named[name] = 0 if name in self.named else tournament.pk
        entered = Entry.objects.filter(
            tournament__in=tournaments, status__in=import_entries.ENTERED
        )
        self.here: dict[str, dict[int, Player]] = {}
        for entry in entered.select_related("player"):
            beside = self.here.setdefault(cells.plain_name(entry.player), {})
            beside[entry.player_id] = entry.player
        self.players = Players(row for _number, row in table.rows)
        self.homes = CountryChanges(
            self.players.everybody() if "country" in table.columns else (), by
        )
        self.rows: dict[int, list[tuple[int, dict[str, str]]]] = {pk: [] for pk in self.tournaments}
        self.new: dict[int, str] = {}
        self.lines: dict[int, ImportLine] = {}

    def planned(self) -> EventPlan:
        for number, row in self.table.rows:
            self._row(number, row)
        plan = EventPlan()
        by_line: dict[int, list[tuple[int, ImportLine]]] = {}
        for pk, rows in self.rows.items():
            if rows:
                table = CsvTable(tuple(rows), self.table.read, self.table.unread)
                planned = import_entries.plan(self.tournaments[pk], table, self.new, self.by)
                plan.planned.append((self.tournaments[pk], planned))
                for item in planned:
                    by_line.setdefault(item.line.number, []).append((pk, item.line))
        plan.lines = [
            self._line(number, by_line.get(number, [])) for number, _row in self.table.rows
        ]
        return plan

    def _row(self, number: int, row: dict[str, str]) -> None:
        """Settle the player of a row, and add the row to every tournament it names."""
        name = cells.named(row)
        title = name or row.get("id", "")
        try:
            wanted = list(dict.fromkeys(self._wanted(row)))
            home = cells.country(row.get("country", ""))
            meant = self.players.meant(row, name)
        except cells.WrongCell as wrong:
            self.lines[number] = ImportLine(number, BAD, title, str(wrong), wrong.column)
            return
        if not isinstance(meant, Player):
            here = list(self.here.get(name.casefold(), {}).values())
            meant = here[0] if len(here) == 1 else meant
        if isinstance(meant, Player):
            self._given(number, row | {"id": str(meant.pk)}, wanted)
            return
        chosen = chosen_of(meant, self.choices.get(number, ""))
        country_text = self.homes.text_for_options(meant, home)
        detail = " · ".join(filter(None, [*(self.short[pk] for pk in wanted), country_text]))
        if meant:
            state = CHOOSE if len(meant) > 1 else KNOWN
            options = self.players.options(meant)
            self.lines[number] = ImportLine(number, state, title, detail, "", options, chosen)
        picked = next((player for player in meant if str(player.pk) == chosen), None)
        if picked is not None:
            self._given(number, row | {"id": str(picked.pk)}, wanted)
        elif chosen or not meant:
            self.new[number] = "new"
            self._given(number, row, wanted)

    def _given(self, number: int, row: dict[str, str], wanted: list[int]) -> None:
        for pk in wanted:
            self.rows[pk].append((number, row))

    def _line(self, number: int, lines: list[tuple[int, ImportLine]]) -> ImportLine:
        """The line of a row for all its tournaments together."""
        wrong = next(((pk, line) for pk, line in lines if line.state == BAD), None)
        if wrong is not None:
            pk, line = wrong
            return ImportLine(
                number, BAD, line.title, f"{self.short[pk]}: {line.detail}", line.column
            )
        if number in self.lines:
            return self.lines[number]
        state = min((line.state for _pk, line in lines), key=RANKS.index)
        detail = "; ".join(f"{self.short[pk]}: {_state_text(line)}" for pk, line in lines)
        return ImportLine(number, state, lines[0][1].title, detail)

    def _wanted(self, row: Mapping[str, str]) -> Iterator[int]:
        """The tournaments that a row names in one column, or marks in their own. Raises WrongCell."""
        text = row.get("tournaments", "")
        yield from self._listed(text)
        marked = [
            tournament.pk
            for key, tournament in self.columns.items()
            if row.get(key, "") and row[key].casefold() not in NO and key not in PEOPLE
        ]
        yield from marked
        if not text and not marked:
            if len(self.tournaments) != 1:
                text = _("No tournament given. Name one in the “tournaments” column.")
                raise cells.WrongCell("tournaments", text)
            yield from self.tournaments

    def _listed(self, names: str) -> Iterator[int]:
        """Names apart by semicolons, else by commas; a name may hold either."""
        for mark in (";", ","):
            parts = [part.strip() for part in names.split(mark)]
            matched = list(self._matched(parts, mark))
            if None not in matched:
                yield from (pk for pk in matched if pk is not None)
                return
        text = _("Tournament not found in this event, or name not unique: %(name)s.")
        raise cells.WrongCell("tournaments", text % {"name": names})

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


def _state_text(line: ImportLine) -> str:
    names = {NEW: _("New entry"), KNOWN: _("New entry"), SAME: _("Unchanged")}
    return " · ".join(filter(None, (names.get(line.state, ""), line.detail)))
