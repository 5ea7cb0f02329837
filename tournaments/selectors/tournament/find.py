"""Entries looked up by name."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Tournament

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Named:
    """An entry by what it is called."""

    entry: int
    name: str
    tournament: int = 0


def named(*tournaments: Tournament | int) -> list[Named]:
    """Everybody by name. One query; plain columns, so that ten thousand cost little."""
    rows = Entry.objects.filter(tournament__in=tournaments)
    rows = rows.order_by("player__name", "attempt", "pk")
    told = rows.values_list("pk", "name", "player__name", "attempt", "tournament_id")
    return [
        Named(pk, _title(team or player, attempt), of) for pk, team, player, attempt, of in told
    ]


def matching(people: Sequence[Named], asked: str) -> list[Named]:
    """Who bears that name; else whose begins so; else in whose it occurs. At most SHOWN."""
    wanted = asked.casefold()
    if not wanted:
        return []
    exact = [one for one in people if one.name.casefold() == wanted]
    begins = exact or [one for one in people if one.name.casefold().startswith(wanted)]
    return (begins or [one for one in people if wanted in one.name.casefold()])[:SHOWN]


def _title(name: str, attempt: int) -> str:
    """As `Entry.title` has it."""
    return name if attempt == 1 else f"{name} ({attempt})"
