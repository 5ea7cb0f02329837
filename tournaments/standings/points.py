"""The table where points are counted: round robins, groups, Swiss. It must not know what a format draws.

Places are given from the first decision on and hold for the moment; who ties after all tie-breaks shares places. At the
end everybody has one, even where all their opponents have left and nothing counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import Entry
from tournaments.standings.record import row_of
from tournaments.standings.row import PlaceRow, Value, halves
from tournaments.standings.tally import PointsTally
from tournaments.standings.tie_breaks import TieBreakStep, columns, ranked, settle


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Rows from the top, and what `why` needs about them: what was counted and every tie-break that was applied."""

    rows: tuple[PlaceRow, ...]
    tally: PointsTally
    order: tuple[str, ...]
    steps: tuple[TieBreakStep, ...]
    struck: frozenset[Entry] = frozenset()


def points_table(
    tally: PointsTally,
    order: Sequence[str],
    *,
    gone: frozenset[Entry] = frozenset(),
    struck: frozenset[Entry] = frozenset(),
    has_winner: bool = True,
) -> PointsTable:
    """The table of one tally. Entries `struck` out (T5.4) stand last; `has_winner`: the first is the winner of the stage."""
    of_columns = columns(tally, order)
    steps: list[TieBreakStep] = []
    bands = [
        band
        for group in ranked([e for e in tally.entries if e not in struck], tally.points)
        for band in settle(tally, group, order, of_columns, steps)
    ]
    if struck:
        bands.append(tuple(e for e in tally.entries if e in struck))
    asked = _asked_of(steps)
    decided = (
        bool(struck) and len(tally.entries) - len(struck) < 2
    )  # nobody is left to play for a place
    has_places = tally.is_over or decided or any(tally.meetings.values())
    rows: list[PlaceRow] = []
    for band in bands:
        first, last = len(rows) + 1, len(rows) + len(band)
        champion = has_winner and tally.is_over and first == last == 1
        for entry in band:
            breaks = {name: values[entry] for name, values in of_columns.items()} | asked.get(
                entry, {}
            )
            places = (first, last) if has_places else (None, None)
            status = _status(entry, tally, gone, champion=champion)
            points = halves(tally.points[entry])
            rows.append(row_of(entry, tally.meetings[entry], places, status, points, breaks))
    return PointsTable(tuple(rows), tally, tuple(order), tuple(steps), struck)


def _asked_of(steps: Sequence[TieBreakStep]) -> dict[Entry, dict[str, Value]]:
    """Each entry's value in the last group in which a tie-break was applied to it."""
    asked: dict[Entry, dict[str, Value]] = {}
    for step in steps:
        for entry, value in (step.values or {}).items():
            asked.setdefault(entry, {})[step.name] = value
    return asked


def _status(entry: Entry, tally: PointsTally, gone: frozenset[Entry], *, champion: bool) -> str:
    if champion:
        return "winner"
    if entry in gone:
        return "withdrawn"
    return "finished" if tally.is_over else "playing"
