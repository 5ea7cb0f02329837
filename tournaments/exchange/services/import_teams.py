"""Pairs and teams from a table: a row a team with its members, or a row a member with the team's name.

First every team is planned, then all are written or none. The rules are those of places.py.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.services.players import create_walk_in
from tournaments.core.permissions import Viewer
from tournaments.entry.services import consent
from tournaments.entry.services.entries import admit
from tournaments.entry.services.places import Applicant, require_lineup
from tournaments.entry.services.teams import set_members
from tournaments.exchange.services import import_cells as cells
from tournaments.exchange.services.import_countries import CountryChanges, correct
from tournaments.exchange.services.import_entries import BEFORE, ENTERED, GONE, MOST_LATE
from tournaments.exchange.services.import_labels import changed_values, labels
from tournaments.exchange.services.import_players import Players, chosen_of
from tournaments.exchange.services.import_preview import (
    BAD,
    CHANGED,
    CHOOSE,
    KNOWN,
    NEW,
    SAME,
    TEAM,
    ImportLine,
)
from tournaments.exchange.services.import_team_rows import (
    NumberedRow,
    Person,
    PlannedTeam,
    grouped,
    is_row_a_team,
    joined,
    joined_text,
    require_consent,
    team_text,
)
from tournaments.models import Entry, Tournament
from web.csv_reading import CsvTable
from web.errors import DomainError

MOST_TEAMS = 500


def plan(
    tournament: Tournament, table: CsvTable, choices: Mapping[int, str], by: Viewer | None
) -> list[PlannedTeam]:
    """Plan every team against the current entries. A fixed number of queries for each 500 names."""
    return _Plan(tournament, table, choices, by).planned()


def write(
    tournament: Tournament, planned: list[PlannedTeam], *, by: Viewer | None, now: datetime
) -> None:
    """Write the plan. The caller holds the tournament's lock. Raises what the services refuse."""
    made: dict[str, Player] = {}
    persons = [person for item in planned for person in item.persons]
    correct((person.player, person.home) for person in persons if person.player is not None)
    changed = [item for item in planned if item.entry is not None and "seed" in item.values]
    Entry.objects.filter(pk__in=[item.entry.pk for item in changed if item.entry]).update(seed=None)
    for item in planned:
        if not item.comes and not item.regroup and not item.values:
            continue
        members = [_made(person, made) for person in item.persons]
        entry = item.entry
        if entry is None:
            who = Applicant(members[0], tuple(members), item.name)
            entry = admit(tournament, who, by=by, now=now)
        elif item.regroup:
            entry = set_members(entry.pk, by=by, name=entry.name, members=members, now=now)
        if item.values:
            for name, value in item.values.items():
                setattr(entry, name, value)
            entry.save(update_fields=list(item.values))


def _made(person: Person, made: dict[str, Player]) -> Player:
    if person.player is not None:
        return person.player
    key = person.name.casefold()
    made[key] = made.get(key) or create_walk_in(person.name, person.country)
    return made[key]


class _Plan:
    def __init__(
        self,
        tournament: Tournament,
        table: CsvTable,
        choices: Mapping[int, str],
        by: Viewer | None,
    ) -> None:
        self.tournament, self.rows, self.choices = tournament, table.rows, choices
        self.in_a_row = is_row_a_team(table)
        self.before_start = tournament.status in BEFORE
        entries = tournament.entries.filter(status__in=ENTERED)
        active = list(entries.select_related("player").prefetch_related("members__player"))
        self.called = {(entry.name or entry.player.name).casefold(): entry for entry in active}
        self.sits = {m.player_id: entry.pk for entry in active for m in entry.members.all()}
        self.sits |= {entry.player_id: entry.pk for entry in active}
        self.members_by_name = {
            cells.plain_name(m.player): m.player for entry in active for m in entry.members.all()
        }
        self.seeds = {entry.seed: entry.pk for entry in active if entry.seed is not None}
        self.places = None
        if tournament.entry_limit is not None:
            self.places = tournament.entry_limit - sum(entry.is_active for entry in active)
        self.groups = grouped(table)
        self.players = Players(row for _name, rows in self.groups for _n, row in rows)
        players = [*self.players.everybody(), *self.members_by_name.values()]
        self.homes = CountryChanges(players if "country" in table.columns else (), by)
        self.refusals = consent.refusals(tournament, self.players.everybody(), by)
        self.seen: dict[object, int] = {}
        self.named: dict[str, int] = {}
        self.late = 0

    def planned(self) -> list[PlannedTeam]:
        teams = []
        for at, (name, rows) in enumerate(self.groups):
            number = rows[0][0] if rows else self.rows[at][0]
            try:
                teams.append(self._team(name, rows, number, at))
            except (cells.WrongCell, DomainError) as wrong:
                column = wrong.column if isinstance(wrong, cells.WrongCell) else ""
                detail = wrong.detail if isinstance(wrong, DomainError) else str(wrong)
                lines = [number] if self.in_a_row else [line for line, _row in rows]
                teams.append(
                    PlannedTeam(name, [ImportLine(n, BAD, name, detail, column) for n in lines])
                )
        return teams

    def _team(self, name: str, rows: list[NumberedRow], number: int, at: int) -> PlannedTeam:
        own = dict(self.rows[at][1]) if self.in_a_row else rows[0][1]
        if len(self.groups) > MOST_TEAMS:
            raise cells.WrongCell(
                "", _("Too many teams in this file. Maximum: %(n)d.") % {"n": MOST_TEAMS}
            )
        if own.get("status", "").casefold() in GONE:
            return PlannedTeam(
                name,
                [ImportLine(number, SAME, name, _("Skipped: not entered according to the file."))],
            )
        values = labels(own)
        entry = self.called.get(name.casefold()) if name else None
        if entry is not None and self.in_a_row and own.get("members", "") == joined(entry):
            persons = [
                Person({}, m.player.name, ImportLine(number, SAME, name), m.player)
                for m in entry.members.all()
            ]
        else:
            persons = [self._person(line, row, name) for line, row in rows]
        name = name or self._own_name(persons)
        return self._judged(
            name, persons, entry or self.called.get(name.casefold()), values, number
        )

    def _own_name(self, persons: list[Person]) -> str:
        if self.tournament.entry_kind == Tournament.EntryKind.DOUBLES and persons:
            return " / ".join(person.name for person in persons)
        raise cells.WrongCell("team", _("A team needs a name."))

    def _person(self, number: int, row: dict[str, str], team: str) -> Person:
        name = cells.named(row)
        try:
            home = cells.country(row.get("country", ""))
            players = self.players.meant(row, name)
        except cells.WrongCell as wrong:
            raise cells.WrongCell(wrong.column, f"{name or row.get('id', '')}: {wrong}") from wrong
        title = f"{team}: {name}" if team else name
        if isinstance(players, Player):
            return self._member(row, f"{team}: {players.name}", number, players, home)
        here = self.members_by_name.get(name.casefold())
        if here is not None:
            return self._member(row, title, number, here, home)
        if self.in_a_row and len(players) > 1:
            text = _(
                "Several players have this name: %(name)s. Use one row per member, then add "
                "the id or choose the player."
            )
            raise cells.WrongCell("members", text % {"name": name})
        chosen = chosen_of(players, "" if self.in_a_row else self.choices.get(number, ""))
        picked = next((player for player in players if str(player.pk) == chosen), None)
        state = CHOOSE if len(players) > 1 else KNOWN if players else NEW
        options = self.players.options(players) if players and not self.in_a_row else ()
        country_text = self.homes.text_for_options(players, home) if players else ""
        line = ImportLine(number, state, title, country_text, "", options, chosen)
        new_home = self.homes.new_of(picked, home) if picked else ""
        return Person(row, name, line, picked, "" if picked else home, new_home)

    def _member(
        self, row: dict[str, str], title: str, number: int, player: Player, home: str
    ) -> Person:
        line = ImportLine(number, KNOWN, title, self.homes.text(player, home))
        new_home = self.homes.new_of(player, home)
        return Person(row, player.name, line, player, "", new_home)

    def _judged(
        self,
        name: str,
        persons: list[Person],
        entry: Entry | None,
        values: dict[str, Any],
        number: int,
    ) -> PlannedTeam:
        self._checked(name, persons, entry, values, number)
        if entry is None:
            self._room()
            return PlannedTeam(
                name,
                self._lines(name, persons, team_text(persons, values), number),
                persons,
                None,
                values,
            )
        before = [member.player_id for member in entry.members.all()]
        after = [person.player.pk if person.player else None for person in persons]
        changes = changed_values(entry, values)
        if before != after and not self.before_start:
            raise cells.WrongCell(
                "members", _("The tournament has started. Team members can no longer change.")
            )
        if before != after and entry.player_id not in after:
            raise cells.WrongCell("members", _("The captain must be a member of the team."))
        corrected = any(person.home for person in persons)
        if before == after and not changes and not corrected:
            return PlannedTeam(name, self._lines(name, persons, "", number, SAME), persons, entry)
        if "seed" in changes and not self.before_start:
            raise cells.WrongCell(
                "seed", _("The tournament has started. Seeds can no longer change.")
            )
        texts = [f"{key}: {getattr(entry, key) or '–'} → {new}" for key, new in changes.items()]
        if before != after:
            texts.insert(0, f"{joined(entry)} → " + "; ".join(person.name for person in persons))
        lines = self._lines(name, persons, " · ".join(texts), number, CHANGED)
        return PlannedTeam(name, lines, persons, entry, changes, before != after)

    def _checked(
        self,
        name: str,
        persons: list[Person],
        entry: Entry | None,
        values: dict[str, Any],
        number: int,
    ) -> None:
        """Check a team as places.py does, and that nothing is twice in the file. Raises WrongCell or DomainError."""
        if len(name) > 80:
            raise cells.WrongCell(
                "team", _("This text is too long. Maximum characters: %(n)d.") % {"n": 80}
            )
        if name.casefold() in self.named:
            text = _("Same team as line %(line)d.") % {"line": self.named[name.casefold()]}
            raise cells.WrongCell("team", text)
        self.named[name.casefold()] = number
        stand_ins = tuple(person.player or Player(name=person.name) for person in persons)
        if not stand_ins:
            raise cells.WrongCell("members", _("A team needs players."))
        ids = (person.player.pk for person in persons if person.player)
        own = {pk for pk in ids if entry is not None and self.sits.get(pk) == entry.pk}
        require_lineup(self.tournament, Applicant(stand_ins[0], stand_ins, name), own)
        require_consent(persons, entry, self.refusals)
        for person in persons:
            sits = self.sits.get(person.player.pk) if person.player else None
            if sits is not None and (entry is None or sits != entry.pk):
                text = _("Already entered: %(names)s.")
                raise cells.WrongCell("members", text % {"names": person.name})
            if person.key in self.seen:
                text = _("%(name)s is already in line %(line)d.")
                repeated = {"name": person.name, "line": self.seen[person.key]}
                raise cells.WrongCell("members", text % repeated)
            self.seen[person.key] = person.line.number
        self._seeded(entry, values, number)

    def _seeded(self, entry: Entry | None, values: dict[str, Any], number: int) -> None:
        if "seed" not in values:
            return
        holder = self.seeds.get(values["seed"])
        if holder is not None and (entry is None or holder != entry.pk):
            text = _("Another entry already has seed %(seed)d.") % {"seed": values["seed"]}
            raise cells.WrongCell("seed", text)
        self.seeds[values["seed"]] = entry.pk if entry else -number

    def _room(self) -> None:
        if self.tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
            raise cells.WrongCell("", _("This tournament is over."))
        if not self.before_start:
            self.late += 1
            if self.late > MOST_LATE:
                text = _("Too many late entries in this file. Maximum: %(n)d.")
                raise cells.WrongCell("", text % {"n": MOST_LATE})
        if self.places is not None:
            if self.places <= 0:
                raise cells.WrongCell("", _("This tournament is full."))
            self.places -= 1

    def _lines(
        self, name: str, persons: list[Person], detail: str, number: int, state: str = ""
    ) -> list[ImportLine]:
        """A line for each row: of the team if it is in one row, else one for each member."""
        if self.in_a_row:
            return [ImportLine(number, state or TEAM, name, detail)]
        lines = [person.line for person in persons]
        if not state:
            return lines
        return [
            ImportLine(
                line.number, state, line.title, joined_text("" if n else detail, line.detail)
            )
            for n, line in enumerate(lines)
        ]
