"""Rows of a table as teams: a row a team with its members beside it, or a row a member with the team's name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.exchange.services.import_cells import WrongCell
from tournaments.exchange.services.import_preview import CHOOSE, KNOWN, NEW, TEAM, Line
from tournaments.models import Entry
from web.csv_reading import MOST_MEMBERS, CsvTable

COLUMNS = tuple(f"member_{n}" for n in range(1, MOST_MEMBERS + 1))
NumberedRow = tuple[int, dict[str, str]]


@dataclass(slots=True)
class Person:
    """Somebody of a team: a player who is known, or else a new one of that name and country. `line` is told of him; `home` is
    the country that he gets if he is known (import_countries.py)."""

    row: dict[str, str]
    name: str
    line: Line
    player: Player | None = None
    country: str = ""
    home: str = ""

    @property
    def key(self) -> object:
        return self.player.pk if self.player else self.name.casefold()


@dataclass(slots=True)
class TeamDeed:
    """What the rows of one team come to: a new entry, or changes of one that is there."""

    name: str
    lines: list[Line]
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
    """Each team's name with a row for each of its members, and the line it stood on. A row without a team stands alone."""
    if is_row_a_team(table):
        return [
            (_plain(row.get("team") or row.get("name", "")), _members(number, row))
            for number, row in table.rows
        ]
    found: dict[str, tuple[str, list[NumberedRow]]] = {}
    for number, row in table.rows:
        name = _plain(row.get("team", ""))
        found.setdefault(name.casefold() or f" {number}", (name, []))[1].append((number, row))
    return list(found.values())


def joined(entry: Entry) -> str:
    """Who plays in a team, as an export says it."""
    return "; ".join(member.player.name for member in entry.members.all())


def both_told(detail: str, of_person: str) -> str:
    """What is told of a team and of one of it."""
    return ", ".join(filter(None, (detail, of_person)))


def told_of(persons: list[Person], values: dict[str, Any]) -> str:
    """Who comes in, and what is said of the team."""
    names = ", ".join(
        f"{one.name} ({_('new')})" if one.player is None else one.name for one in persons
    )
    return ", ".join([names, *(f"{key}: {value}" for key, value in values.items())])


def _members(number: int, row: dict[str, str]) -> list[NumberedRow]:
    told = [*row.get("members", "").split(";"), *(row.get(column, "") for column in COLUMNS)]
    return [(number, {"name": name.strip()}) for name in told if name.strip()]


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
