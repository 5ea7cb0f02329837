"""The table of a knockout, computed from the decisions and nothing else; never incremented.

Losers of one round share places (T2.4). It must not know how a bracket was drawn: a node says itself which place its
loser leaves with.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.formats.base import Decision, Entrants, Entry, Node

PLAYED_KINDS = frozenset(
    {"played", "time", "conceded"}
)  # what counts as played and may be rated (T1.2)


@dataclass(frozen=True, slots=True)
class Row:
    """One line. `status`: playing, winner, eliminated, withdrawn (whoever left). Places are None while playing."""

    entry: Entry
    place_from: int | None
    place_to: int | None
    status: str
    played: int
    won: int
    lost: int
    points: int
    tie_breaks: Mapping[str, object] = field(default_factory=dict)


def table(
    nodes: Iterable[Node], decisions: Mapping[str, Decision], entrants: Entrants
) -> tuple[Row, ...]:
    """Rows from the top; entries still playing stand where the best free place is, in drawn order."""
    nodes = tuple(nodes)
    bands = _bands(nodes, decisions)
    places = _places(nodes, decisions, bands, len(entrants.order))
    won, lost, played = _record(decisions)
    rows = []
    for entry in entrants.order:
        first, last = places.get(bands.get(entry, 0), (None, None))
        status = _status(entry, bands, entrants)
        record = (played[entry], won[entry], lost[entry])
        rows.append(Row(entry, first, last, status, *record, points=won[entry]))
    free = _first_free(rows)
    return tuple(sorted(rows, key=lambda row: row.place_from or free))


def _first_free(rows: list[Row]) -> int:
    """The best place nobody holds yet: that is where those still playing stand."""
    held = {
        place
        for row in rows
        if row.place_from and row.place_to
        for place in range(row.place_from, row.place_to + 1)
    }
    return next(p for p in range(1, len(rows) + 2) if p not in held)


def _bands(nodes: tuple[Node, ...], decisions: Mapping[str, Decision]) -> dict[Entry, int]:
    """The nominal place with which each entry left the bracket; the lower, the better."""
    bands: dict[Entry, int] = {}
    for node in nodes:
        decision = decisions[node.key]
        if node.winner_place is not None and isinstance(decision.winner, int):
            bands[decision.winner] = node.winner_place
        for loser in decision.losers:
            if node.loser_place is not None:
                bands[loser] = node.loser_place
            elif loser != decision.loser:  # withdrawn, or a double forfeit: he does not travel on
                bands.setdefault(loser, _worst_left(nodes, node))
    return bands


def _worst_left(nodes: tuple[Node, ...], node: Node) -> int:
    """Where somebody who left before a further chance ends: the worst place still open to him."""
    later = [n.loser_place for n in nodes if n.round > node.round and n.loser_place is not None]
    return max(later, default=1)


def _places(
    nodes: tuple[Node, ...],
    decisions: Mapping[str, Decision],
    bands: Mapping[Entry, int],
    entrants: int,
) -> dict[int, tuple[int, int]]:
    """Real places of each band, counted from below: a band holds who is in it and who is bound for it."""
    size = Counter(bands.values())
    for node in nodes:
        if decisions[node.key].is_open:
            size.update(p for p in (node.winner_place, node.loser_place) if p is not None)
    places: dict[int, tuple[int, int]] = {}
    last = entrants
    for band in sorted(size, reverse=True):
        places[band] = (last - size[band] + 1, last)
        last -= size[band]
    return places


def _record(
    decisions: Mapping[str, Decision],
) -> tuple[Counter[Entry], Counter[Entry], Counter[Entry]]:
    won: Counter[Entry] = Counter()
    lost: Counter[Entry] = Counter()
    played: Counter[Entry] = Counter()
    for decision in decisions.values():
        if isinstance(decision.winner, int) and decision.losers:
            won[decision.winner] += 1
            lost.update(decision.losers)
            if decision.kind in PLAYED_KINDS:
                played.update((decision.winner, *decision.losers))
        elif decision.kind == "double_forfeit":
            lost.update(decision.losers)
    return won, lost, played


def _status(entry: Entry, bands: Mapping[Entry, int], entrants: Entrants) -> str:
    if bands.get(entry) == 1:
        return "winner"
    if entry in entrants.gone:
        return "withdrawn"
    return "eliminated" if entry in bands else "playing"
