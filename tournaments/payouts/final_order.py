"""Which places pay where a tournament has several stages: those of the final order over all of them (T11.1, T11.2).

Of other tables – a consolation, the groups of the last stage – only those of the last stage pay.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Protocol

from tournaments.formats.base import MAIN, Entry
from tournaments.payouts.prizes import Tables, shared
from tournaments.standings.overall import merged, overall
from tournaments.standings.row import PlaceRow


class PlayedStage(Protocol):
    """A stage as far as prizes depend on it. `is_over`: nothing in it is open or still to be drawn."""

    @property
    def number(self) -> int: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def counts_points(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...


def final_tables(
    stages: Sequence[PlayedStage],
    planned: int,
    *,
    is_finished: bool,
    equal_points_share: bool = False,
    deep: int | None = None,
) -> Tables:
    """The tables that pay, by section. `stages` from the last that there is; `planned` is how many there will be.

    No place of the main one pays while a stage is still to come. The place of somebody who went out
    in a stage that has been opened again is provisional. `equal_points_share` as in `payout`, within a stage. `deep`: so many places are enough.
    """
    if not stages:
        return {}
    shares = equal_points_share
    tables = _of(stages[0], equal_points_share=shares)
    if planned < 2:
        return tables
    others = {section: rows for section, rows in tables.items() if section != MAIN}
    drawn = stages if any(tables.values()) else stages[1:]
    if not drawn or (drawn[0].number < planned and not is_finished):
        return others
    here: set[Entry] = set()
    open_again: set[Entry] = set()
    parts: list[list[PlaceRow]] = []
    for stage in drawn:
        rows = merged(_of(stage, equal_points_share=shares))
        left = {row.entry for row in rows} - here
        if parts and not stage.is_over:
            open_again |= left
        here |= left
        parts.append(rows)
        if deep is not None and len(here) >= deep:
            break
    return {MAIN: _provisional(overall(parts), open_again)} | others


def _of(stage: PlayedStage, *, equal_points_share: bool) -> Tables:
    if not (equal_points_share and stage.counts_points):
        return stage.tables
    return {section: shared(rows) for section, rows in stage.tables.items()}


def _provisional(rows: Sequence[PlaceRow], entries: Collection[Entry]) -> list[PlaceRow]:
    """The rows with the places of these entries made provisional."""
    return [
        replace(row, status="playing", place_from=row.place_from or 1, place_to=row.place_to or 1)
        if row.entry in entries
        else row
        for row in rows
    ]
