"""A stage played in memory, pairing by pairing, for forecasts. It must not know any format, nor time.

Nothing is ever corrected here, so what is decided stays, and each pairing is resolved by itself when it comes up.
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
    Source,
    Vacancy,
    WinnerOf,
    resolve,
)
from tournaments.formats.protocol import EACH_RESULT, Format, Options, Position

UNKNOWN = Decision((Vacancy.PENDING, Vacancy.PENDING))


class Event:
    """`ready` are the pairings that two players have come to, in the order of the draw."""

    def __init__(self, played: Format, options: Options, size: int) -> None:
        self.ready: dict[str, tuple[Entry, Entry]] = {}
        self.plans: dict[int, RoundPlan] = {}
        self.nodes: dict[str, Node] = {}
        self._format = played
        self._options = options
        self._known: dict[str, Node] = {}  # pairings with the players they have got
        self._results: dict[str, Outcome] = {}
        self._decisions: dict[str, Decision] = {}
        self._waiting: dict[str, list[Node]] = {}
        self._undecided: Counter[int] = Counter()  # pairings by round
        self._after: tuple[int, ...] | None = EACH_RESULT
        entrants = Entrants(tuple(range(1, size + 1)))
        self._position = Position(entrants, decisions=self._decisions)
        self.grow()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._position.entrants.entries

    @property
    def may_grow(self) -> bool:
        """Will anything more be drawn?"""
        return self._after is not None

    def plan(self, key: str) -> RoundPlan:
        return self.plans[self.nodes[key].round]

    def grow(self) -> None:
        """Draws what is due; a part that needs no match to be decided may make the next one due at once."""
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
        """That pairing is over; who waited for it moves on."""
        node = self._known[key]
        players = (slot for slot in self._decisions[key].slots if isinstance(slot, int))
        losers = tuple(player for player in players if player != winner)
        self._results[key] = Outcome(key, winner, losers, "played")
        self._decide(node, self._resolved(node))

    def _settle(self, node: Node) -> None:
        """Finds out who sits there, once everything it comes from is decided."""
        came_from = [s.key for s in node.sources if isinstance(s, WinnerOf | LoserOf | ResetOf)]
        for key in came_from:
            if self._decisions[key].is_open:
                self._waiting.setdefault(key, []).append(node)
                return
        decision = self._resolved(node, *(self._known[key] for key in dict.fromkeys(came_from)))
        one, two = decision.slots
        self._known[node.key] = Node(node.key, node.round, (_certain(one), _certain(two)))
        if decision.players is None:
            self._decide(node, decision)
        else:
            self._decisions[node.key] = decision
            self.ready[node.key] = decision.players

    def _resolved(self, node: Node, *before: Node) -> Decision:
        nodes = (*before, node)
        results = [self._results[n.key] for n in nodes if n.key in self._results]
        return resolve(nodes, self._position.entrants, {}, results).decisions[node.key]

    def _decide(self, node: Node, decision: Decision) -> None:
        self._decisions[node.key] = decision
        self._undecided[node.round] -= 1
        for waiting in self._waiting.pop(node.key, ()):
            self._settle(waiting)


def _certain(occupant: Occupant) -> Source:
    return EntryRef(occupant) if isinstance(occupant, int) else NoOne()
