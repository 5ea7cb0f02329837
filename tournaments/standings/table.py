"""The table of a knockout, computed from the decisions and nothing else; never incremented.

Losers of one round share places (T2.4). It must not know how a bracket was drawn: a node itself says which place its
loser leaves with.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.formats.base import Decision, Entrants, Entry, LoserOf, Node, ResetOf, Vacancy
from tournaments.formats.history import histories
from tournaments.standings.record import row_of
from tournaments.standings.row import PlaceRow


def table(
    nodes: Iterable[Node],
    decisions: Mapping[str, Decision],
    entrants: Entrants,
    *,
    bound_for_it: int = 0,
) -> tuple[PlaceRow, ...]:
    """Rows from the top; entries still playing stand where the best free place is, in drawn order.

    `bound_for_it`: so many more will come that are not among the entrants yet.
    """
    nodes = tuple(nodes)
    entries = entrants.entries
    bands = _bands(nodes, decisions)
    places = _places(nodes, decisions, bands, len(entries) + bound_for_it)
    meetings = histories(nodes, decisions)
    rows = []
    for entry in entries:
        first, last = places.get(bands.get(entry, 0), (None, None))
        status = _status(entry, bands, entrants)
        rows.append(row_of(entry, meetings.get(entry, ()), (first, last), status))
    free = _first_free(rows)
    return tuple(sorted(rows, key=lambda row: row.place_from or free))


def _first_free(rows: list[PlaceRow]) -> int:
    """The best place that is not taken yet: that is where those still playing stand."""
    taken = {
        place
        for row in rows
        if row.place_from and row.place_to
        for place in range(row.place_from, row.place_to + 1)
    }
    return next(p for p in range(1, len(rows) + 2) if p not in taken)


def _bands(nodes: tuple[Node, ...], decisions: Mapping[str, Decision]) -> dict[Entry, int]:
    """The nominal place with which each entry left the bracket; the lower, the better.

    A place counts only when its holder is in no open pairing: the loser of the first grand final may play another.
    """
    bands: dict[Entry, int] = {}
    for node in nodes:
        decision = decisions[node.key]
        if node.winner_place is not None and isinstance(decision.winner, int):
            bands[decision.winner] = node.winner_place
        for loser in decision.losers:
            if node.loser_place is not None:
                bands[loser] = node.loser_place
            elif (
                loser != decision.loser
            ):  # withdrawn, or a double forfeit: the loser does not go on
                bands.setdefault(loser, _worst_left(nodes, node))
    open_ones = (decisions[node.key] for node in nodes if decisions[node.key].is_open)
    still_in = {slot for decision in open_ones for slot in decision.slots}
    return {entry: band for entry, band in bands.items() if entry not in still_in}


def _worst_left(nodes: tuple[Node, ...], node: Node) -> int:
    """Where an entry that left before a further chance ends: the worst place it could have lost its way to."""
    if node.loser_place is not None:
        return node.loser_place
    edges = (LoserOf(node.key), ResetOf(node.key))
    following = (n for n in nodes if any(source in edges for source in n.sources))
    return max((_worst_left(nodes, n) for n in following), default=2)


def _places(
    nodes: tuple[Node, ...],
    decisions: Mapping[str, Decision],
    bands: Mapping[Entry, int],
    entrants: int,
) -> dict[int, tuple[int, int]]:
    """Real places of each band, counted from below: a band counts who is in it and who is bound for it."""
    size = Counter(bands.values())
    for node in nodes:
        decision = decisions[node.key]
        if not decision.is_open:
            continue
        loser_place = None if Vacancy.BYE in decision.slots else node.loser_place
        size.update(p for p in (node.winner_place, loser_place) if p is not None)
    places: dict[int, tuple[int, int]] = {}
    last = entrants
    for band in sorted(size, reverse=True):
        places[band] = (last - size[band] + 1, last)
        last -= size[band]
    return places


def _status(entry: Entry, bands: Mapping[Entry, int], entrants: Entrants) -> str:
    if bands.get(entry) == 1:
        return "winner"
    if entry in entrants.gone:
        return "withdrawn"
    return "eliminated" if entry in bands else "playing"
