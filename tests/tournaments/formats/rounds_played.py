"""Tournaments in rounds for tests: grown, decided and grown again; '4 7' is a pair, '5 –' a bye."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tests.tournaments.formats.draws import beats
from tournaments.formats.base import Entrants, Entry, Outcome, Overrides, resolve
from tournaments.formats.protocol import Format, Growth, Options, Position

Winner = Callable[[Entry, Entry], Entry]


@dataclass
class Played:
    """A stage in play. `winner` decides every pairing; None from it leaves a double forfeit."""

    format: Format
    position: Position
    options: Options = field(default_factory=dict)
    winner: Callable[[Entry, Entry], Entry | None] = min
    results: list[Outcome] = field(default_factory=list)
    overrides: Overrides = field(default_factory=dict)
    last: Growth = field(default_factory=Growth)

    def grow(self) -> Growth:
        self.last = self.format.grow(self.position, self.options)
        plan = self.position.blueprint + self.last.blueprint
        self.position = replace(self.position, blueprint=plan)
        self.decide()
        return self.last

    def decide(self) -> None:
        text = resolve(
            self.position.blueprint.nodes, self.position.entrants, self.overrides, self.results
        )
        self.position = replace(self.position, decisions=text.decisions)

    def report(self, key: str) -> None:
        players = self.position.decisions[key].players
        if players is None:
            return
        won = self.winner(*players)
        if won is None:
            self.results.append(Outcome(key, None, players, "double_forfeit"))
        else:
            self.results.append(beats(key, won, players[1] if won == players[0] else players[0]))

    def play_round(self) -> bool:
        """Draws a round and decides all of it; False when none came."""
        drawn = self.grow().blueprint.nodes
        for node in drawn:
            self.report(node.key)
        self.decide()
        return bool(drawn)

    def play(self, at_most: int = 100) -> "Played":
        for _ in range(at_most):
            if not self.play_round():
                break
        return self

    def leave(self, *entries: Entry) -> None:
        entrants = self.position.entrants
        self.position = replace(
            self.position, entrants=replace(entrants, gone=entrants.gone | set(entries))
        )
        self.decide()

    def shown(self) -> str:
        return "; ".join(self.round(plan.number) for plan in self.position.blueprint.rounds)

    def round(self, number: int) -> str:
        nodes = self.position.blueprint.nodes
        slots = [self.position.decisions[n.key].slots for n in nodes if n.round == number]
        return " ".join(
            "-".join(str(slot) if isinstance(slot, int) else "–" for slot in two) for two in slots
        )


def started(
    format: Format,
    n: int,
    options: Options | None = None,
    winner: Callable[[Entry, Entry], Entry | None] = min,
    joined: Mapping[Entry, int] | None = None,
) -> Played:
    field_ = Entrants(tuple(range(1, n + 1)), joined=joined or {})
    return Played(format, Position(field_), options or {}, winner)
