"""Pairs and teams from a table: a row a team with its members, or a row a member with the team's name.

First every row is judged, then all of it is written or nothing. Rules are those of places.py.
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
from tournaments.entry.services.places import Applicant, require_makeup
from tournaments.entry.services.teams import set_members
from tournaments.exchange.services import import_cells as cells
from tournaments.exchange.services.import_countries import Homes, correct
from tournaments.exchange.services.import_entries import BEFORE, ENTERED, GONE, MOST_LATE
from tournaments.exchange.services.import_labels import labels, news
from tournaments.exchange.services.import_players import Players, chosen_of
from tournaments.exchange.services.import_preview import (
    BAD,
    CHANGED,
    CHOOSE,
    KNOWN,
    NEW,
    SAME,
    TEAM,
    Line,
)
from tournaments.exchange.services.import_team_rows import (
    NumberedRow,
    Person,
    TeamDeed,
    both_told,
    grouped,
    is_row_a_team,
    joined,
    require_consent,
    told_of,
)
from tournaments.models import Entry, Tournament
from web.csv_reading import CsvTable
from web.errors import DomainError

MOST_TEAMS = 500


def plan(
    tournament: Tournament, table: CsvTable, choices: Mapping[int, str], by: Viewer | None
) -> list[TeamDeed]:
    """Every team judged against what stands now. A fixed number of queries for each 500 names."""
    return _Plan(tournament, table, choices, by).deeds()


def write(
    tournament: Tournament, deeds: list[TeamDeed], *, by: Viewer | None, now: datetime
) -> None:
    """Do what the plan says, for whoever holds the tournament's lock. Raises what the services refuse."""
    made: dict[str, Player] = {}
    persons = [person for deed in deeds for person in deed.persons]
    correct((one.player, one.home) for one in persons if one.player is not None)
    changed = [deed for deed in deeds if deed.entry is not None and "seed" in deed.values]
    Entry.objects.filter(pk__in=[deed.entry.pk for deed in changed if deed.entry]).update(seed=None)
    for deed in deeds:
        if not deed.comes and not deed.regroup and not deed.values:
            continue
        members = [_made(person, made) for person in deed.persons]
        entry = deed.entry
        if entry is None:
            who = Applicant(members[0], tuple(members), deed.name)
            entry = admit(tournament, who, by=by, now=now)
        elif deed.regroup:
            entry = set_members(entry.pk, by=by, name=entry.name, members=members, now=now)
        if deed.values:
            for name, value in deed.values.items():
                setattr(entry, name, value)
            entry.save(update_fields=list(deed.values))


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
        found = tournament.entries.filter(status__in=ENTERED)
        active = list(found.select_related("player").prefetch_related("members__player"))
        self.called = {(one.name or one.player.name).casefold(): one for one in active}
        self.sits = {m.player_id: one.pk for one in active for m in one.members.all()}
        self.sits |= {one.player_id: one.pk for one in active}
        self.known = {
            cells.plain_name(m.player): m.player for one in active for m in one.members.all()
        }
        self.seeds = {one.seed: one.pk for one in active if one.seed is not None}
        self.places = None
        if tournament.entry_limit is not None:
            self.places = tournament.entry_limit - sum(one.is_active for one in active)
        self.groups = grouped(table)
        self.players = Players(row for _name, rows in self.groups for _n, row in rows)
        known = [*self.players.everybody(), *self.known.values()]
        self.homes = Homes(known if "country" in table.columns else (), by)
        self.refusals = consent.refusals(tournament, self.players.everybody(), by)
        self.seen: dict[object, int] = {}
        self.named: dict[str, int] = {}
        self.late = 0

    def deeds(self) -> list[TeamDeed]:
        found = []
        for at, (name, rows) in enumerate(self.groups):
            number = rows[0][0] if rows else self.rows[at][0]
            try:
                found.append(self._team(name, rows, number, at))
            except (cells.WrongCell, DomainError) as wrong:
                column = wrong.column if isinstance(wrong, cells.WrongCell) else ""
                told = wrong.detail if isinstance(wrong, DomainError) else str(wrong)
                lines = [number] if self.in_a_row else [line for line, _row in rows]
                found.append(TeamDeed(name, [Line(n, BAD, name, told, column) for n in lines]))
        return found

    def _team(self, name: str, rows: list[NumberedRow], number: int, at: int) -> TeamDeed:
        own = dict(self.rows[at][1]) if self.in_a_row else rows[0][1]
        if len(self.groups) > MOST_TEAMS:
            raise cells.WrongCell("", _("A file brings at most %(n)d teams.") % {"n": MOST_TEAMS})
        if own.get("status", "").casefold() in GONE:
            return TeamDeed(
                name, [Line(number, SAME, name, _("Not in it, says the file; left out."))]
            )
        values = labels(own)
        entry = self.called.get(name.casefold()) if name else None
        if entry is not None and self.in_a_row and own.get("members", "") == joined(entry):
            persons = [
                Person({}, m.player.name, Line(number, SAME, name), m.player)
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
            found = self.players.meant(row, name)
        except cells.WrongCell as wrong:
            raise cells.WrongCell(wrong.column, f"{name or row.get('id', '')}: {wrong}") from wrong
        title = f"{team}: {name}" if team else name
        if isinstance(found, Player):
            return self._known(row, f"{team}: {found.name}", number, found, home)
        here = self.known.get(name.casefold())
        if here is not None:
            return self._known(row, title, number, here, home)
        if self.in_a_row and len(found) > 1:
            text = _(
                "Several players are called %(name)s: bring a row a member, with id or a choice."
            )
            raise cells.WrongCell("members", text % {"name": name})
        chosen = chosen_of(found, "" if self.in_a_row else self.choices.get(number, ""))
        picked = next((one for one in found if str(one.pk) == chosen), None)
        state = CHOOSE if len(found) > 1 else KNOWN if found else NEW
        options = self.players.options(found) if found and not self.in_a_row else ()
        told = self.homes.told_of_options(found, home) if found else ""
        line = Line(number, state, title, told, "", options, chosen)
        new_home = self.homes.new_of(picked, home) if picked else ""
        return Person(row, name, line, picked, "" if picked else home, new_home)

    def _known(
        self, row: dict[str, str], title: str, number: int, player: Player, home: str
    ) -> Person:
        line = Line(number, KNOWN, title, self.homes.told(player, home))
        new_home = self.homes.new_of(player, home)
        return Person(row, player.name, line, player, "", new_home)

    def _judged(
        self,
        name: str,
        persons: list[Person],
        entry: Entry | None,
        values: dict[str, Any],
        number: int,
    ) -> TeamDeed:
        self._checked(name, persons, entry, values, number)
        if entry is None:
            self._room()
            return TeamDeed(
                name,
                self._lines(name, persons, told_of(persons, values), number),
                persons,
                None,
                values,
            )
        before = [member.player_id for member in entry.members.all()]
        after = [person.player.pk if person.player else None for person in persons]
        changes = news(entry, values)
        if before != after and not self.before_start:
            raise cells.WrongCell("members", _("Who plays in a team is fixed since the start."))
        if before != after and entry.player_id not in after:
            raise cells.WrongCell("members", _("The captain plays in his own team."))
        corrected = any(person.home for person in persons)
        if before == after and not changes and not corrected:
            return TeamDeed(name, self._lines(name, persons, "", number, SAME), persons, entry)
        if "seed" in changes and not self.before_start:
            raise cells.WrongCell("seed", _("Seeds are fixed since the start."))
        told = [f"{key}: {getattr(entry, key) or '–'} → {new}" for key, new in changes.items()]
        if before != after:
            told.insert(0, f"{joined(entry)} → " + "; ".join(person.name for person in persons))
        lines = self._lines(name, persons, ", ".join(told), number, CHANGED)
        return TeamDeed(name, lines, persons, entry, changes, before != after)

    def _checked(
        self,
        name: str,
        persons: list[Person],
        entry: Entry | None,
        values: dict[str, Any],
        number: int,
    ) -> None:
        """As places.py refuses it, and nothing twice in the file. Raises WrongCell or DomainError."""
        if len(name) > 80:
            raise cells.WrongCell("team", _("At most %(n)d letters.") % {"n": 80})
        if name.casefold() in self.named:
            text = _("The same team as line %(line)d.") % {"line": self.named[name.casefold()]}
            raise cells.WrongCell("team", text)
        self.named[name.casefold()] = number
        stand_ins = tuple(person.player or Player(name=person.name) for person in persons)
        if not stand_ins:
            raise cells.WrongCell("members", _("A team needs players."))
        require_makeup(self.tournament, Applicant(stand_ins[0], stand_ins, name))
        require_consent(persons, entry, self.refusals)
        for person in persons:
            sits = self.sits.get(person.player.pk) if person.player else None
            if sits is not None and (entry is None or sits != entry.pk):
                text = _("Already entered: %(names)s.")
                raise cells.WrongCell("members", text % {"names": person.name})
            if person.key in self.seen:
                text = _("%(name)s stands in line %(line)d already.")
                told = {"name": person.name, "line": self.seen[person.key]}
                raise cells.WrongCell("members", text % told)
            self.seen[person.key] = person.line.number
        self._seeded(entry, values, number)

    def _seeded(self, entry: Entry | None, values: dict[str, Any], number: int) -> None:
        if "seed" not in values:
            return
        held = self.seeds.get(values["seed"])
        if held is not None and (entry is None or held != entry.pk):
            text = _("Seed %(seed)d is somebody else's.") % {"seed": values["seed"]}
            raise cells.WrongCell("seed", text)
        self.seeds[values["seed"]] = entry.pk if entry else -number

    def _room(self) -> None:
        if self.tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
            raise cells.WrongCell("", _("This tournament is over."))
        if not self.before_start:
            self.late += 1
            if self.late > MOST_LATE:
                text = _("After the start a file brings at most %(n)d late entries.")
                raise cells.WrongCell("", text % {"n": MOST_LATE})
        if self.places is not None:
            if self.places <= 0:
                raise cells.WrongCell("", _("All places of this tournament are taken."))
            self.places -= 1

    def _lines(
        self, name: str, persons: list[Person], detail: str, number: int, state: str = ""
    ) -> list[Line]:
        """One for a row: of the team where it stands in one, else one a member."""
        if self.in_a_row:
            return [Line(number, state or TEAM, name, detail)]
        lines = [person.line for person in persons]
        if not state:
            return lines
        return [
            Line(one.number, state, one.title, both_told("" if n else detail, one.detail))
            for n, one in enumerate(lines)
        ]
