"""How good a position is for the side that has just played: pips, blots, points, primes, anchors.

A position is 26 counts seen by that side (docs/rules/notation.md). The value is in rough pips: only
the order of two positions after one roll means anything.
"""

from games.engine.board import Board

# What a made point is worth, by its number from one's own home: key points first.
POINT_WORTH = (0, 1, 3, 6, 9, 11, 8, 9, 5, 3, 2, 2, 2, 2, 1, 2, 2, 3, 4, 5, 7, 7, 4, 2, 2, 0)
PRIME_WORTH = (0, 0, 0, 2, 7, 16, 28, 28, 28)
# Rolls of 36 that hit a blot so many pips away, were nothing in the way.
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0)


def evaluate(board: Board) -> float:
    """The value of `board` for the side it is seen by, after its play (higher is better)."""
    points = board.points
    mine, theirs = board.pips()
    off = board.off
    value = float(theirs - mine) * 0.55 + (off[0] - off[1]) * 1.5
    if has_contact(points):
        value += _structure(points) - _structure([-n for n in reversed(points)])
        value += _blockade(points) - _exposed(points, mine, theirs)
    else:
        value -= _waste(points)
    return value


def has_contact(points: tuple[int, ...]) -> bool:
    """Can the two sides still hit each other?"""
    rearmost = max((p for p in range(26) if points[p] > 0), default=0)
    foremost = min((p for p in range(26) if points[p] < 0), default=26)
    return rearmost > foremost


def _structure(points: tuple[int, ...] | list[int]) -> float:
    """Made points, the longest prime, and checkers buried or stacked."""
    value, run, longest = 0.0, 0, 0
    for point in range(1, 25):
        count = points[point]
        if count >= 2:
            value += POINT_WORTH[point] - 1.2 * max(0, count - 3)
            run += 1
            longest = max(longest, run)
        else:
            run = 0
    return value + PRIME_WORTH[min(longest, 8)]


def _blockade(points: tuple[int, ...]) -> float:
    """The other side's checkers on the bar, the more so the more home points are held."""
    closed = sum(points[p] >= 2 for p in range(1, 7))
    return -points[0] * (3.0 + closed * closed * 0.9)


def _exposed(points: tuple[int, ...], mine: int, theirs: int) -> float:
    """What one's blots risk: shots, weighed by the pips they would lose and the board they would meet."""
    closed = sum(points[p] <= -2 for p in range(19, 25))
    hitters = [p for p in range(25) if points[p] < 0]
    danger = 0.0
    for point in range(1, 25):
        if points[point] != 1:
            continue
        shots = min(34, sum(SHOTS[point - h] for h in hitters if h < point))
        danger += shots / 36 * (25 - point + 4.0 + closed * closed * 1.3)
    return danger * (0.75 if mine > theirs + 40 else 1.0)


def _waste(points: tuple[int, ...]) -> float:
    """Pips a race loses to gaps and stacks, and checkers still outside."""
    outside = sum(points[p] * (p - 6) for p in range(7, 26) if points[p] > 0)
    return (
        points[1] * 1.6 + points[2] * 0.8 + sum(points[p] == 0 for p in (4, 5, 6)) + outside * 0.4
    )
