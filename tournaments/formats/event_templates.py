"""Events as organizers know them, each with its tournaments and what is usual for these (T1.4, T6.7, T8, T10.1, T15).

Data only; another template is one more line. Their names are in tournaments/event/texts.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from tournaments.formats.plans import PLANS

Where = Literal["online", "board", "mixed"]
STANDARD: Final[Mapping[str, str]] = {"preset": "standard"}


@dataclass(frozen=True, slots=True)
class TournamentTemplate:
    """One tournament: `plans` are the ways to hold it, the usual one first (plans.py), `lengths` from the final backwards.

    `day` counts from the event's first, `hour` and `minute` are its wall clock; `sections` are lengths of other brackets.
    `round_days` is how long a round may take where players agree on their own times.
    """

    key: str
    plans: tuple[str, ...]
    lengths: tuple[int, ...]
    places: int
    day: int = 0
    hour: int = 11
    minute: int = 0
    division: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    sections: Mapping[str, int] = field(default_factory=dict)
    clock: Mapping[str, str] | None = field(default_factory=lambda: STANDARD)
    entry_kind: str = "single"
    publishes: bool = False
    late_entry: bool = True
    round_days: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = [plan for plan in self.plans if plan not in PLANS]
        if unknown or not self.plans:
            raise ValueError(f"{self.key}: no such plans {unknown}")


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An event: on which day of the week it usually begins (0 is Monday), how many days it takes, where it is played,
    and its tournaments in order."""

    key: str
    weekday: int
    days: int
    where: Where
    tournaments: tuple[TournamentTemplate, ...]

    @property
    def begins(self) -> tuple[int, int]:
        """Hour and minute of its first tournament."""
        first = min(
            self.tournaments, key=lambda template: (template.day, template.hour, template.minute)
        )
        return first.hour, first.minute


SHORTER: Final = {"consolation": 5, "last_chance": 3}

TEMPLATES: Final[Mapping[str, EventTemplate]] = {
    template.key: template
    for template in (
        EventTemplate(
            "club_night", 3, 1, "board",
            (
                TournamentTemplate(
                    "club", ("swiss", "round_robin", "double_elimination", "continuous_swiss"),
                    (5,), 24, hour=19, minute=30, options={"rounds": 4}, clock={"preset": "fast"},
                ),
            ),
        ),
        EventTemplate(
            "weekend_open", 4, 3, "board",
            (
                TournamentTemplate(
                    "main", ("consolation",), (11, 9), 64, day=1, division=True,
                    options={"last_chance": "fresh"}, sections=SHORTER, publishes=True,
                ),
                TournamentTemplate(
                    "intermediate", ("consolation",), (9, 7), 64, day=1, division=True,
                    options={"last_chance": "fresh"}, sections=SHORTER, publishes=True,
                ),
                TournamentTemplate(
                    "doubles", ("knockout",), (5,), 16, hour=19, entry_kind="doubles",
                    clock={"preset": "doubles"},
                ),
                TournamentTemplate("jackpot", ("knockout",), (5,), 16, hour=14),
            ),
        ),
        EventTemplate(
            "online_knockout", 0, 35, "online",
            (
                TournamentTemplate(
                    "knockout", ("knockout", "double_elimination", "consolation"), (9, 7), 32,
                    hour=18, round_days=7, late_entry=False,
                ),
            ),
        ),
        EventTemplate(
            "league", 0, 49, "mixed",
            tuple(
                TournamentTemplate(
                    f"division_{number}", ("round_robin",), (11,), 8, hour=18, division=True,
                    round_days=7, late_entry=False,
                )
                for number in (1, 2)
            ),
        ),
        EventTemplate(
            "swiss_day", 5, 1, "board",
            (TournamentTemplate("swiss", ("swiss",), (7,), 32, options={"rounds": 6}),),
        ),
    )
}  # fmt: skip

ADDED: Final[Mapping[str, TournamentTemplate]] = {
    template.key: template
    for template in (
        TournamentTemplate("open", ("consolation",), (9, 7), 64, sections=SHORTER),
        TournamentTemplate("jackpot", ("knockout",), (5,), 16),
        TournamentTemplate(
            "doubles", ("knockout",), (5,), 16, entry_kind="doubles", clock={"preset": "doubles"}
        ),
        TournamentTemplate("swiss", ("swiss",), (7,), 32),
        TournamentTemplate("round_robin", ("round_robin",), (7,), 8),
        TournamentTemplate("double", ("double_elimination",), (9, 7), 32),
        TournamentTemplate("blitz", ("knockout",), (3,), 16, clock={"preset": "speed"}),
    )
}
