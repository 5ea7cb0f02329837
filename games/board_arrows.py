"""Arrows of a play over a board drawn by the server: the same lines as js/review/analysis/arrows.js, in the same units. Numbers only."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from games.board_svg import BAR, OFF, SHOWN, TRAY_X, Seat, spot

GAP = 14
HEAD_LENGTH, HEAD_HALF = 34, 17
"""From the tip to the barbs, and half the way between them."""
MOST_BEND = 60


@dataclass(frozen=True, slots=True)
class BoardArrow:
    """`line` and `head` are paths; `x` and `y` where the checker lies. `kind` is "best" or "played"."""

    kind: str
    x: int
    y: int
    line: str
    head: str


def arrows_of(
    kind: str, moves: Iterable[Sequence[int]], view: Mapping[str, Any], seat: Seat
) -> Iterator[BoardArrow]:
    """One arrow for each (source, target) of the mover, from the checker on top to where it will lie; A is drawn below."""
    own, opponents = _stacks(view, seat)
    for source, target in moves:
        start = _place(seat, source, own[source] - 1)
        own[source] -= 1
        if target != OFF and opponents[BAR - target]:
            opponents[BAR - target] = 0
        own[target] += 1
        yield _arrow(kind, start, _place(seat, target, own[target] - 1))


def _stacks(view: Mapping[str, Any], seat: Seat) -> tuple[list[int], list[int]]:
    """How many checkers lie at each place, from off (0) to the bar (25), of the seat and of its opponent, each as they count."""
    board = view["board"]
    of_a = [max(0, board[place]) for place in range(BAR + 1)]
    of_b = [max(0, -board[BAR - place]) for place in range(BAR + 1)]
    of_a[OFF], of_b[OFF] = view["off"]["A"], view["off"]["B"]
    return (of_a, of_b) if seat == "A" else (of_b, of_a)


def _place(seat: Seat, place: int, number: int) -> tuple[int, int]:
    """The middle of a checker, counted from the rim."""
    number = max(0, number)
    if place == OFF:
        return TRAY_X, 1083 - 29 * number if seat == "A" else 57 + 29 * number
    return spot(seat, place, min(number, SHOWN - 1), "A")


def _arrow(kind: str, start: tuple[int, int], end: tuple[int, int]) -> BoardArrow:
    """Bent a little, so that arrows beside each other can be told apart."""
    across, down = end[0] - start[0], end[1] - start[1]
    away = hypot(across, down) or 1
    bend = min(MOST_BEND, away / 7)
    middle = (
        (start[0] + end[0]) / 2 + down / away * bend,
        (start[1] + end[1]) / 2 - across / away * bend,
    )
    length = hypot(end[0] - middle[0], end[1] - middle[1]) or 1
    way = (end[0] - middle[0]) / length, (end[1] - middle[1]) / length

    def at(along: float, aside: float) -> str:
        x = end[0] - way[0] * along - way[1] * aside
        y = end[1] - way[1] * along + way[0] * aside
        return f"{x:.1f} {y:.1f}"

    bow = f"Q{middle[0]:.1f} {middle[1]:.1f} {at(GAP + HEAD_LENGTH - 4, 0)}"
    barbs = f"{at(GAP + HEAD_LENGTH, HEAD_HALF)}L{at(GAP + HEAD_LENGTH, -HEAD_HALF)}"
    return BoardArrow(
        kind, start[0], start[1], f"M{start[0]} {start[1]}{bow}", f"M{at(GAP, 0)}L{barbs}Z"
    )
