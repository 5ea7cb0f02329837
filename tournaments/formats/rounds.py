"""What Swiss and lives share: a position read for its next round, that round as nodes, and how it came about as data.

The formats decide which score counts, who may still be paired and when it ends. All scores here are whole numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import (
    Blueprint,
    Entry,
    EntryRef,
    Node,
    NoOne,
    RoundPlan,
    Source,
)
from tournaments.formats.pairing import PairedRound, pair_up
from tournaments.formats.protocol import Growth, Position
from tournaments.formats.scores import EntryRecord, Records, lots, records
from tournaments.formats.swiss_cost import PairingPlayer, field_of

METHODS = ("fold", "random", "monrad")
Note = dict[str, object]
Pairs = Sequence[tuple[Entry, Entry | None]]


NOBODY: Mapping[Entry, int] = {}


@dataclass(frozen=True, slots=True)
class RoundMade:
    """A round before it is drawn: the pairing by cost, the points added for it, and the pairs that were wished."""

    paired: PairedRound
    ahead: Mapping[Entry, int] = field(default_factory=dict)
    wished: tuple[tuple[Entry, Entry], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Where everybody stands before a round. `active` are those who may be paired; `scores` names at least them."""

    position: Position
    number: int
    records: Records
    scores: Mapping[Entry, int]
    active: tuple[Entry, ...]
    byes: Mapping[Entry, int]

    @property
    def ranks(self) -> dict[Entry, int]:
        return {entry: rank for rank, entry in enumerate(self.position.entrants.entries)}


def next_number(position: Position) -> int:
    return 1 + max((plan.number for plan in position.blueprint.rounds), default=0)


def open_round(position: Position) -> int | None:
    """The last round with a pairing that is still open; nothing is paired while there is one."""
    still_open = [
        node.round for node in position.blueprint.nodes if position.decisions[node.key].is_open
    ]
    return max(still_open, default=None)


def read(position: Position) -> dict[Entry, EntryRecord]:
    return records(position.entrants.entries, position.blueprint.nodes, position.decisions)


def present(position: Position, number: int) -> list[Entry]:
    """The entries that have come and not left, best rank first; also those who have asked for a bye."""
    entrants, requests = position.entrants, position.requests
    return [
        entry
        for entry in entrants.entries
        if entry not in entrants.gone
        and entrants.joined.get(entry, 1) <= number
        and not requests.has_left(entry, number)
    ]


def proposed(
    table: ScoreTable,
    method: str,
    *,
    ahead: Mapping[Entry, int] = NOBODY,
    wished: Sequence[tuple[Entry, Entry]] = (),
) -> RoundMade:
    """The pairing of that round, not yet drawn. `ahead` are points added for this pairing only; `wished` pairs meet
    whatever it costs."""
    ranks = table.ranks
    places = ranks
    if method == "random":
        places = lots(table.active, table.position.draw_seed, table.number)
    taken = {entry for pair in wished for entry in pair}
    free = [entry for entry in table.active if entry not in taken]
    players = field_of(
        [PairingPlayer(e, table.scores[e] + ahead.get(e, 0), places[e]) for e in free],
        {entry: table.records[entry].met for entry in free},
        table.position.labels,
        neighbours=method != "fold",
    )
    order = [entry for entry in bye_order(table, ranks) if entry not in taken]
    if not order:  # whoever has the fewest byes is in a wished pairing
        order = sorted(free, key=lambda e: (table.byes[e], table.scores[e], -ranks[e]))
    return RoundMade(pair_up(players, order), ahead, tuple(wished))


def bye_order(table: ScoreTable, ranks: Mapping[Entry, int]) -> list[Entry]:
    """Those with the fewest byes, the last in the order first (T6.3)."""
    fewest = min((table.byes[entry] for entry in table.active), default=0)
    may = [entry for entry in table.active if table.byes[entry] == fewest]
    return sorted(may, key=lambda entry: (table.scores[entry], -ranks[entry]))


def named(made: RoundMade, table: ScoreTable) -> list[tuple[Entry, Entry | None]]:
    """The pairs by name as they sit down: the better score first, in a tie the better rank; the bye last."""
    ranks, players = table.ranks, made.paired.field.players
    by_cost = [(players[i].entry, players[j].entry) for i, j in made.paired.pairs]

    def standing(entry: Entry) -> tuple[int, int]:
        return -table.scores[entry] - made.ahead.get(entry, 0), ranks[entry]

    seated = [sorted(pair, key=standing) for pair in (*by_cost, *made.wished)]
    seated.sort(key=lambda pair: [standing(entry) for entry in pair])
    pairs: list[tuple[Entry, Entry | None]] = [(first, second) for first, second in seated]
    return pairs if made.paired.bye is None else [*pairs, (made.paired.bye, None)]


def nodes_for(number: int, pairs: Iterable[tuple[Entry, Entry | None]]) -> tuple[Node, ...]:
    """Pairs as nodes R<round>.<n>; None as the second is a bye.

    >>> [node.key for node in nodes_for(2, [(4, 7), (5, None)])]
    ['R2.1', 'R2.2']
    """
    return tuple(node_for(number, place, *pair) for place, pair in enumerate(pairs, start=1))


def node_for(number: int, place: int, first: Entry, second: Entry | None) -> Node:
    other: Source = NoOne() if second is None else EntryRef(second)
    return Node(f"R{number}.{place}", number, (EntryRef(first), other))


def plan_for(number: int, from_end: int | None) -> RoundPlan:
    return RoundPlan(number, f"round_{number}", from_end)


def drawn(table: ScoreTable, made: RoundMade, method: str, from_end: int | None) -> Growth:
    """The round as a format's answer, with a note on every pairing; the first note has the whole round's as well."""
    pairs = named(made, table)
    nodes = nodes_for(table.number, pairs)
    plan = plan_for(table.number, from_end)
    index = {player.entry: i for i, player in enumerate(made.paired.field.players)}
    notes: dict[str, Note] = {}
    for node, (first, second) in zip(nodes, pairs, strict=True):
        if second is None:
            notes[node.key] = bye_note(table, first)
        elif first in index:
            note = pair_note(made.paired, *sorted((index[first], index[second])))
            notes[node.key] = _with_scores(note, table, (first, second), made.ahead)
        else:
            notes[node.key] = wished_note(table, first, second)
    notes[nodes[0].key]["round"] = whole_note(made.paired, method)
    return Growth(Blueprint((plan,), nodes), (table.number,), notes)


def _with_scores(
    note: Note, table: ScoreTable, pair: Sequence[Entry], ahead: Mapping[Entry, int]
) -> Note:
    """In an accelerated round, the scores without the points that were added, and those points."""
    added = [ahead.get(entry, 0) for entry in pair]
    if not any(added):
        return note
    return {**note, "scores": [table.scores[entry] for entry in pair], "ahead": added}


def wished_note(table: ScoreTable, first: Entry, second: Entry) -> Note:
    """A note on two who were to meet in this round."""
    scores = [table.scores[first], table.scores[second]]
    return {
        "scores": scores,
        "gap": abs(scores[0] - scores[1]),
        "rematch": second in table.records[first].met,
        "wished": True,
    }


def whole_note(made: PairedRound, method: str) -> Note:
    """`cost` as in T6.4: label pairs, rematches, the sums of squared gaps and of squared distances."""
    return {
        "method": made.method,
        "order": method,
        "optimal": made.optimal,
        "cost": list(made.cost),
    }


def pair_note(made: PairedRound, i: int, j: int) -> Note:
    players = made.field
    first, second = players.players[i], players.players[j]
    none: frozenset[str] = frozenset()
    shared = players.labels.get(first.entry, none) & players.labels.get(second.entry, none)
    return {
        "scores": [first.score, second.score],
        "gap": first.score - second.score,
        "fold": players.fold(i, j),
        "rematch": second.entry in players.met[first.entry],
        "labels": sorted(shared),
    }


def bye_note(table: ScoreTable, bye: Entry) -> Note:
    """A note on the bye. `passed_over` are those who stand lower but do not have it: they have had one, or without
    them the rest could not avoid a rematch or a forbidden pair."""
    ranks = table.ranks
    mine = (table.scores[bye], -ranks[bye])
    passed: list[list[object]] = []
    for entry in sorted(table.active, key=lambda entry: (table.scores[entry], -ranks[entry])):
        if (table.scores[entry], -ranks[entry]) >= mine:
            break
        had_more = table.byes[entry] > table.byes[bye]
        passed.append([entry, "had_bye" if had_more else "would_repeat"])
    return {"bye": bye, "score": table.scores[bye], "byes": table.byes[bye], "passed_over": passed}
