"""The ways to hold a tournament as organizers call them: each is a format for every stage, and the options it begins with.

Data only; a new way is one more line. A format's size and sections are on its FORMAT. The names of the ways are in
tournaments/core/format_texts.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.formats.registry import FORMATS

OWN: Final = "own"
USUAL_FIELD: Final = 16
LARGEST: Final[Mapping[str, int]] = {name: played.largest for name, played in FORMATS.items()}
SECTIONS: Final = {name: played.sections for name, played in FORMATS.items()}
FINALS: Final = {name: played.final for name, played in FORMATS.items()}
TAKES: Final[
    Mapping[str, bool]
] = {  # by which rule a stage takes its field, and whether that has a number
    "top": True,
    "top_of_group": True,
    "wins": True,
    "survivors": False,
}
GROUPED: Final = frozenset(name for name, played in FORMATS.items() if played.grouped)
COUNTED_FROM_END: Final = frozenset(
    name
    for name, played in FORMATS.items()
    if played.counts != "knockout" and played.has_last_round
)


@dataclass(frozen=True, slots=True)
class LaterStage:
    """A stage after the first, and by which rule it takes its field (cuts.py)."""

    format: str
    take: Mapping[str, object]
    options: Mapping[str, object] = field(default_factory=dict)
    draw_method: str = "standing"


@dataclass(frozen=True, slots=True)
class Plan:
    """The first stage and those that follow."""

    format: str
    options: Mapping[str, object] = field(default_factory=dict)
    later: tuple[LaterStage, ...] = ()

    @property
    def formats(self) -> tuple[str, ...]:
        return (self.format, *(stage.format for stage in self.later))


PLANS: Final[Mapping[str, Plan]] = {
    "knockout": Plan("single_elimination"),
    "double_elimination": Plan("double_elimination"),
    "consolation": Plan("consolation", {"last_chance": "fresh"}),
    "round_robin": Plan("round_robin"),
    "groups_knockout": Plan(
        "groups", later=(LaterStage("single_elimination", {"cut": "top_of_group", "n": 2}),)
    ),
    "quads": Plan("quads"),
    "swiss": Plan("swiss"),
    "swiss_knockout": Plan(
        "swiss", {"rounds": 5}, (LaterStage("single_elimination", {"cut": "top", "n": 8}),)
    ),
    "lives": Plan("lives"),
    "continuous_swiss": Plan("continuous_swiss"),
    OWN: Plan("swiss", later=(LaterStage("single_elimination", {"cut": "top", "n": 8}),)),
}


def available() -> dict[str, Plan]:
    """The ways whose formats are all registered."""
    return {
        key: plan for key, plan in PLANS.items() if all(name in FORMATS for name in plan.formats)
    }


def plan_of(format: str, later: Sequence[Mapping[str, object]]) -> str:
    """The way that a tournament with these stages follows.

    >>> plan_of("single_elimination", []), plan_of("quads", [{"format": "round_robin"}])
    ('knockout', 'own')
    """
    formats = (format, *(stage.get("format") for stage in later))
    keys = (key for key, plan in PLANS.items() if key != OWN and plan.formats == formats)
    return next(keys, OWN)


def most_entries(format: str) -> int:
    """The largest field of that format."""
    return LARGEST.get(format, 1_024)
