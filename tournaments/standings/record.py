"""An entry's row from what it has been through: what was won, lost and played. It must not give places."""

from collections.abc import Mapping, Sequence

from tournaments.formats.base import Entry
from tournaments.formats.history import Meeting
from tournaments.standings.row import Row, Value


def row_of(
    entry: Entry,
    meetings: Sequence[Meeting],
    places: tuple[int | None, int | None],
    status: str,
    points: Value | None = None,
    tie_breaks: Mapping[str, Value] | None = None,
) -> Row:
    """The row of one entry; its wins are its points where none are given."""
    against = [m for m in meetings if m.opponent is not None]
    won = sum(m.won for m in against)
    return Row(
        entry,
        *places,
        status,
        played=sum(m.is_played for m in against),
        won=won,
        lost=len(against) - won,
        points=won if points is None else points,
        tie_breaks=tie_breaks or {},
        byes=sum(m.won and m.opponent is None for m in meetings),
        boards=both([m.boards for m in against]),
        match_points=both([m.points for m in against]),
    )


def both(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The sums of what was won and of what was lost.

    >>> both([(7, 4), (3, 7)])
    (10, 11)
    """
    return sum(won for won, _ in pairs), sum(lost for _, lost in pairs)
