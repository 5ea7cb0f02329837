"""The stages of a tournament before or after a ruling: read at once, tables computed only where they differ."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tournaments.bracket.selectors.positions import StageReading
from tournaments.bracket.selectors.tables import counts_of, tables_of
from tournaments.models import Tournament
from tournaments.standings.row import PlaceRow

Key = tuple[int | str, ...]


class StageSnapshot(StageReading):
    """A stage with its tables, which are computed when needed."""

    @cached_property
    def tables(self) -> Mapping[str, tuple[PlaceRow, ...]]:
        like = self.like
        if isinstance(like, StageSnapshot) and self.stands_like(like):
            return like.tables
        return tables_of(self.stage, self.position)

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def counts_points(self) -> bool:
        return counts_of(self.stage) == "points"

    @property
    def is_over(self) -> bool:
        """Is everything decided, and nothing left to draw?"""
        is_open = any(decision.is_open for decision in self.position.decisions.values())
        return self.stage.grow_after is None and not is_open

    @cached_property
    def places(self) -> dict[Key, Any]:
        number = self.stage.number
        return {
            (number, section, row.entry): [row.place_from, row.place_to]
            for section, rows in self.tables.items()
            for row in rows
        }

    def stands_like(self, other: "StageSnapshot | None") -> bool:
        if other is None:
            return False
        return (self.rows, self.stage.options) == (other.rows, other.stage.options)


def stage_snapshots(
    tournament: Tournament, like: Mapping[int, StageSnapshot]
) -> dict[int, StageSnapshot]:
    """By number. A query, and four or five a stage."""
    snapshots = {}
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        snapshots[stage.number] = StageSnapshot(stage, like.get(stage.number))
    return snapshots
