"""What a way to hold a tournament means in numbers for a field: stage by stage, and added up. No query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

from tournaments.bracket.selectors.agreement import length_of
from tournaments.core import format_texts
from tournaments.formats.base import Entrants, RoundPlan
from tournaments.formats.forecast import Forecast, forecast
from tournaments.formats.plans import GROUPED, Plan, available, most_entries
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS

NOBODY = Forecast(0, 0, 0, 0, 0, 0)
Settings = tuple[tuple[str, Any], ...]
Lengths = tuple[int, ...]
Sections = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A forecast as a page shows it. `too_large`: that format cannot carry so many."""

    per_player_min: int
    per_player_typical: int
    per_player_max: int
    rounds: int
    matches: int
    hours: float
    approx: bool
    too_large: int | None = None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A line of the comparison: a way to hold the tournament, and what it means."""

    key: str
    name: str
    help: str
    is_chosen: bool
    numbers: Numbers


def plan_rows(entries: int, chosen: str, length: int) -> list[PlanRow]:
    """All ways for so many entries, each with its usual options and matches to `length`."""
    return [
        PlanRow(
            key,
            format_texts.plan_name(key),
            format_texts.plan_help(key),
            key == chosen,
            numbers_of(stages_of(plan, length), entries),
        )
        for key, plan in available().items()
    ]


def stages_of(plan: Plan, length: int) -> list[dict[str, Any]]:
    """A way as stages with its usual options."""
    first = {"format": plan.format, "options": plan.options, "lengths": [length]}
    later = [
        {"format": s.format, "options": s.options, "lengths": [length], "take": s.take}
        for s in plan.later
    ]
    return [first, *later]


def numbers_of(
    stages: Sequence[Mapping[str, Any]],
    entries: int,
    special: Sequence[Mapping[str, Any]] = (),
) -> Numbers:
    """The stages one after another. `special` may give lengths to sections."""
    most = most_entries(stages[0]["format"])
    if entries > most:
        return Numbers(0, 0, 0, 0, 0, 0, approx=True, too_large=most)
    total, field = NOBODY, entries
    for number, stage in enumerate(stages, start=1):
        if number > 1:
            before, going = field, _going_on(stages[number - 2], field, stage["take"])
            field = going
            few = 2 * going < before
        told = _stage(
            stage["format"],
            field,
            _frozen(stage["options"]),
            tuple(stage["lengths"]),
            tuple(
                (term["section"], term["length"])
                for term in special
                if term.get("stage") == number and "length" in term
            ),
        )
        total = told if number == 1 else _added(total, told, typical=not few)
    return _shown(total)


@lru_cache(maxsize=2048)
def _stage(
    format: str,
    entries: int,
    options: Settings,
    lengths: Lengths,
    sections: Sections,
) -> Forecast:
    """The same question is asked for every key that an organizer presses."""
    own = dict(sections)

    def length(plan: RoundPlan) -> int:
        return own.get(plan.section) or length_of([*lengths], plan.from_end)

    entries = min(entries, most_entries(format))
    found = FORMATS[format]
    return forecast(found, entries, found.settled(dict(options)), length)


def _going_on(stage: Mapping[str, Any], entries: int, take: Mapping[str, Any]) -> int:
    """How many a later stage takes; of wins, as many as chance gives."""
    rule, number = take.get("cut"), take.get("n")
    n = number if isinstance(number, int) else 0
    options = _frozen(stage["options"])
    if rule == "top_of_group":
        return min(entries, n * groups_of(stage["format"], entries, options))
    if rule == "wins":
        rounds = _stage(stage["format"], entries, options, (1,), ()).per_player_max
        share = sum(comb(rounds, wins) for wins in range(n, rounds + 1)) / 2**rounds
        return round(entries * share)
    return min(entries, n) if rule == "top" else max(1, entries // 4)


@lru_cache(maxsize=512)
def groups_of(format: str, entries: int, options: Settings) -> int:
    """Into how many tables a field falls."""
    if format not in GROUPED or entries < 2:
        return 1
    found = FORMATS[format]
    position = Position(Entrants(tuple(range(1, entries + 1))))
    growth = found.grow(position, found.settled(dict(options)))
    return len({plan.section for plan in growth.blueprint.rounds})


def _added(one: Forecast, two: Forecast, *, typical: bool) -> Forecast:
    """A stage after another; who does not go on has played all his matches."""
    return Forecast(
        rounds=one.rounds + two.rounds,
        matches=one.matches + two.matches,
        per_player_min=one.per_player_min,
        per_player_typical=one.per_player_typical + (two.per_player_typical if typical else 0),
        per_player_max=one.per_player_max + two.per_player_max,
        minutes=one.minutes + two.minutes,
        approx=one.approx or two.approx,
    )


def _shown(told: Forecast) -> Numbers:
    return Numbers(
        told.per_player_min,
        told.per_player_typical,
        told.per_player_max,
        told.rounds,
        told.matches,
        round(told.minutes / 60, 1 if told.minutes < 600 else None),
        told.approx,
    )


def _frozen(options: Mapping[str, Any]) -> Settings:
    return tuple(sorted(options.items()))
