"""The plan of a room on paper: a box for every table, with its number, its note and a line to write on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.printing.sheets.frame import Sheet, area
from tournaments.printing.sheets.primitives import GREY, PALE, Area, Paper, Pen

GAP: Final = 6.0
HIGHEST: Final = 96.0
LARGEST: Final = 26.0


@dataclass(frozen=True, slots=True)
class PlanBox:
    """A table on paper. `note` says what it is reserved for, or who plays there now."""

    number: int
    note: str = ""
    is_out: bool = False


def room_sheets(
    paper: Paper, rooms: Sequence[tuple[str, Sequence[Sequence[PlanBox | None]]]]
) -> list[Sheet]:
    """A sheet for each room, on its side where the room is wider than deep."""
    sheets = []
    for name, rows in rooms:
        columns = len(rows[0])
        turned = paper.turned if columns > len(rows) else paper
        place = area(turned)
        wide = (place.wide - (columns - 1) * GAP) / columns
        high = min(HIGHEST, (place.high - (len(rows) - 1) * GAP) / len(rows))
        pen = Pen()
        for r, row in enumerate(rows):
            for c, box in enumerate(row):
                if box is not None:
                    at = Area(place.x + c * (wide + GAP), place.y + r * (high + GAP), wide, high)
                    _box(pen, at, box)
        title = _("Room plan") if not name else _("Room plan: %(room)s") % {"room": name}
        sheets.append(Sheet(turned, title, tuple(pen.marks)))
    return sheets


def _box(pen: Pen, at: Area, box: PlanBox) -> None:
    pen.box(at, ink=GREY if box.is_out else 0.0)
    size = min(LARGEST, at.high * 0.5, at.wide * 0.45)
    ink = PALE if box.is_out else 0.0
    middle = (at.x + at.wide / 2, at.y + min(at.high * 0.55, size + 6))
    pen.text(middle, str(box.number), size=size, bold=True, align="center", ink=ink)
    if box.note:
        below = (at.x + at.wide / 2, at.bottom - 5)
        pen.text(below, box.note, size=7, room=at.wide - 4, align="center", ink=GREY)
    if box.is_out:
        pen.line((at.x, at.bottom), (at.right, at.y), ink=PALE)
