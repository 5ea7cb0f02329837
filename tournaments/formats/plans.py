"""The ways to hold a tournament as organizers call them: each is a format for every stage, and where its options begin.

Data only; a new way is one more line. What a format itself knows of its size and sections is on its FORMAT. What the ways are called is said in tournaments/core/format_texts.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.formats.registry import FORMATS

OWN: Final = "own"
USUAL_FIELD: Final = 16
LARGEST: Final[Mapping[str, int]] = {name: found.largest for name, found in FORMATS.items()}
SECTIONS: Final = {name: found.sections for name, found in FORMATS.items()}
FINALS: Final = {name: found.final for name, found in FORMATS.items()}
TAKES: Final[
    Mapping[str, bool]
] = {  # by which rule a stage takes its field, and whether that has a number
    "top": True,
    "top_of_group": True,
    "wins": True,
    "survivors": False,
}
GROUPED: Final = frozenset(name for name, found in FORMATS.items() if found.grouped)
COUNTED_FROM_END: Final = frozenset(
    name for name, found in FORMATS.items() if found.counts != "knockout" and found.has_last_round
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


def known() -> dict[str, Plan]:
    """The ways whose formats there are."""
    return {
        key: plan for key, plan in PLANS.items() if all(name in FORMATS for name in plan.formats)
    }


def plan_of(format: str, later: Sequence[Mapping[str, object]]) -> str:
    """The way that a tournament with these stages follows.

    >>> plan_of("single_elimination", []), plan_of("quads", [{"format": "round_robin"}])
    ('knockout', 'own')
    """
    formats = (format, *(stage.get("format") for stage in later))
    found = (key for key, plan in PLANS.items() if key != OWN and plan.formats == formats)
    return next(found, OWN)


def most_entries(format: str) -> int:
    """How large a field that format can carry."""
    return LARGEST.get(format, 1_024)
