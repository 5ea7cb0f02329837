"""Rows of a table as teams: a row a team with its members beside it, or a row a member with the team's name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.exchange.services.import_cells import WrongCell
from tournaments.exchange.services.import_preview import CHOOSE, KNOWN, NEW, TEAM, ImportLine
from tournaments.models import Entry
from web.csv_reading import MOST_MEMBERS, CsvTable

COLUMNS = tuple(f"member_{n}" for n in range(1, MOST_MEMBERS + 1))
NumberedRow = tuple[int, dict[str, str]]


@dataclass(slots=True)
class Person:
    """A member of a team: an existing player, or a new one of that name and country. `line` is the line of the member's row;
    `home` is the new country of an existing player (import_countries.py)."""

    row: dict[str, str]
    name: str
    line: ImportLine
    player: Player | None = None
    country: str = ""
    home: str = ""

    @property
    def key(self) -> object:
        return self.player.pk if self.player else self.name.casefold()


@dataclass(slots=True)
class PlannedTeam:
    """What the rows of a team would do: make a new entry, or change an existing one."""

    name: str
    lines: list[ImportLine]
    persons: list[Person] = field(default_factory=list)
    entry: Entry | None = None
    values: dict[str, Any] = field(default_factory=dict)
    regroup: bool = False

    @property
    def comes(self) -> bool:
        return self.entry is None and self.lines[0].state in (NEW, KNOWN, TEAM, CHOOSE)


def is_row_a_team(table: CsvTable) -> bool:
    """Does each row name all members of a team?"""
    return bool(table.columns & {"members", *COLUMNS})


def grouped(table: CsvTable) -> list[tuple[str, list[NumberedRow]]]:
    """Each team's name with a numbered row for each of its members. A row without a team is a group of its own."""
    if is_row_a_team(table):
        return [
            (_plain(row.get("team") or row.get("name", "")), _members(number, row))
            for number, row in table.rows
        ]
    groups: dict[str, tuple[str, list[NumberedRow]]] = {}
    for number, row in table.rows:
        name = _plain(row.get("team", ""))
        groups.setdefault(name.casefold() or f" {number}", (name, []))[1].append((number, row))
    return list(groups.values())


def joined(entry: Entry) -> str:
    """The members of a team in the notation of exports."""
    return "; ".join(member.player.name for member in entry.members.all())


def joined_text(detail: str, of_person: str) -> str:
    """The detail of a team's line with that of a member."""
    return " · ".join(filter(None, (detail, of_person)))


def team_text(persons: list[Person], values: dict[str, Any]) -> str:
    """The members and values of a new team, as a line's detail."""
    names = ", ".join(
        _("%(name)s (new player)") % {"name": person.name} if person.player is None else person.name
        for person in persons
    )
    return " · ".join([names, *(f"{key}: {value}" for key, value in values.items())])


def _members(number: int, row: dict[str, str]) -> list[NumberedRow]:
    names = [*row.get("members", "").split(";"), *(row.get(column, "") for column in COLUMNS)]
    return [(number, {"name": name.strip()}) for name in names if name.strip()]


def _plain(name: str) -> str:
    return " ".join(name.split())


def require_consent(
    persons: Iterable[Person], entry: Entry | None, refusals: Mapping[int, str]
) -> None:
    """Nobody is newly entered who declined, or who blocked the organizer. `refusals` are by player. Raises WrongCell."""
    sitting = {member.player_id for member in entry.members.all()} if entry else set()
    for person in persons:
        if person.player is None or person.player.pk in sitting:
            continue
        if why := refusals.get(person.player.pk):
            raise WrongCell("members", f"{person.name}: {why}")
