"""Entries looked up by name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.models import Entry, Stage, Tournament
from web.bounded_cache import BoundedCache
from web.folding import fold

SHOWN = 12
AT_HAND_BYTES = 16 * 2**20
BYTES_EACH = 400  # of a name at hand, roughly


@dataclass(frozen=True, slots=True)
class Named:
    """An entry by what it is called."""

    entry: int
    name: str
    tournament: int = 0
    folded: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", fold(self.name))


_at_hand: BoundedCache[list[Named]] = BoundedCache(AT_HAND_BYTES)


def people(tournament: Tournament) -> list[Named]:
    """`named`, at hand for as long as the version lasts: whatever changes a name raises it."""
    key = tournament.pk, tournament.version
    found = _at_hand.get(key)
    if found is None:
        found = named(tournament)
        _at_hand.put(key, found, BYTES_EACH * len(found))
    return found


def named(*tournaments: Tournament | int) -> list[Named]:
    """Everybody by name. One query; plain columns, so that ten thousand cost little."""
    rows = Entry.objects.filter(tournament__in=tournaments)
    rows = rows.order_by("player__name", "attempt", "pk")
    told = rows.values_list("pk", "name", "player__name", "attempt", "tournament_id")
    return [
        Named(pk, _title(team or player, attempt), of) for pk, team, player, attempt, of in told
    ]


def matching(people: Sequence[Named], asked: str, most: int = SHOWN) -> list[Named]:
    """Who bears that name; else whose begins so; else in whose it occurs."""
    wanted = fold(asked)
    if not wanted:
        return []
    holding = [one for one in people if wanted in one.folded]
    exact = [one for one in holding if one.folded == wanted]
    begins = exact or [one for one in holding if one.folded.startswith(wanted)]
    return (begins or holding)[:most]


def numbers_of_namesakes(found: Sequence[Named]) -> Mapping[int, int]:
    """What tells apart those of one name: their numbers in the draw. One query, none where all names differ."""
    bearing = Counter(one.folded for one in found)
    alike = {one.entry for one in found if bearing[one.folded] > 1}
    if not alike:
        return {}
    drawn = Stage.objects.filter(tournament=found[0].tournament, number=1)
    order = drawn.values_list("seed_order", flat=True).first() or []
    return {entry: n for n, entry in enumerate(order, start=1) if entry in alike}


def _title(name: str, attempt: int) -> str:
    """As `Entry.title` has it."""
    return name if attempt == 1 else f"{name} ({attempt})"
