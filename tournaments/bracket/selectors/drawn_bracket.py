"""A bracket that waits to be published, as its director sees it first: its name and who meets whom."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.bracket.selectors.next_round import Proposal
from tournaments.core.round_names import full_round_name, section_name
from tournaments.formats.base import (
    EntryRef,
    Node,
    NoOne,
    Occupant,
    RoundPlan,
    Seed,
    Source,
    Vacancy,
    sent_on,
)
from tournaments.models import Stage

BYE = ""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round with at least one known entry: the matches, the byes, and how many pairings wait for earlier results."""

    name: str
    matches: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    later: int


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket by rounds. `name` is empty for the main draw of a stage without other brackets."""

    name: str
    rounds: tuple[DrawnRound, ...]


def drawn_bracket(stage: Stage, drawn: Proposal, titles: Mapping[int, str]) -> DrawnBracket:
    """The drawn bracket; `titles` are the names of the entries. One query."""
    plans = drawn.growth.blueprint.rounds
    standing = stage.rounds.filter(voided_at=None).values_list("section", flat=True)
    beside = tuple(dict.fromkeys([*standing, *(plan.section for plan in plans)]))
    sections = list(dict.fromkeys(plan.section for plan in plans))
    rounds = [_round(plan, drawn, beside, titles) for plan in plans]
    return DrawnBracket(
        section_name(sections[0], beside) if len(sections) == 1 else "",
        tuple(row for row in rounds if row.matches or row.byes),
    )


def _round(
    plan: RoundPlan, drawn: Proposal, beside: tuple[str, ...], titles: Mapping[int, str]
) -> DrawnRound:
    nodes = [node for node in drawn.growth.blueprint.nodes if node.round == plan.number]
    matches: list[tuple[str, str]] = []
    byes: list[str] = []
    later = 0
    for node in nodes:
        first, second = _sides(node, drawn, titles)
        if first is None or second is None:
            later += 1
        elif first and second:
            matches.append((first, second))
        elif first or second:
            byes.append(first or second)
    name = full_round_name(plan.name, plan.section, beside)
    return DrawnRound(name, tuple(matches), tuple(byes), later)


def _sides(node: Node, drawn: Proposal, titles: Mapping[int, str]) -> tuple[str | None, str | None]:
    """Names, BYE, or None where an earlier result decides."""
    first, second = (_occupant(source, drawn) for source in node.sources)
    return _named(first, titles), _named(second, titles)


def _occupant(source: Source, drawn: Proposal) -> Occupant:
    position = drawn.position
    match source:
        case EntryRef():
            return source.entry
        case Seed():
            order = position.entrants.order
            seeded = order[source.number - 1] if source.number <= len(order) else None
            return Vacancy.BYE if seeded is None else seeded
        case NoOne():
            return Vacancy.BYE
    decision = position.decisions.get(source.key)
    return Vacancy.PENDING if decision is None else sent_on(source, decision)


def _named(occupant: Occupant, titles: Mapping[int, str]) -> str | None:
    if isinstance(occupant, Vacancy):
        return BYE if occupant is Vacancy.BYE else None
    return titles.get(occupant, "?")
