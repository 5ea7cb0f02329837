"""The result of a team match from those of its boards (T8.3). It must not know who plays at which board.

Most boards win. If they are even, more match points win, then the lowest-numbered board that somebody won.
"""

from collections.abc import Sequence

from tournaments.formats.base import Entry, Outcome, Score
from tournaments.formats.history import PLAYED_KINDS


def team_outcome(key: str, boards: Sequence[Outcome | None], k: int) -> Outcome | None:
    """The outcome of the pairing of two teams, by their entries; None until all `k` boards are over.

    A board is None or void while it has no result. A double forfeit at a board is a board for nobody.
    """
    over = [board for board in boards if board is not None and board.kind != "void"]
    teams = sorted(frozenset().union(*(board.names() for board in over)))
    if len(over) < k or len(teams) != 2:
        return None
    first, second = teams
    won = {team: sum(board.winner == team for board in over) for team in teams}
    points = {team: _points(over, team) for team in teams}
    winner = _ahead(won, first, second) or _ahead(points, first, second) or _first_to_win(over)
    if winner is None:
        return Outcome(key, None, (first, second), "double_forfeit")
    loser = second if winner == first else first
    kind = "played" if any(board.kind in PLAYED_KINDS for board in over) else "forfeit"
    return Outcome(
        key,
        winner,
        (loser,),
        kind,
        score=_winner_first(points, winner, loser),
        boards=_winner_first(won, winner, loser),
    )


def _points(boards: Sequence[Outcome], team: Entry) -> int:
    return sum(value for board in boards for who, value in board.score if who == team)


def _ahead(counted: dict[Entry, int], first: Entry, second: Entry) -> Entry | None:
    if counted[first] == counted[second]:
        return None
    return max(first, second, key=lambda team: counted[team])


def _first_to_win(boards: Sequence[Outcome]) -> Entry | None:
    return next((board.winner for board in boards if board.winner is not None), None)


def _winner_first(counted: dict[Entry, int], winner: Entry, loser: Entry) -> Score:
    return ((winner, counted[winner]), (loser, counted[loser]))
