"""The templates of a single tournament: what the page of a new one begins with, and where and when that is usually played.

Data only; another template is one more line. Their names are in tournaments/setup/texts.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.formats.event_templates import SHORTER, TournamentTemplate, Where


@dataclass(frozen=True, slots=True)
class SetupTemplate:
    """A tournament with its usual weekday (0 is Monday). The hour is on `tournament`; `where` None leaves the choice as it is."""

    tournament: TournamentTemplate
    weekday: int
    where: Where | None = None

    @property
    def key(self) -> str:
        return self.tournament.key

    @property
    def plan(self) -> str:
        return self.tournament.plans[0]


SETUP_TEMPLATES: Final[Mapping[str, SetupTemplate]] = {
    template.key: template
    for template in (
        SetupTemplate(
            TournamentTemplate(
                "club_evening", ("knockout",), (7, 5), 16, hour=19, minute=30, clock={"preset": "fast"}
            ),
            weekday=3, where="board",
        ),
        SetupTemplate(
            TournamentTemplate(
                "weekend_draws", ("consolation",), (11, 9), 64, options={"last_chance": "fresh"},
                sections=SHORTER, publishes=True,
            ),
            weekday=5, where="board",
        ),
        SetupTemplate(
            TournamentTemplate("double_loss", ("double_elimination",), (9, 7), 32), weekday=5
        ),
        SetupTemplate(
            TournamentTemplate("swiss_rounds", ("swiss",), (7,), 32, options={"rounds": 6}), weekday=5
        ),
        SetupTemplate(TournamentTemplate("groups_final", ("groups_knockout",), (7,), 16), weekday=5),
        SetupTemplate(TournamentTemplate("everybody", ("round_robin",), (7,), 8), weekday=5),
        SetupTemplate(
            TournamentTemplate(
                "online_weekend", ("consolation",), (9, 7), 32, hour=15,
                options={"last_chance": "fresh"}, sections=SHORTER,
            ),
            weekday=5, where="online",
        ),
    )
}  # fmt: skip
USUAL_TEMPLATE: Final = "club_evening"
