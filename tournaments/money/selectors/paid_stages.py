"""The stages of a tournament from which prizes are computed, with their tables from the standings cache."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.bracket.selectors.standings_cache import CachedTables
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Stage, Tournament
from tournaments.payouts.final_order import PlayedStage
from tournaments.payouts.prizes import Tables


@dataclass(frozen=True, slots=True)
class CachedStage:
    """A stage and its tables, in the shape of `final_order.PlayedStage`."""

    number: int
    tables: Tables
    counts_points: bool
    is_over: bool


def played_stages(tournament: Tournament) -> list[PlayedStage]:
    """From the last stage that there is to the first. One query when the tables are cached."""
    undecided = Pairing.objects.filter(stage=OuterRef("pk"), decided_at=None, voided_at=None)
    stages = Stage.objects.filter(tournament=tournament).order_by("-number")
    rows = stages.annotate(is_open=Exists(undecided))
    return [
        CachedStage(
            number,
            _tables(CachedTables(tournament, number)),
            FORMATS[name].counts == "points",
            grow_after is None and not is_open,
        )
        for number, name, grow_after, is_open in rows.values_list(
            "number", "format", "grow_after", "is_open"
        )
    ]


def _tables(kept: CachedTables) -> Tables:
    return {section: kept.rows(section) for section in kept.heads}
