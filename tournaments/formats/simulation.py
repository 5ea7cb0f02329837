"""A stage played in memory, pairing by pairing, for forecasts. It must not know any format, nor time.

Nothing is ever corrected here, so what is decided stays, and each pairing is looked at when it comes up.
"""

from collections import Counter
from dataclasses import replace

from tournaments.formats.base import (
    Decision,
    Entrants,
    Entry,
    EntryRef,
    LoserOf,
    Node,
    NoOne,
    Occupant,
    Outcome,
    ResetOf,
    RoundPlan,
    Seed,
    Source,
    Vacancy,
    WinnerOf,
    decide,
    sent_on,
)
from tournaments.formats.protocol import EACH_RESULT, Format, Options, Position

UNKNOWN = Decision((Vacancy.PENDING, Vacancy.PENDING))


class Simulation:
    """One stage of a format while it is played; `ready` are the pairings that have both players, first come first."""

    def __init__(self, played: Format, options: Options, size: int) -> None:
        self.ready: dict[str, tuple[Entry, Entry]] = {}
        self.plans: dict[int, RoundPlan] = {}
        self.nodes: dict[str, Node] = {}
        self._format = played
        self._options = options
        self._decisions: dict[str, Decision] = {}
        self._waiting: dict[str, list[Node]] = {}
        self._undecided: Counter[int] = Counter()  # pairings by round
        self._after: tuple[int, ...] | None = EACH_RESULT
        self.entries = tuple(range(1, size + 1))
        self._position = Position(Entrants(self.entries), decisions=self._decisions)
        self.grow()

    @property
    def may_grow(self) -> bool:
        """Will anything more be drawn?"""
        return self._after is not None

    def plan(self, key: str) -> RoundPlan:
        return self.plans[self.nodes[key].round]

    def grow(self) -> None:
        """Draw what is due; a part that needs no match to be decided may make the next one due at once."""
        while self._is_due():
            growth = self._format.grow(self._position, self._options)
            self._after = growth.after
            drawn = growth.blueprint
            if not drawn.nodes:
                return
            self._position = replace(self._position, blueprint=self._position.blueprint + drawn)
            self.plans.update((plan.number, plan) for plan in drawn.rounds)
            for node in drawn.nodes:
                self.nodes[node.key] = node
                self._undecided[node.round] += 1
                self._decisions[node.key] = UNKNOWN
            for node in drawn.nodes:
                self._settle(node)
            if growth.after == EACH_RESULT:
                return

    def _is_due(self) -> bool:
        return self._after is not None and not any(self._undecided[n] for n in self._after)

    def report(self, key: str, winner: Entry) -> None:
        """That pairing is over; the pairings that waited for it are settled."""
        slots = self._decisions[key].slots
        losers = tuple(slot for slot in slots if isinstance(slot, int) and slot != winner)
        outcome = Outcome(key, winner, losers, "played")
        self._decide(self.nodes[key], decide(slots, (outcome,), frozenset()))

    def _settle(self, node: Node) -> None:
        """Fill the slots of this pairing, once every pairing that feeds it is decided."""
        edges = [s.key for s in node.sources if isinstance(s, WinnerOf | LoserOf | ResetOf)]
        for key in edges:
            if self._decisions[key].is_open:
                self._waiting.setdefault(key, []).append(node)
                return
        first, second = node.sources
        decision = decide((self._occupant(first), self._occupant(second)), (), frozenset())
        if decision.players is None:
            self._decide(node, decision)
        else:
            self._decisions[node.key] = decision
            self.ready[node.key] = decision.players

    def _occupant(self, source: Source) -> Occupant:
        match source:
            case Seed(number):
                return number if number <= len(self.entries) else Vacancy.BYE
            case EntryRef(entry):
                return entry
            case NoOne():
                return Vacancy.BYE
            case edge:
                return sent_on(edge, self._decisions[edge.key])

    def _decide(self, node: Node, decision: Decision) -> None:
        self._decisions[node.key] = decision
        self._undecided[node.round] -= 1
        for waiting in self._waiting.pop(node.key, ()):
            self._settle(waiting)
