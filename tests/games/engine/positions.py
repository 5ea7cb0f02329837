"""Hypothesis strategies for boards and dice: anything that can stand on a board, likely or not."""

from hypothesis import strategies as st

from games.engine import Board
from games.engine.plays import Dice


def _board(mine: list[int], theirs: list[int]) -> Board:
    """Each checker's point, 0 for borne off; an opposing checker gives way where mine stands."""
    points = [0] * 26
    for point in mine:
        if point:
            points[point] += 1
    for point in theirs:
        if points[point] <= 0 and point != 25:
            points[point] -= 1
    return Board.from_points(points)


_far = st.lists(st.integers(0, 25), max_size=15)
_home = st.lists(st.integers(0, 8), min_size=1, max_size=15)
_few_points = st.lists(st.sampled_from([3, 6, 8, 13, 20, 24, 25]), max_size=15)
_opposing = st.lists(st.integers(0, 24), max_size=15)

boards: st.SearchStrategy[Board] = st.builds(_board, _far | _home | _few_points, _opposing)
rolls: st.SearchStrategy[Dice] = st.tuples(st.integers(1, 6), st.integers(1, 6))
