"""Entries from a table: each row is planned, then all are written or none. The rules are those of places.py.

Before the start everything is written in a fixed number of statements a thousand rows; after it each row is a late entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.services.players import create_walk_in
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.contacts.services.contacts import (
    ContactTerms,
    contacts_by_player,
    keep_contacts,
)
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Viewer
from tournaments.entry.services import consent
from tournaments.entry.services.entries import admit
from tournaments.entry.services.namesakes import fold_name
from tournaments.entry.services.places import Applicant, bots_kept_out, bots_not_admitted
from tournaments.exchange.services import import_cells as cells
from tournaments.exchange.services.import_countries import CountryChanges, correct
from tournaments.exchange.services.import_labels import (
    CONTACT,
    changed_contact,
    changed_values,
    contact,
    labels,
)
from tournaments.exchange.services.import_players import BATCH, Players, chosen_of, parts
from tournaments.exchange.services.import_preview import (
    BAD,
    CHANGED,
    CHOOSE,
    KNOWN,
    NEW,
    SAME,
    SKIPPED,
    TWICE,
    ImportLine,
)
from tournaments.exchange.services.pasted_lines import HEADING, UNREAD
from tournaments.models import Entry, Tournament
from web.csv_reading import CsvTable
from web.errors import DomainError

Status = Tournament.Status
BEFORE = (Status.DRAFT, Status.OPEN)
COMING = (NEW, KNOWN, CHOOSE)
MOST_LATE = 64
COLUMNS = ("status", "entered_at", "joined_round", "awaits_consent")
AT_ONCE = 100  # rows an update: the time of a statement grows with the square of its rows
ENTERED = (Entry.Status.ACTIVE, Entry.Status.INVITED)
GONE = {status for status in Entry.Status.values if status not in ENTERED}


@dataclass(slots=True)
class PlannedEntry:
    """What a row would do: change an entry, or enter a player (None: a new one with this country) with these values. `home`
    is the new country of an existing player (import_countries.py), `contact` what is kept only with consent."""

    line: ImportLine
    entry: Entry | None = None
    player: Player | None = None
    name: str = ""
    country: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    home: str = ""
    contact: dict[str, str] = field(default_factory=dict)


def plan(
    tournament: Tournament, table: CsvTable, choices: Mapping[int, str], by: Viewer | None
) -> list[PlannedEntry]:
    """Plan every row against the current entries. A fixed number of queries for each thousand names."""
    return _Plan(tournament, table, choices, by).planned()


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
        self.entries = {entry.player_id: entry for entry in entries}  # the latest of each player
        self.by_pk = {entry.pk: entry for entry in self.entries.values()}
        active = [entry for entry in self.entries.values() if entry.status in ENTERED]
        self.called = {fold_name(entry.player.name): entry for entry in active}
        self.called |= {cells.plain_name(entry.player): entry for entry in active}
        has_contacts = not table.columns.isdisjoint(CONTACT)
        self.contacts = contacts_by_player(tournament) if has_contacts else {}
        self.seeds = {e.seed: e.pk for e in active if e.seed is not None}
        self.places = None
        if tournament.entry_limit is not None:
            self.places = tournament.entry_limit - sum(entry.is_active for entry in active)
        self.players = Players(row for _number, row in table.rows)
        players = [*self.players.everybody(), *(entry.player for entry in active)]
        self.homes = CountryChanges(players if "country" in table.columns else (), by)
        self.refusals = consent.refusals(tournament, self.players.everybody(), by)
        self.seen: dict[object, int] = {}
        self.values_by_line: dict[int, dict[str, Any]] = {}  # by line
        self.wanted = {cells.who(row): row.get("seed", "") for _number, row in table.rows}
        self.late = 0

    def planned(self) -> list[PlannedEntry]:
        judged = [self._with_contact(number, row) for number, row in self.rows]
        return [self._seeded(item) for item in judged]

    def _with_contact(self, number: int, row: dict[str, str]) -> PlannedEntry:
        """A row with its contact, and with what of it was not understood."""
        if text := row.get(HEADING):
            return PlannedEntry(ImportLine(number, SKIPPED, text, _("This is a heading.")))
        try:
            details = contact(row)
        except cells.WrongCell as wrong:
            line = ImportLine(number, BAD, cells.named(row), str(wrong), wrong.column)
            return PlannedEntry(line)
        item = self._judged(number, row)
        if item.line.state not in (BAD, TWICE) and row.get("status", "").casefold() not in GONE:
            self._add_contact(item, details)
        unread = row.get(UNREAD)
        if unread and not item.line.title:
            item.line = replace(item.line, title=unread)
        elif unread and item.line.state != TWICE:
            text = _("Not understood: %(text)s.") % {"text": unread}
            item.line = replace(item.line, detail=_joined(item.line.detail, text))
        return item

    def _add_contact(self, item: PlannedEntry, details: dict[str, str]) -> None:
        """What of the details is new. An entry of which only they change is a changed one."""
        player = _existing_player(item)
        old = self.contacts.get(player.pk) if player is not None else None
        item.contact = changed_contact(old, details)
        if item.contact:
            state = CHANGED if item.line.state == SAME else item.line.state
            text = _entry_text(item.contact, "")
            item.line = replace(item.line, state=state, detail=_joined(item.line.detail, text))

    def _judged(self, number: int, row: dict[str, str]) -> PlannedEntry:
        name = cells.named(row)
        try:
            values = labels(row)
            who = self.players.meant(row, name)
            home = cells.country(row.get("country", ""))
        except cells.WrongCell as wrong:
            return PlannedEntry(
                ImportLine(number, BAD, name or row.get("id", ""), str(wrong), wrong.column)
            )
        self.values_by_line[number] = values | ({"country": home} if home else {})
        if row.get("status", "").casefold() in GONE:
            return PlannedEntry(
                ImportLine(number, SAME, name, _("Skipped: not entered according to the file."))
            )
        if isinstance(who, Player):
            return self._player(number, who, values, home)
        key = fold_name(name)
        exact = any(player.name.casefold() == name.casefold() for player in who)
        entry = self.called.get(name.casefold()) or (None if exact else self.called.get(key))
        if entry is not None:
            return self._player(number, entry.player, values, home)
        if key in self.seen:
            return self._twice(number, name, self.seen[key])
        self.seen[key] = number
        options = who
        chosen = chosen_of(options, self.choices.get(number, ""))
        picked = next((p for p in options if str(p.pk) == chosen), None)
        if (refusal := self._refused(name, picked)) is not None:
            return PlannedEntry(ImportLine(number, BAD, name, *refusal))
        state = CHOOSE if len(options) > 1 else KNOWN if options else NEW
        country_text = self.homes.text_for_options(options, home) if options else _country(home)
        detail = _entry_text(values, country_text)
        offered = self.players.options(options) if options else ()
        line = ImportLine(number, state, name, detail, "", offered, chosen)
        if picked is None:
            return PlannedEntry(line, None, None, name, home, values)
        return PlannedEntry(line, None, picked, name, "", values, self.homes.new_of(picked, home))

    def _player(
        self, number: int, player: Player, values: dict[str, Any], home: str
    ) -> PlannedEntry:
        """Plan a row about an existing player, given by id or by the name of an entry."""
        if player.pk in self.seen:
            return self._twice(number, player.name, self.seen[player.pk])
        self.seen[player.pk] = number
        country_text, new_home = self.homes.text(player, home), self.homes.new_of(player, home)
        entry = self.entries.get(player.pk)
        if entry is None or entry.status not in ENTERED:
            if (refusal := self._refused(player.name, player)) is not None:
                return PlannedEntry(ImportLine(number, BAD, player.name, *refusal))
            line = ImportLine(number, KNOWN, player.name, _entry_text(values, country_text))
            return PlannedEntry(line, None, player, player.name, "", values, new_home)
        changed = changed_values(entry, values)
        if not changed and not new_home:
            return PlannedEntry(ImportLine(number, SAME, player.name, country_text), entry)
        if "seed" in changed and not self.before_start:
            text = _("The tournament has started. Seeds can no longer change.")
            return PlannedEntry(ImportLine(number, BAD, player.name, text, "seed"))
        changes = [
            f"{name}: {_shown(getattr(entry, name) or '–')} → {_shown(new)}"
            for name, new in changed.items()
        ]
        line = ImportLine(
            number, CHANGED, player.name, " · ".join(filter(None, [*changes, country_text]))
        )
        return PlannedEntry(line, entry, values=changed, home=new_home)

    def _refused(self, name: str, player: Player | None) -> tuple[str, str] | None:
        """Why the player cannot be entered: a reason and its column; None if they can."""
        if self.tournament.entry_kind != Tournament.EntryKind.SINGLE:
            return _("Import pairs and teams on the files page of their own tournament."), ""
        if self.tournament.status in (Status.FINISHED, Status.CANCELLED):
            return _("This tournament is over."), ""
        if player is not None and (why := self._shut_out(player)):
            return why, ""
        if self.places is not None and self.places <= 0:
            return _("This tournament is full."), ""
        if not self.before_start:
            self.late += 1
            if self.late > MOST_LATE:
                text = _("Too many late entries in this file. Maximum: %(n)d.")
                return text % {"n": MOST_LATE}, ""
        if self.places is not None:
            self.places -= 1
        return None

    def _shut_out(self, player: Player) -> str:
        old = self.entries.get(player.pk)
        if old is not None and old.status == Entry.Status.DISQUALIFIED:
            return _("This player is disqualified from this tournament.")
        if bots_kept_out(self.tournament, [player]):
            return bots_not_admitted()
        return self.refusals.get(player.pk, "")

    def _twice(self, number: int, name: str, before: int) -> PlannedEntry:
        old = self.values_by_line[before]
        other = [
            column
            for column, value in self.values_by_line[number].items()
            if value != old.get(column)
        ]
        text = _("Skipped: same as line %(line)d.")
        if other:
            text = _("Skipped: line %(line)d again, with different values: %(columns)s.")
        detail = text % {"line": before, "columns": " · ".join(other)}
        return PlannedEntry(ImportLine(number, TWICE, name, detail))

    def _seeded(self, item: PlannedEntry) -> PlannedEntry:
        """Refuse a seed that another entry keeps."""
        seed = item.values.get("seed")
        if seed is None or item.line.state == BAD:
            return item
        own = item.entry.pk if item.entry else -item.line.number
        holder = self._holder(seed)
        if holder not in (None, own):
            text = _("Another entry already has seed %(seed)d.") % {"seed": seed}
            return PlannedEntry(ImportLine(item.line.number, BAD, item.line.title, text, "seed"))
        self.seeds[seed] = own
        return item

    def _holder(self, seed: int) -> int | None:
        """The holder of a seed, unless this file gives them another."""
        holder = self.seeds.get(seed)
        entry = self.by_pk.get(holder or 0)
        return None if entry is not None and self._gets_other(entry, seed) else holder

    def _gets_other(self, entry: Entry, seed: int) -> bool:
        by_id = self.wanted.get(("id", str(entry.player_id)))
        wanted = by_id or self.wanted.get(("name", cells.plain_name(entry.player)))
        return bool(wanted) and wanted != str(seed)


def write(
    tournament: Tournament,
    planned: list[PlannedEntry],
    *,
    by: Viewer | None,
    now: datetime,
    contacts: ContactTerms | None = None,
) -> None:
    """Write the plan. The caller holds the tournament's lock. Without `contacts`, the consent and its terms, no contact is
    kept. Raises what the services refuse."""
    for item in planned:
        if item.line.state == BAD or (item.line.state == CHOOSE and not item.line.chosen):
            raise DomainError(
                "file_not_ready",
                _("Some rows need a correction or a choice. Nothing was imported."),
            )
    correct((who, item.home) for item in planned if (who := _existing_player(item)) is not None)
    coming = [item for item in planned if item.entry is None and item.line.state in COMING]
    if tournament.status not in BEFORE:
        for item in coming:
            player = item.player or create_walk_in(item.name, item.country)
            item.entry = admit(tournament, Applicant(player), by=by, now=now)
        _label(
            [item for item in planned if item.values and item.entry], ("club", "family", "rating")
        )
    else:
        changed = [item for item in planned if item.values and item.entry]
        seeded = [item.entry.pk for item in changed if item.entry and "seed" in item.values]
        for part in parts(seeded):
            Entry.objects.filter(pk__in=part).update(seed=None)
        changed += [item for item in _come_in(tournament, coming, by, now) if item.values]
        _label(changed, ("club", "family", "seed", "rating"))
    if contacts is not None:
        given = [(who, item.contact) for item in planned if (who := _existing_player(item))]
        keep_contacts(tournament, given, terms=contacts)
    save_changed(tournament)


def _come_in(
    tournament: Tournament, coming: list[PlannedEntry], by: Viewer | None, now: datetime
) -> list[PlannedEntry]:
    """Create entries with their values; returns the re-activated ones, whose values are not written yet. Players with a login
    are asked for consent, and online they are only invited."""
    strangers = [item for item in coming if item.player is None]
    made = Player.objects.bulk_create(
        (Player(name=item.name, country=item.country) for item in strangers), batch_size=BATCH
    )
    for item, player in zip(strangers, made, strict=True):
        item.player = player
    before = {
        entry.player_id: entry for entry in tournament.entries.order_by("attempt")
    }  # a player who had left gets the old entry again
    for item in coming:
        if item.player is None:
            continue
        previous = before.get(item.player.pk)
        item.entry = previous or Entry(tournament=tournament, player=item.player)
        item.entry.status, item.entry.entered_at = Entry.Status.ACTIVE, now
        item.entry.joined_round = 1
    pairs = [(d.entry, d.player) for d in coming if d.entry is not None and d.player is not None]
    asked = consent.entries_to_invite(tournament, pairs, by=by)
    for entry, _player in asked:
        entry.awaits_consent = True
        entry.status = Entry.Status.INVITED if is_online(tournament) else entry.status
    again = [item.entry for item in coming if item.entry and item.entry.pk]
    Entry.objects.bulk_update(again, COLUMNS, batch_size=BATCH)
    back = [item for item in coming if item.entry and item.entry.pk]
    new = [item for item in coming if item.entry and not item.entry.pk]
    for item in new:
        for name, value in item.values.items():
            setattr(item.entry, name, value)
    Entry.objects.bulk_create([item.entry for item in new if item.entry], batch_size=BATCH)
    consent.invite(tournament, asked, by=by, now=now)
    return back


def _label(planned: list[PlannedEntry], names: tuple[str, ...]) -> None:
    """Write the values of existing entries, only columns that have values."""
    for name in names:
        rows = []
        for item in planned:
            if item.entry is not None and name in item.values:
                setattr(item.entry, name, item.values[name])
                rows.append(item.entry)
        Entry.objects.bulk_update(rows, [name], batch_size=AT_ONCE)


def _entry_text(values: Mapping[str, Any], country: str) -> str:
    return _joined(
        *(f"{_column(name)}: {_shown(value)}" for name, value in values.items()), country
    )


def _joined(*texts: str) -> str:
    return " · ".join(filter(None, texts))


def _column(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _country(home: str) -> str:
    return f"country: {home}" if home else ""


def _existing_player(item: PlannedEntry) -> Player | None:
    return item.entry.player if item.entry is not None else item.player
