"""Bracket talk for tests: entries are numbered by seed, '–' is a bye, '?' is not known yet."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.formats import single_elimination
from tournaments.formats.base import (
    Blueprint,
    Decision,
    Entrants,
    Outcome,
    Overrides,
    Resolution,
    Vacancy,
    resolve,
)
from tournaments.formats.protocol import Format, Position


def entrants(n: int, *gone: int) -> Entrants:
    return Entrants(tuple(range(1, n + 1)), frozenset(gone))


def beats(key: str, winner: int, loser: int, kind: str = "played") -> Outcome:
    return Outcome(key, winner, (loser,), kind)


def both_absent(key: str, first: int, second: int) -> Outcome:
    return Outcome(key, None, (first, second), "double_forfeit")


def pair(decision: Decision) -> str:
    marks = {Vacancy.BYE: "–", Vacancy.PENDING: "?"}
    return " ".join(str(marks.get(slot, slot)) for slot in decision.slots)  # type: ignore[call-overload]


def lower_number_wins(
    plan: Blueprint, field: Entrants, overrides: Overrides | None = None, *until: str
) -> list[Outcome]:
    """Results of playing everything (or up to a round prefix) with LNW."""
    results: list[Outcome] = []
    while True:
        open_pairs = [
            (key, decision.players)
            for key, decision in resolve(
                plan.nodes, field, overrides or {}, results
            ).decisions.items()
            if decision.players and (not until or key.startswith(until))
        ]
        if not open_pairs:
            return results
        results += [
            beats(key, min(players), max(players)) for key, players in open_pairs if players
        ]


def single(n: int, *results: Outcome, gone: tuple[int, ...] = (), **options: object) -> Resolution:
    plan = single_elimination.blueprint(n, options)
    return resolve(plan.nodes, entrants(n, *gone), {}, results)


def shown(resolution: Resolution) -> dict[str, str]:
    return {key: pair(decision) for key, decision in resolution.decisions.items()}


def played_out(
    plan: Blueprint,
    field: Entrants,
    wins: Callable[[str, int, int], int],
    earlier: Sequence[Outcome] = (),
) -> tuple[list[Outcome], Resolution]:
    """Everything played after the `earlier` results; `wins(key, first, second)` says who wins a pairing."""
    results = list(earlier)
    while True:
        resolution = resolve(plan.nodes, field, {}, results)
        fresh = [
            beats(key, winner := wins(key, *both), sum(both) - winner)
            for key, decision in resolution.decisions.items()
            if (both := decision.players)
        ]
        if not fresh:
            return results, resolution
        results += fresh


def lower(_key: str, first: int, second: int) -> int:
    return min(first, second)


def by_round(plan: Blueprint, resolution: Resolution, section: str) -> str:
    """The pairings of a section as text: a comma between pairings, a semicolon between rounds."""
    numbers = [r.number for r in plan.rounds if r.section == section]
    nodes = sorted(plan.nodes, key=lambda node: node.round)
    return "; ".join(
        ", ".join(pair(resolution.decisions[n.key]) for n in nodes if n.round == number)
        for number in numbers
    )


def grown(
    form: Format,
    position: Position,
    options: dict[str, object],
    results: Sequence[Outcome] = (),
) -> tuple[Position, tuple[int, ...] | None]:
    """The stage after its format was asked once, and when to ask again."""
    growth = form.grow(position, form.settled(options))
    plan = position.blueprint + growth.blueprint
    decisions = resolve(plan.nodes, position.entrants, {}, results).decisions
    return replace(position, blueprint=plan, decisions=decisions), growth.after


def stage_played(
    form: Format,
    position: Position,
    options: dict[str, object],
    wins: Callable[[str, int, int], int],
) -> tuple[list[Outcome], Position]:
    """A stage from its first draw to the end, its format asked again each time nothing is left to play."""
    position, after = grown(form, position, options)
    results: list[Outcome] = []
    while True:
        results, _ = played_out(position.blueprint, position.entrants, wins, results)
        decisions = resolve(position.blueprint.nodes, position.entrants, {}, results).decisions
        position = replace(position, decisions=decisions)
        if after is None:
            return results, position
        before = len(position.blueprint.nodes)
        position, after = grown(form, position, options, results)
        assert after is None or len(position.blueprint.nodes) > before
