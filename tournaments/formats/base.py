"""The bracket as data, and `resolve`, which says who sits where. It must not know any format (docs/adr/0006).

An entry is a number. A node is a pairing that has not got its players yet; its two sources are the edges that are
stored. Nodes come in an order in which every source precedes its use.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

Entry = int


class Vacancy(Enum):
    """What a slot holds when it holds no entry."""

    PENDING = "pending"  # nobody knows yet
    BYE = "bye"  # nobody will come


Occupant = Entry | Vacancy


@dataclass(frozen=True, slots=True)
class Seed:
    """The n-th of the drawn order; a bye when the field is smaller (T2.3)."""

    number: int


@dataclass(frozen=True, slots=True)
class EntryRef:
    """A certain entry."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins that pairing."""

    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses that pairing; a bye when it has no loser."""

    key: str


Source = Seed | EntryRef | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Node:
    """A pairing of the blueprint. A place is given where that edge leads out of the bracket: the best one left."""

    key: str
    round: int
    sources: tuple[Source, Source]
    winner_place: int | None = None
    loser_place: int | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A round of the blueprint. `name` is one of the keys the pages translate; `from_end` is 0 for the last round,
    1 for the one before: match lengths are agreed that way (T1.4)."""

    number: int
    name: str
    from_end: int


@dataclass(frozen=True, slots=True)
class Blueprint:
    """What a format draws for a field of a given size."""

    stages: tuple[Stage, ...]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Entrants:
    """The drawn order (seed 1 first), and those who have left: withdrawn or disqualified."""

    order: tuple[Entry, ...]
    gone: frozenset[Entry] = frozenset()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A decision by name, never by side. No winner means a double forfeit; `kind` is a word of T1.2.

    `ref` is the caller's own number for it; it plays no part.
    """

    key: str
    winner: Entry | None
    losers: tuple[Entry, ...]
    kind: str
    ref: int | None = None

    def names(self) -> frozenset[Entry]:
        return frozenset(self.losers if self.winner is None else (self.winner, *self.losers))


@dataclass(frozen=True, slots=True)
class Decision:
    """What stands for one pairing: its occupants, what goes down its two edges, and how that came about.

    `kind` is "" while the pairing is open, else a word of T1.2, `walkover`, `bye` or `empty`.
    """

    slots: tuple[Occupant, Occupant]
    winner: Occupant = Vacancy.PENDING
    loser: Occupant = Vacancy.PENDING
    losers: tuple[Entry, ...] = ()
    kind: str = ""

    @property
    def is_open(self) -> bool:
        return self.kind == ""

    @property
    def players(self) -> tuple[Entry, Entry] | None:
        """The two who are to play now; None while one is missing or the pairing is decided."""
        first, second = self.slots
        if self.is_open and isinstance(first, int) and isinstance(second, int):
            return first, second
        return None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Everything that follows from the draw and the results; orphaned results name people who sit elsewhere."""

    decisions: Mapping[str, Decision]
    orphaned: tuple[Outcome, ...]


Overrides = Mapping[tuple[str, int], Entry | None]


def resolve(
    nodes: Iterable[Node], entrants: Entrants, overrides: Overrides, results: Iterable[Outcome]
) -> Resolution:
    """Who sits in every slot, who won, who lost. Of several results that count, the last one does.

    `overrides` sets (key, side) to an entry, or to None for a bye.
    """
    by_key: dict[str, list[Outcome]] = {}
    for outcome in results:
        by_key.setdefault(outcome.key, []).append(outcome)
    decisions: dict[str, Decision] = {}
    orphaned: list[Outcome] = []
    for node in nodes:
        slots = (
            _occupant(node, 1, entrants, overrides, decisions),
            _occupant(node, 2, entrants, overrides, decisions),
        )
        present = frozenset(slot for slot in slots if isinstance(slot, int))
        told = by_key.pop(node.key, [])
        counting = [o for o in told if len(present) == 2 and o.names() == present]
        orphaned += [o for o in told if o not in counting]
        decisions[node.key] = _decide(slots, counting[-1] if counting else None, entrants.gone)
    for left in by_key.values():
        orphaned += left
    return Resolution(decisions, tuple(orphaned))


def _occupant(
    node: Node,
    side: int,
    entrants: Entrants,
    overrides: Overrides,
    decisions: Mapping[str, Decision],
) -> Occupant:
    if (node.key, side) in overrides:
        seated = overrides[node.key, side]
        return Vacancy.BYE if seated is None else seated
    match node.sources[side - 1]:
        case Seed(number):
            return entrants.order[number - 1] if number <= len(entrants.order) else Vacancy.BYE
        case EntryRef(entry):
            return entry
        case WinnerOf(key):
            return decisions[key].winner
        case LoserOf(key):
            return decisions[key].loser


def _decide(
    slots: tuple[Occupant, Occupant], outcome: Outcome | None, gone: frozenset[Entry]
) -> Decision:
    """A result that counts decides; else an empty place does, and who has left counts as one (T9.3)."""
    if outcome is not None and outcome.kind != "void":
        return _by_result(slots, outcome)
    if Vacancy.PENDING in slots:
        return Decision(slots)
    left = tuple(slot for slot in slots if isinstance(slot, int) and slot in gone)
    staying = [slot for slot in slots if isinstance(slot, int) and slot not in gone]
    if len(staying) == 2:
        return Decision(slots)
    kind = "walkover" if left else "bye" if staying else "empty"
    winner = staying[0] if staying else Vacancy.BYE
    return Decision(slots, winner, Vacancy.BYE, left, kind)


def _by_result(slots: tuple[Occupant, Occupant], outcome: Outcome) -> Decision:
    """A forfeit's loser travels on as an entry; a double forfeit leaves byes on both edges (T9.4)."""
    if outcome.winner is None:
        return Decision(slots, Vacancy.BYE, Vacancy.BYE, outcome.losers, outcome.kind)
    return Decision(slots, outcome.winner, outcome.losers[0], outcome.losers, outcome.kind)
