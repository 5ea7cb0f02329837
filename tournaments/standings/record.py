"""An entry's row from what it has been through: what was won, lost and played. It must not give places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tournaments.formats.base import Entry
from tournaments.formats.history import Meeting
from tournaments.standings.row import PlaceRow, Value

NONE: Final = (0, 0)


def row_of(
    entry: Entry,
    meetings: Sequence[Meeting],
    places: tuple[int | None, int | None],
    status: str,
    points: Value | None = None,
    tie_breaks: Mapping[str, Value] | None = None,
) -> PlaceRow:
    """The row of one entry; its wins are its points where none are given."""
    won = lost = tied = byes = 0
    boards = match_points = NONE
    for meeting in meetings:
        if meeting.opponent is None:
            byes += meeting.won
            continue
        won += meeting.won
        tied += meeting.tied
        lost += not (meeting.won or meeting.tied)
        if meeting.points != NONE:
            match_points = added(match_points, meeting.points)
        if meeting.boards != NONE:
            boards = added(boards, meeting.boards)
    return PlaceRow(
        entry,
        *places,
        status,
        played=won + lost + tied,
        won=won,
        lost=lost,
        tied=tied,
        points=won if points is None else points,
        tie_breaks=tie_breaks or {},
        byes=byes,
        boards=boards,
        match_points=match_points,
    )


def both(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The sums of what was won and of what was lost.

    >>> both([(7, 4), (3, 7)])
    (10, 11)
    """
    won = lost = 0
    for own, others in pairs:
        won += own
        lost += others
    return won, lost


def added(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    return first[0] + second[0], first[1] + second[1]
