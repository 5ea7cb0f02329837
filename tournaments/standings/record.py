"""An entry's row from what it has been through: what was won, lost and played. It must not give places."""

from collections.abc import Iterable, Mapping, Sequence

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
    played = won = lost = byes = 0
    for meeting in meetings:
        if meeting.opponent is None:
            byes += meeting.won
            continue
        played += meeting.is_played
        won += meeting.won
        lost += not meeting.won
    return Row(
        entry,
        *places,
        status,
        played=played,
        won=won,
        lost=lost,
        points=won if points is None else points,
        tie_breaks=tie_breaks or {},
        byes=byes,
        boards=both(m.boards for m in meetings),
        match_points=both(m.points for m in meetings),
    )


def both(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The sums of what was won and of what was lost.

    >>> both([(7, 4), (3, 7)])
    (10, 11)
    """
    all_won = all_lost = 0
    for won, lost in pairs:
        all_won += won
        all_lost += lost
    return all_won, all_lost
