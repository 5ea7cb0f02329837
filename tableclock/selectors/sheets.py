"""The score sheet of a slip beside the log of its clock: who changes games on the sheet has the last word."""

from typing import Any

from tableclock.matchlog.events import SHEET, ClockTap
from tableclock.models import TableClock
from tournaments.models import Slip

SheetRows = list[list[Any]]
"""For each game the winner's seat, 1 to 3 for single to backgammon, and the cube."""


def games_on_sheet(slip: Slip) -> SheetRows:
    """The games as they stand on the score sheet. One query."""
    games = slip.games.order_by("number").values_list("winner_id", "worth", "cube")
    return [
        ["A" if winner == slip.entry_a_id else "B", worth, cube] for winner, worth, cube in games
    ]


def sheet_event(clock: TableClock, games: SheetRows, number: int, at: int) -> ClockTap:
    """What somebody wrote on the sheet, as an event. Games that stay the same keep what only the clock knows of them."""
    clock_games = clock.state["games"]
    listed = [
        clock_games[n]
        if n < len(clock_games) and clock_games[n][:3] == game
        else [*game, False, False]
        for n, game in enumerate(games)
    ]
    return ClockTap("", number, SHEET, at, {"games": _with_crawford(listed, clock)})


def _with_crawford(games: list[list[Any]], clock: TableClock) -> list[list[Any]]:
    """The Crawford game is the first after a player needs one point."""
    length, points, is_past = clock.format["length"], {"A": 0, "B": 0}, not clock.format["crawford"]
    marked = []
    for winner, worth, cube, _crawford, resigned in games:
        crawford = not is_past and length - 1 in points.values()
        is_past = is_past or crawford
        points[winner] += worth * cube
        marked.append([winner, worth, cube, crawford, resigned])
    return marked
