"""A forecast of a way to hold a tournament for a field: stage by stage, and added up. No query."""

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
class ForecastNumbers:
    """A forecast as a page shows it. `too_large`: the largest field of that format, where it is exceeded."""

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
    """A row of the comparison: a way to hold the tournament, and its forecast."""

    key: str
    name: str
    help: str
    is_chosen: bool
    numbers: ForecastNumbers


def plan_rows(entries: int, chosen: str, length: int) -> list[PlanRow]:
    """All ways for this many entries, each with default options and matches to `length`."""
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
    """A way as stages with default options."""
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
) -> ForecastNumbers:
    """The stages one after another. `special` may give lengths to sections."""
    most = most_entries(stages[0]["format"])
    if entries > most:
        return ForecastNumbers(0, 0, 0, 0, 0, 0, approx=True, too_large=most)
    total, field = NOBODY, entries
    for number, stage in enumerate(stages, start=1):
        if number > 1:
            before, going = field, _going_on(stages[number - 2], field, stage["take"])
            field = going
            few = 2 * going < before
        forecast_of_stage = _stage(
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
        total = (
            forecast_of_stage if number == 1 else _added(total, forecast_of_stage, typical=not few)
        )
    return _shown(total)


@lru_cache(maxsize=2048)
def _stage(
    format: str,
    entries: int,
    options: Settings,
    lengths: Lengths,
    sections: Sections,
) -> Forecast:
    """The forecast of one stage, cached because it is asked for at every key that an organizer presses."""
    own = dict(sections)

    def length(plan: RoundPlan) -> int:
        return own.get(plan.section) or length_of([*lengths], plan.from_end)

    entries = min(entries, most_entries(format))
    chosen = FORMATS[format]
    return forecast(chosen, entries, chosen.settled(dict(options)), length)


def _going_on(stage: Mapping[str, Any], entries: int, take: Mapping[str, Any]) -> int:
    """How many entries a later stage takes; by wins, the number expected by chance."""
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
    """How many tables a field is divided into."""
    if format not in GROUPED or entries < 2:
        return 1
    chosen = FORMATS[format]
    position = Position(Entrants(tuple(range(1, entries + 1))))
    growth = chosen.grow(position, chosen.settled(dict(options)))
    return len({plan.section for plan in growth.blueprint.rounds})


def _added(first: Forecast, second: Forecast, *, typical: bool) -> Forecast:
    """One stage after another; entries that do not go on have played all their matches."""
    return Forecast(
        rounds=first.rounds + second.rounds,
        matches=first.matches + second.matches,
        per_player_min=first.per_player_min,
        per_player_typical=first.per_player_typical + (second.per_player_typical if typical else 0),
        per_player_max=first.per_player_max + second.per_player_max,
        minutes=first.minutes + second.minutes,
        approx=first.approx or second.approx,
    )


def _shown(total: Forecast) -> ForecastNumbers:
    return ForecastNumbers(
        total.per_player_min,
        total.per_player_typical,
        total.per_player_max,
        total.rounds,
        total.matches,
        round(total.minutes / 60, 1 if total.minutes < 600 else None),
        total.approx,
    )


def _frozen(options: Mapping[str, Any]) -> Settings:
    return tuple(sorted(options.items()))
