"""Entries from a table: row by row what would happen, then all of it or nothing. Rules are those of places.py.

Before the start everything is written in a fixed number of statements a thousand rows; after it each is a late entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.services.players import create_walk_in
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Viewer
from tournaments.entry.services import consent
from tournaments.entry.services.entries import admit
from tournaments.entry.services.places import Applicant
from tournaments.exchange.services import import_cells as cells
from tournaments.exchange.services.import_countries import Homes, correct
from tournaments.exchange.services.import_labels import labels, news
from tournaments.exchange.services.import_players import BATCH, Players, chosen_of, parts
from tournaments.exchange.services.import_preview import (
    BAD,
    CHANGED,
    CHOOSE,
    KNOWN,
    NEW,
    SAME,
    TWICE,
    Line,
)
from tournaments.models import Entry, Tournament
from web.csv_reading import CsvTable
from web.errors import DomainError

Status = Tournament.Status
BEFORE = (Status.DRAFT, Status.OPEN)
MOST_LATE = 64
COLUMNS = ("status", "entered_at", "joined_round", "awaits_consent")
AT_ONCE = 100  # rows to an update: each is searched for among the rows of its statement
ENTERED = (Entry.Status.ACTIVE, Entry.Status.INVITED)
GONE = {status for status in Entry.Status.values if status not in ENTERED}


@dataclass(slots=True)
class Deed:
    """What one row comes to: an entry that changes, or a player (None: a new one, of that country) who comes in with these
    values. `home` is the country that somebody who is known gets (import_countries.py)."""

    line: Line
    entry: Entry | None = None
    player: Player | None = None
    name: str = ""
    country: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    home: str = ""


def plan(
    tournament: Tournament, table: CsvTable, choices: Mapping[int, str], by: Viewer | None
) -> list[Deed]:
    """Every row judged against what stands now. A fixed number of queries for each thousand names."""
    return _Plan(tournament, table, choices, by).deeds()


class _Plan:
    def __init__(
        self,
        tournament: Tournament,
        table: CsvTable,
        choices: Mapping[int, str],
        by: Viewer | None,
    ) -> None:
        self.tournament, self.rows, self.choices = tournament, table.rows, choices
        self.before_start = tournament.status in BEFORE
        entries = tournament.entries.select_related("player").order_by("attempt")
        self.entries = {entry.player_id: entry for entry in entries}  # of each player the latest
        self.by_pk = {entry.pk: entry for entry in self.entries.values()}
        active = [entry for entry in self.entries.values() if entry.status in ENTERED]
        self.called = {cells.plain_name(entry.player): entry for entry in active}
        self.seeds = {e.seed: e.pk for e in active if e.seed is not None}
        self.places = None
        if tournament.entry_limit is not None:
            self.places = tournament.entry_limit - sum(entry.is_active for entry in active)
        self.players = Players(row for _number, row in table.rows)
        known = [*self.players.everybody(), *(entry.player for entry in active)]
        self.homes = Homes(known if "country" in table.columns else (), by)
        self.refusals = consent.refusals(tournament, self.players.everybody(), by)
        self.seen: dict[object, int] = {}
        self.said: dict[int, dict[str, Any]] = {}  # by line
        self.wanted = {cells.who(row): row.get("seed", "") for _number, row in table.rows}
        self.late = 0

    def deeds(self) -> list[Deed]:
        found = [self._judged(number, row) for number, row in self.rows]
        return [self._seeded(deed) for deed in found]

    def _judged(self, number: int, row: dict[str, str]) -> Deed:
        name = cells.named(row)
        try:
            values = labels(row)
            who = self.players.meant(row, name)
            home = cells.country(row.get("country", ""))
        except cells.WrongCell as wrong:
            return Deed(Line(number, BAD, name or row.get("id", ""), str(wrong), wrong.column))
        self.said[number] = values | ({"country": home} if home else {})
        if row.get("status", "").casefold() in GONE:
            return Deed(Line(number, SAME, name, _("Not in it, says the file; left out.")))
        if isinstance(who, Player):
            return self._player(number, who, values, home)
        key = name.casefold()
        if (entry := self.called.get(key)) is not None:
            return self._player(number, entry.player, values, home)
        if key in self.seen:
            return self._twice(number, name, self.seen[key])
        self.seen[key] = number
        options = who
        chosen = chosen_of(options, self.choices.get(number, ""))
        picked = next((p for p in options if str(p.pk) == chosen), None)
        if (refused := self._refused(name, picked)) is not None:
            return Deed(Line(number, BAD, name, *refused))
        state = CHOOSE if len(options) > 1 else KNOWN if options else NEW
        told = self.homes.told_of_options(options, home) if options else _country(home)
        detail = _comes(values, told)
        offered = self.players.options(options) if options else ()
        line = Line(number, state, name, detail, "", offered, chosen)
        if picked is None:
            return Deed(line, None, None, name, home, values)
        return Deed(line, None, picked, name, "", values, self.homes.new_of(picked, home))

    def _player(self, number: int, player: Player, values: dict[str, Any], home: str) -> Deed:
        """Somebody who is known by his number, or by a name that stands in the list already."""
        if player.pk in self.seen:
            return self._twice(number, player.name, self.seen[player.pk])
        self.seen[player.pk] = number
        told, new_home = self.homes.told(player, home), self.homes.new_of(player, home)
        entry = self.entries.get(player.pk)
        if entry is None or entry.status not in ENTERED:
            if (refused := self._refused(player.name, player)) is not None:
                return Deed(Line(number, BAD, player.name, *refused))
            line = Line(number, KNOWN, player.name, _comes(values, told))
            return Deed(line, None, player, player.name, "", values, new_home)
        changed = news(entry, values)
        if not changed and not new_home:
            return Deed(Line(number, SAME, player.name, told), entry)
        if "seed" in changed and not self.before_start:
            text = _("Seeds are fixed since the start.")
            return Deed(Line(number, BAD, player.name, text, "seed"))
        said = [f"{name}: {getattr(entry, name) or '–'} → {new}" for name, new in changed.items()]
        line = Line(number, CHANGED, player.name, ", ".join(filter(None, [*said, told])))
        return Deed(line, entry, values=changed, home=new_home)

    def _refused(self, name: str, player: Player | None) -> tuple[str, str] | None:
        """Why he cannot come in: a reason, and the column it is about."""
        if self.tournament.entry_kind != Tournament.EntryKind.SINGLE:
            return _("Pairs and teams come in the files of their own tournament."), ""
        if self.tournament.status in (Status.FINISHED, Status.CANCELLED):
            return _("This tournament is over."), ""
        if player is not None and (why := self._shut_out(player)):
            return why, ""
        if self.places is not None and self.places <= 0:
            return _("All places of this tournament are taken."), ""
        if not self.before_start:
            self.late += 1
            if self.late > MOST_LATE:
                text = _("After the start a file brings at most %(n)d late entries.")
                return text % {"n": MOST_LATE}, ""
        if self.places is not None:
            self.places -= 1
        return None

    def _shut_out(self, player: Player) -> str:
        old = self.entries.get(player.pk)
        if old is not None and old.status == Entry.Status.DISQUALIFIED:
            return _("This player was disqualified here.")
        return self.refusals.get(player.pk, "")

    def _twice(self, number: int, name: str, before: int) -> Deed:
        old = self.said[before]
        other = [column for column, said in self.said[number].items() if said != old.get(column)]
        text = _("The same as line %(line)d; left out.")
        if other:
            text = _("Line %(line)d again, with another %(columns)s; left out.")
        told = text % {"line": before, "columns": ", ".join(other)}
        return Deed(Line(number, TWICE, name, told))

    def _seeded(self, deed: Deed) -> Deed:
        """Nobody has the seed of somebody else, who keeps his."""
        seed = deed.values.get("seed")
        if seed is None or deed.line.state == BAD:
            return deed
        own = deed.entry.pk if deed.entry else -deed.line.number
        held = self._held(seed)
        if held not in (None, own):
            text = _("Seed %(seed)d is somebody else's.") % {"seed": seed}
            return Deed(Line(deed.line.number, BAD, deed.line.title, text, "seed"))
        self.seeds[seed] = own
        return deed

    def _held(self, seed: int) -> int | None:
        """Who has this seed and is not given another by this file."""
        holder = self.seeds.get(seed)
        entry = self.by_pk.get(holder or 0)
        return None if entry is not None and self._gets_other(entry, seed) else holder

    def _gets_other(self, entry: Entry, seed: int) -> bool:
        by_id = self.wanted.get(("id", str(entry.player_id)))
        told = by_id or self.wanted.get(("name", cells.plain_name(entry.player)))
        return bool(told) and told != str(seed)


def write(tournament: Tournament, deeds: list[Deed], *, by: Viewer | None, now: datetime) -> None:
    """Do what the plan says, for whoever holds the tournament's lock. Raises what the services refuse."""
    for deed in deeds:
        if deed.line.state == BAD or (deed.line.state == CHOOSE and not deed.line.chosen):
            raise DomainError("file_not_ready", _("Some rows cannot be taken as they are."))
    correct((who, deed.home) for deed in deeds if (who := _known(deed)) is not None)
    coming = [
        deed for deed in deeds if deed.entry is None and deed.line.state in (NEW, KNOWN, CHOOSE)
    ]
    if tournament.status not in BEFORE:
        for deed in coming:
            player = deed.player or create_walk_in(deed.name, deed.country)
            deed.entry = admit(tournament, Applicant(player), by=by, now=now)
        _label([deed for deed in deeds if deed.values and deed.entry], ("club", "family"))
    else:
        changed = [deed for deed in deeds if deed.values and deed.entry]
        seeded = [deed.entry.pk for deed in changed if deed.entry and "seed" in deed.values]
        for part in parts(seeded):
            Entry.objects.filter(pk__in=part).update(seed=None)
        changed += [deed for deed in _come_in(tournament, coming, by, now) if deed.values]
        _label(changed, ("club", "family", "seed"))
    save_changed(tournament)


def _come_in(
    tournament: Tournament, coming: list[Deed], by: Viewer | None, now: datetime
) -> list[Deed]:
    """New entries with all that is told of them; given back are those who have been here, and are not labelled yet.
    Players with a login are asked, and online they are invited only."""
    strangers = [deed for deed in coming if deed.player is None]
    made = Player.objects.bulk_create(
        (Player(name=deed.name, country=deed.country) for deed in strangers), batch_size=BATCH
    )
    for deed, player in zip(strangers, made, strict=True):
        deed.player = player
    before = {
        entry.player_id: entry for entry in tournament.entries.order_by("attempt")
    }  # who gave his place up before takes it again
    for deed in coming:
        if deed.player is None:
            continue
        known = before.get(deed.player.pk)
        deed.entry = known or Entry(tournament=tournament, player=deed.player)
        deed.entry.status, deed.entry.entered_at = Entry.Status.ACTIVE, now
        deed.entry.joined_round = 1
    pairs = [(d.entry, d.player) for d in coming if d.entry is not None and d.player is not None]
    asked = consent.to_ask_many(tournament, pairs, by=by)
    for entry, _player in asked:
        entry.awaits_consent = True
        entry.status = Entry.Status.INVITED if is_online(tournament) else entry.status
    again = [deed.entry for deed in coming if deed.entry and deed.entry.pk]
    Entry.objects.bulk_update(again, COLUMNS, batch_size=BATCH)
    back = [deed for deed in coming if deed.entry and deed.entry.pk]
    new = [deed for deed in coming if deed.entry and not deed.entry.pk]
    for deed in new:
        for name, value in deed.values.items():
            setattr(deed.entry, name, value)
    Entry.objects.bulk_create([deed.entry for deed in new if deed.entry], batch_size=BATCH)
    consent.ask(tournament, asked, by=by, now=now)
    return back


def _label(deeds: list[Deed], names: tuple[str, ...]) -> None:
    """Write what is told of entries that are there: only columns of which something is."""
    for name in names:
        rows = []
        for deed in deeds:
            if deed.entry is not None and name in deed.values:
                setattr(deed.entry, name, deed.values[name])
                rows.append(deed.entry)
        Entry.objects.bulk_update(rows, [name], batch_size=AT_ONCE)


def _comes(values: Mapping[str, Any], country: str) -> str:
    told = [f"{name}: {value}" for name, value in values.items()]
    return ", ".join(filter(None, [*told, country]))


def _country(home: str) -> str:
    return f"country: {home}" if home else ""


def _known(deed: Deed) -> Player | None:
    return deed.entry.player if deed.entry is not None else deed.player
