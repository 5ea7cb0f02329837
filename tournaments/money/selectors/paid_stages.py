"""The stages of a tournament as prizes are worked out from them: their tables as they are kept."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.bracket.selectors.standings_cache import KeptStage
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Stage, Tournament
from tournaments.payouts.final_order import PlayedStage
from tournaments.payouts.prizes import Tables


@dataclass(frozen=True, slots=True)
class KeptPlayed:
    """A stage and its tables, as `final_order.Played` wants them."""

    number: int
    tables: Tables
    counts_points: bool
    is_over: bool


def played_stages(tournament: Tournament) -> list[PlayedStage]:
    """From the last stage that there is to the first. One query when the tables are cached."""
    undecided = Pairing.objects.filter(stage=OuterRef("pk"), decided_at=None, voided_at=None)
    stages = Stage.objects.filter(tournament=tournament).order_by("-number")
    told = stages.annotate(is_open=Exists(undecided))
    return [
        KeptPlayed(
            number,
            _tables(KeptStage(tournament, number)),
            FORMATS[name].counts == "points",
            grow_after is None and not is_open,
        )
        for number, name, grow_after, is_open in told.values_list(
            "number", "format", "grow_after", "is_open"
        )
    ]


def _tables(kept: KeptStage) -> Tables:
    return {section: kept.rows(section) for section in kept.heads}
