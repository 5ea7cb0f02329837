"""Entries looked up by name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.models import Entry, Stage, Tournament
from web.bounded_cache import BoundedCache
from web.folding import fold

SHOWN = 12
CACHE_BYTES = 16 * 2**20
BYTES_EACH = 400  # of a cached name, roughly


@dataclass(frozen=True, slots=True)
class EntryName:
    """An entry by its name."""

    entry: int
    name: str
    tournament: int = 0
    folded: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", fold(self.name))


_cache: BoundedCache[list[EntryName]] = BoundedCache(CACHE_BYTES)


def people(tournament: Tournament) -> list[EntryName]:
    """`named`, cached by the tournament's version, which every change of a name raises."""
    key = tournament.pk, tournament.version
    names = _cache.get(key)
    if names is None:
        names = named(tournament)
        _cache.put(key, names, BYTES_EACH * len(names))
    return names


def named(*tournaments: Tournament | int) -> list[EntryName]:
    """All entries by name. One query; plain columns, so that ten thousand cost little."""
    rows = Entry.objects.filter(tournament__in=tournaments)
    rows = rows.order_by("player__name", "attempt", "pk")
    columns = rows.values_list("pk", "name", "player__name", "attempt", "tournament_id")
    return [
        EntryName(pk, _title(team or player, attempt), of)
        for pk, team, player, attempt, of in columns
    ]


def matching(names: Sequence[EntryName], asked: str, most: int = SHOWN) -> list[EntryName]:
    """The entries with that name; else those whose name starts with it; else those whose name contains it."""
    wanted = fold(asked)
    if not wanted:
        return []
    containing = [name for name in names if wanted in name.folded]
    exact = [name for name in containing if name.folded == wanted]
    starting = exact or [name for name in containing if name.folded.startswith(wanted)]
    return (starting or containing)[:most]


def numbers_of_namesakes(names: Sequence[EntryName]) -> Mapping[int, int]:
    """The numbers in the draw of entries with the same name, to tell them apart. One query, none where all names differ."""
    counts = Counter(name.folded for name in names)
    alike = {name.entry for name in names if counts[name.folded] > 1}
    if not alike:
        return {}
    drawn = Stage.objects.filter(tournament=names[0].tournament, number=1)
    order = drawn.values_list("seed_order", flat=True).first() or []
    return {entry: n for n, entry in enumerate(order, start=1) if entry in alike}


def _title(name: str, attempt: int) -> str:
    """The same as `Entry.title`."""
    return name if attempt == 1 else f"{name} ({attempt})"
