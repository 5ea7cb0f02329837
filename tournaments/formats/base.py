"""The draw as data, and `resolve`, which says who sits where. It must not know any format (docs/adr/0006).

An entry is a number. A node is a pairing that has not got its players yet; its two sources are the edges that are
stored. Nodes come in an order in which every source precedes its use. What a format draws and when is protocol.py.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

Entry = int


class Vacancy(Enum):
    """What a slot contains when it contains no entry."""

    PENDING = "pending"  # nobody knows yet
    BYE = "bye"  # nobody will come


Occupant = Entry | Vacancy


@dataclass(frozen=True, slots=True)
class Seed:
    """The n-th entry of the drawn order; a bye when the field is smaller (T2.3)."""

    number: int


@dataclass(frozen=True, slots=True)
class EntryRef:
    """A given entry."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins that pairing."""

    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses that pairing; a bye when it has no loser."""

    key: str


@dataclass(frozen=True, slots=True)
class ResetOf:
    """The loser of that pairing if they came to it unbeaten, on side 1; else a bye: no second final is needed (T3.4)."""

    key: str


@dataclass(frozen=True, slots=True)
class NoOne:
    """Nobody, by design: the other side has a bye."""


Source = Seed | EntryRef | WinnerOf | LoserOf | ResetOf | NoOne


@dataclass(frozen=True, slots=True)
class Node:
    """A pairing of the blueprint. `key` is unique in its stage and ends in ".<number in the round>".

    A place is given where that edge leads out of the bracket: the best place left in the table of its section.
    """

    key: str
    round: int
    sources: tuple[Source, Source]
    winner_place: int | None = None
    loser_place: int | None = None


MAIN = "main"
LOSERS = "losers"
FINAL = "final"
CONSOLATION = "consolation"
LAST_CHANCE = "last_chance"


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round of the blueprint; its number is unique in the stage.

    `name` is a key the pages translate: final, semifinal, quarterfinal, round_of_<n>, third_place, grand_final,
    grand_final_reset or round_<n>. `from_end` is 0 for the last round of its section, 1 for the one before: match
    lengths are agreed that way (T1.4). A grand final is the last of both brackets; None where it is unknown how many
    will follow. `section` is the bracket it belongs to: one of the words above, or the name of a group (A, B, …).
    """

    number: int
    name: str
    from_end: int | None
    section: str = MAIN


@dataclass(frozen=True, slots=True)
class Blueprint:
    """What a format draws for a field of a given size."""

    rounds: tuple[RoundPlan, ...] = ()
    nodes: tuple[Node, ...] = ()

    def __add__(self, more: "Blueprint") -> "Blueprint":
        return Blueprint(self.rounds + more.rounds, self.nodes + more.nodes)


@dataclass(frozen=True, slots=True)
class Entrants:
    """The drawn order (seed 1 first; None is an open slot), and those who have left: withdrawn or disqualified.

    `joined` names the round from which a late entry plays, where that is not the first.
    """

    order: tuple[Entry | None, ...]
    gone: frozenset[Entry] = frozenset()
    joined: Mapping[Entry, int] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everybody in drawn order, without the open slots."""
        return tuple(entry for entry in self.order if entry is not None)


Score = tuple[tuple[Entry, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A decision by name, never by side. No winner means a double forfeit; `kind` is a word of T1.2.

    `score` are match points, `boards` the boards won in a team match (T8.3), both only where they are known.
    `ref` is the caller's own number for it and has no effect. `advances` is set where the result was corrected for the
    record only (docs/adr/0021): this entry advances, although it did not win.
    """

    key: str
    winner: Entry | None
    losers: tuple[Entry, ...]
    kind: str
    ref: int | None = None
    score: Score = ()
    boards: Score = ()
    advances: Entry | None = None

    def names(self) -> frozenset[Entry]:
        return frozenset(self.losers if self.winner is None else (self.winner, *self.losers))

    def counts_for(self, slots: "tuple[Occupant, Occupant]") -> bool:
        """Does it name the two entries in these slots? Otherwise it is orphaned."""
        return all(isinstance(slot, int) for slot in slots) and self.names() == set(slots)


@dataclass(frozen=True, slots=True)
class Decision:
    """What stands for one pairing: its occupants, what goes down its two edges, and how that came about.

    `kind` is "" while the pairing is open, else a word of T1.2, `walkover`, `bye` or `empty`. `corrected_winner` is set
    where the result was corrected for the record only: `winner`, `loser` and `losers` stay those of the bracket. It is a
    bye where nobody won.
    """

    slots: tuple[Occupant, Occupant]
    winner: Occupant = Vacancy.PENDING
    loser: Occupant = Vacancy.PENDING
    losers: tuple[Entry, ...] = ()
    kind: str = ""
    score: Score = ()
    boards: Score = ()
    corrected_winner: Occupant | None = None

    @property
    def recorded_winner(self) -> Occupant:
        """Who won by the record; this is not always the entry that advances."""
        return self.winner if self.corrected_winner is None else self.corrected_winner

    @property
    def recorded_losers(self) -> tuple[Entry, ...]:
        """Who lost by the record: the other entry, or both."""
        if self.corrected_winner is None:
            return self.losers
        both = (slot for slot in self.slots if isinstance(slot, int))
        return tuple(entry for entry in both if entry != self.corrected_winner)

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
    nodes: Iterable[Node],
    entrants: Entrants,
    overrides: Overrides,
    results: Iterable[Outcome],
    earlier: Mapping[str, Decision] | None = None,
) -> Resolution:
    """Who sits in every slot, who won, who lost. Of several results that count, the last one does.

    `overrides` sets (key, side) to an entry, or to None for a bye. `earlier` are decisions of nodes that are not
    asked about but lead to these.
    """
    by_key: dict[str, list[Outcome]] = {}
    for outcome in results:
        by_key.setdefault(outcome.key, []).append(outcome)
    before = dict(earlier or {})
    decisions: dict[str, Decision] = {}
    orphaned: list[Outcome] = []
    for node in nodes:
        slots = (
            _occupant(node, 1, entrants, overrides, before),
            _occupant(node, 2, entrants, overrides, before),
        )
        outcomes = by_key.pop(node.key, [])
        orphaned += [o for o in outcomes if not o.counts_for(slots)]
        decisions[node.key] = before[node.key] = decide(slots, outcomes, entrants.gone)
    for left in by_key.values():
        orphaned += left
    return Resolution(decisions, tuple(orphaned))


def decide(
    slots: tuple[Occupant, Occupant], outcomes: Iterable[Outcome], gone: frozenset[Entry]
) -> Decision:
    """What stands for one pairing, given its occupants and every outcome ever recorded for it."""
    counting = [outcome for outcome in outcomes if outcome.counts_for(slots)]
    return _decide(slots, counting[-1] if counting else None, gone)


def sent_on(source: Source, decision: Decision) -> Occupant:
    """Whom a decided, or still open, pairing sends along this edge."""
    match source:
        case WinnerOf():
            return decision.winner
        case LoserOf():
            return decision.loser
        case ResetOf():  # only if that was their first loss, so if they came to it on side 1
            lost_first = decision.winner == decision.slots[1] or decision.is_open
            return decision.loser if lost_first else Vacancy.BYE
    raise TypeError(f"no edge of a pairing: {source}")


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
            seeded = entrants.order[number - 1] if number <= len(entrants.order) else None
            return Vacancy.BYE if seeded is None else seeded
        case EntryRef(entry):
            return entry
        case NoOne():
            return Vacancy.BYE
        case source:
            return sent_on(source, decisions[source.key])


def _decide(
    slots: tuple[Occupant, Occupant], outcome: Outcome | None, gone: frozenset[Entry]
) -> Decision:
    """A result that counts decides; else an empty slot does, and an entry that has left counts as one (T9.3).

    Opposite a bye even that entry goes on: it had the bye before it left, and gives a walkover to the next opponent.
    """
    if outcome is not None and outcome.kind != "void":
        return _by_result(slots, outcome)
    if Vacancy.PENDING in slots:
        return Decision(slots)
    left = tuple(slot for slot in slots if isinstance(slot, int) and slot in gone)
    staying = [slot for slot in slots if isinstance(slot, int) and slot not in gone]
    if len(staying) == 2:
        return Decision(slots)
    if len(left) == 1 and not staying:
        return Decision(slots, left[0], Vacancy.BYE, (), "bye")
    kind = "walkover" if left else "bye" if staying else "empty"
    return Decision(slots, staying[0] if staying else Vacancy.BYE, Vacancy.BYE, left, kind)


def _by_result(slots: tuple[Occupant, Occupant], outcome: Outcome) -> Decision:
    """A forfeit's loser travels on as an entry; a double forfeit leaves byes on both edges (T9.4), a walkover on one."""
    if outcome.advances is not None:
        return _for_the_record(slots, outcome, outcome.advances)
    details = (outcome.losers, outcome.kind, outcome.score, outcome.boards)
    if outcome.winner is None:
        return Decision(slots, Vacancy.BYE, Vacancy.BYE, *details)
    if outcome.kind == "walkover":
        return Decision(slots, outcome.winner, Vacancy.BYE, *details)
    return Decision(slots, outcome.winner, outcome.losers[0], *details)


def _for_the_record(
    slots: tuple[Occupant, Occupant], outcome: Outcome, advances: Entry
) -> Decision:
    """A result that was corrected for the record only: the bracket stays as it was."""
    (leaves,) = outcome.names() - {advances}
    details = (outcome.kind, outcome.score, outcome.boards)
    winner = Vacancy.BYE if outcome.winner is None else outcome.winner
    return Decision(slots, advances, leaves, (leaves,), *details, corrected_winner=winner)
