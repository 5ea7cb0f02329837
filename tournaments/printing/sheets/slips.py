"""Match slips to cut out: players, table, a code to report by, and room for score and signatures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.length_texts import length_text
from tournaments.printing.sheets.frame import Sheet
from tournaments.printing.sheets.primitives import GREY, PALE, Area, Paper, Pen

EDGE: Final = 16.0
ROWS: Final = {4: 2, 6: 3, 8: 4}  # rows by slips on a sheet, two slips in a row
CODE: Final = 62.0


@dataclass(frozen=True, slots=True)
class SlipText:
    """The text of a slip. `table` is empty while there is none; `teams` where the players are in teams."""

    tournament: str
    match: str
    round: str
    length: int
    table: str
    names: tuple[str, str]
    teams: tuple[str, str] | None
    address: str
    code: str
    is_session: bool = False


def slip_sheets(paper: Paper, slips: Sequence[SlipText], *, on_sheet: int = 6) -> list[Sheet]:
    """So many slips on a sheet: 4, 6 or 8."""
    rows = ROWS[on_sheet]
    high, wide = paper.high / rows, paper.wide / 2
    sheets = []
    for first in range(0, len(slips), on_sheet):
        pen = Pen()
        pen.line((wide, 0), (wide, paper.high), thick=0.5, ink=GREY, dashed=True)
        for n in range(1, rows):
            pen.line((0, n * high), (paper.wide, n * high), thick=0.5, ink=GREY, dashed=True)
        for n, slip in enumerate(slips[first : first + on_sheet]):
            place = Area(
                n % 2 * wide + EDGE + 4, n // 2 * high + EDGE, wide - 2 * EDGE - 8, high - 2 * EDGE
            )
            _slip(pen, place, slip)
        sheets.append(Sheet(paper, "", tuple(pen.marks), framed=False))
    return sheets


def _length(slip: SlipText) -> str:
    if slip.is_session:
        return length_text(slip.length, is_session=True)
    return _("Match to %(n)s") % {"n": slip.length}


def _slip(pen: Pen, place: Area, slip: SlipText) -> None:
    room = place.wide - CODE - 10
    pen.text((place.x, place.y + 8), slip.tournament, size=8, room=room, ink=GREY)
    pen.text((place.x, place.y + 23), slip.round, size=11, room=room, bold=True)
    pen.text((place.x, place.y + 36), f"{slip.match} · {_length(slip)}", size=9, room=room)
    table = (
        pgettext("furniture", "Table %(n)s") % {"n": slip.table}
        if slip.table
        else pgettext("furniture", "Table ____")
    )
    pen.text((place.x, place.y + 57), table, size=16, room=room, bold=True)
    pen.code((place.right - CODE, place.y), CODE, slip.address)
    pen.text((place.right - CODE / 2, place.y + CODE + 10), slip.code, size=8, room=CODE + 8,
             align="center", bold=True)  # fmt: skip
    top = place.y + CODE + 16
    box = min((place.bottom - top) * 0.3, 58.0)
    for n, name in enumerate(slip.names):
        _side(
            pen,
            Area(place.x, top + n * (box + 4), place.wide, box),
            name,
            slip.teams and slip.teams[n],
        )
    signed = place.bottom - 9
    half = (place.wide - 14) / 2
    for x in (place.x, place.x + half + 14):
        pen.line((x, signed), (x + half, signed), thick=0.5)
        pen.text((x, place.bottom), _("Signature"), size=7, room=half, ink=GREY)


def _side(pen: Pen, row: Area, name: str, team: str | None) -> None:
    """The name, and a box for the points."""
    score = 46.0 if row.high < 40 else 64.0
    size = 11.5 if row.high < 40 else 14.0
    room = row.wide - score - 8
    middle = row.y + row.high / 2
    pen.box(Area(row.right - score, row.y, score, row.high))
    pen.text(
        (row.x, middle + (4 if not team else 0)),
        name,
        size=size,
        room=room,
        bold=True,
        is_name=True,
    )
    if team:
        pen.text((row.x, middle + 10), team, size=7.5, room=room, ink=GREY)
    pen.line((row.x, row.bottom), (row.right - score - 6, row.bottom), thick=0.4, ink=PALE)
