"""Where the pieces of a position lie on the board, for pages drawn by the server: mini boards and the table without JavaScript.

Numbers only: templates/components/board_svg.html turns them into SVG, js/table/board/geometry.js draws the live one. No rules here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Seat = Literal["A", "B"]
BAR, OFF = 25, 0
MIDDLE, BAR_X, TRAY_X, SHOWN = 570, 677, 1391, 5
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Checker:
    """`kind` is "a" or "b"; `heap` the whole stack where more lie there than are drawn, else 0."""

    kind: str
    x: int
    y: int
    heap: int = 0

    @property
    def text_y(self) -> int:
        return self.y + 13


@dataclass(frozen=True, slots=True)
class Die:
    kind: str
    x: int
    y: int
    value: int
    used: bool

    @property
    def corner(self) -> tuple[int, int]:
        return self.x - 42, self.y - 42

    @property
    def pips(self) -> list[tuple[int, int]]:
        return [(self.x + 22 * dx, self.y + 22 * dy) for dx, dy in PIPS[self.value]]


@dataclass(frozen=True, slots=True)
class Cube:
    """The face shows 64 until it is turned."""

    x: int
    y: int
    face: str
    dead: bool

    @property
    def corner(self) -> tuple[int, int]:
        return self.x - 36, self.y - 36

    @property
    def text_y(self) -> int:
        return self.y + (10 if len(self.face) > 3 else 14)


@dataclass(frozen=True, slots=True)
class BoardPicture:
    checkers: list[Checker]
    slabs: list[Checker]
    dice: list[Die]
    cube: Cube | None
    numbers: list[tuple[int, int, int]]


def picture(view: Mapping[str, Any], bottom: Seat = "A") -> BoardPicture:
    """The position of a table view (board and off as A sees them), with `bottom` drawn below."""
    seats: tuple[Seat, Seat] = ("A", "B")
    return BoardPicture(
        checkers=[c for seat in seats for c in _checkers(view["board"], seat, bottom)],
        slabs=[c for seat in seats for c in _slabs(view["off"][seat], seat, bottom)],
        dice=_dice(view, bottom),
        cube=_cube(view, bottom),
        numbers=[(p, _point_x(p), 1128 if p <= 12 else 29) for p in range(1, 25)],
    )


def _checkers(board: Sequence[int], seat: Seat, bottom: Seat) -> Iterator[Checker]:
    for place in range(1, BAR + 1):
        there = board[place] if seat == "A" else -board[25 - place]
        for i in range(min(max(there, 0), SHOWN)):
            x, y = spot(seat, place, i, bottom)
            heap = there if i == SHOWN - 1 and there > SHOWN else 0
            yield Checker(seat.lower(), x, y, heap)


def _slabs(off: int, seat: Seat, bottom: Seat) -> Iterator[Checker]:
    for i in range(off):
        y = 1083 - 29 * i if seat == bottom else 57 + 29 * i
        yield Checker(seat.lower(), TRAY_X - 39, y - 13)


def spot(seat: Seat, place: int, i: int, bottom: Seat) -> tuple[int, int]:
    if place == BAR:
        return BAR_X, MIDDLE - 110 - 92 * i if seat == bottom else MIDDLE + 110 + 92 * i
    point = place if seat == bottom else 25 - place
    return _point_x(point), 1052 - 92 * i if point <= 12 else 88 + 92 * i


def _point_x(point: int) -> int:
    if point <= 6:
        return 772 + 100 * (6 - point)
    if point <= 12:
        return 82 + 100 * (12 - point)
    if point <= 18:
        return 82 + 100 * (point - 13)
    return 772 + 100 * (point - 19)


def _dice(view: Mapping[str, Any], bottom: Seat) -> list[Die]:
    """The roll in hand; before the next roll the last one, faded where it was the reader's own. The higher die is on the left."""
    last = view.get("last_play")
    roll, seat, used = view.get("dice"), view.get("turn"), False
    asked = view["cube"]["offered"]
    if not roll and last and not asked and view.get("status", "playing") == "playing":
        roll, seat, used = last["dice"], last["seat"], last["seat"] == view.get("seat")
    if not roll or not seat:
        return []
    faces = list(roll) * 2 if roll[0] == roll[1] else sorted(roll, reverse=True)
    middle = 1022 if seat == bottom else 332
    start = middle - 52 * (len(faces) - 1)
    return [Die(seat.lower(), start + 104 * k, MIDDLE, face, used) for k, face in enumerate(faces)]


def _cube(view: Mapping[str, Any], bottom: Seat) -> Cube | None:
    cube = view["cube"]
    dead = view.get("crawford") == "now"
    if not cube["in_use"] and not dead:
        return None
    if cube["offered"] and view.get("to_act"):
        x = 1022 if view["to_act"] == bottom else 332
        return Cube(x, MIDDLE, str(cube["offered"]), dead=False)
    y = MIDDLE if not cube["owner"] else 1052 if cube["owner"] == bottom else 88
    face = "64" if cube["value"] == 1 else str(cube["value"])
    return Cube(BAR_X, y, face, dead=dead)
