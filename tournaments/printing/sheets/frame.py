"""The frame of every sheet: tournament, title and the address of its page above; date and page number below."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.printing.sheets.fonts import printable, width
from tournaments.printing.sheets.primitives import GREY, Area, Mark, Paper, Pen, PrintedPage, Text

MARGIN: Final = 28.0
HEAD: Final = 82.0
FOOT: Final = 20.0
CODE: Final = 52.0
TITLE: Final = 17.0
LEAST_TITLE: Final = 11.0


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every sheet of one paper. `strong` is what nobody may miss, beside it `facts`; `paid` is below."""

    tournament: str
    above: str
    address: str
    strong: str = ""
    facts: str = ""
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page without its frame; a sheet that is not `framed` uses the whole paper."""

    paper: Paper
    title: str
    marks: tuple[Mark, ...]
    framed: bool = True


def area(paper: Paper) -> Area:
    """The area inside the frame."""
    high = paper.high - 2 * MARGIN - HEAD - FOOT
    return Area(MARGIN, MARGIN + HEAD, paper.wide - 2 * MARGIN, high)


def framed(sheets: Sequence[Sheet], head: Head, printed: str) -> list[PrintedPage]:
    """All sheets of a paper with their frames and page numbers."""
    count = len(sheets)
    return [_page(sheet, head, printed, (n, count)) for n, sheet in enumerate(sheets, start=1)]


def _page(sheet: Sheet, head: Head, printed: str, number: tuple[int, int]) -> PrintedPage:
    if not sheet.framed:
        return PrintedPage(sheet.paper, sheet.marks)
    pen = Pen()
    _above(pen, sheet, head)
    _below(pen, sheet.paper, head, printed, number)
    return PrintedPage(sheet.paper, (*pen.marks, *sheet.marks))


def _above(pen: Pen, sheet: Sheet, head: Head) -> None:
    right = sheet.paper.wide - MARGIN
    room = right - MARGIN - CODE - 12
    pen.text((MARGIN, MARGIN + 8), head.above, size=8, room=room, ink=GREY)
    size = _largest(head.tournament, room)
    pen.text((MARGIN, MARGIN + 26), head.tournament, size=size, room=room, bold=True)
    pen.text((MARGIN, MARGIN + 43), sheet.title, size=12, room=room)
    at = MARGIN
    if head.strong:
        pen.text((at, MARGIN + 58), head.strong, size=9, room=room * 0.5, bold=True)
        at = pen.marks[-1].box()[2] + 10  # type: ignore[union-attr]  # the text just set
    pen.text((at, MARGIN + 58), head.facts, size=8, room=MARGIN + room - at, ink=GREY)
    pen.text((MARGIN, MARGIN + 69), head.paid, size=8, room=room, ink=GREY)
    pen.code((right - CODE, MARGIN), CODE, head.address)
    pen.line((MARGIN, MARGIN + 74), (right, MARGIN + 74), thick=0.9)


def _below(pen: Pen, paper: Paper, head: Head, printed: str, number: tuple[int, int]) -> None:
    y, third = paper.high - MARGIN, (paper.wide - 2 * MARGIN) / 3 - 6
    page = _("Page %(number)d of %(count)d") % {"number": number[0], "count": number[1]}
    pen.text((paper.wide - MARGIN, y), page, size=7, room=third, align="right", ink=GREY)
    pen.text((MARGIN, y), printed, size=7, room=third, ink=GREY)
    beside = max(mark.box()[2] - mark.box()[0] for mark in pen.marks[-2:] if isinstance(mark, Text))
    pen.text((paper.wide / 2, y), head.address.partition("://")[2], size=7, align="center",
             room=paper.wide - 2 * (MARGIN + beside + 8), ink=GREY)  # fmt: skip


def _largest(title: str, room: float) -> float:
    """The size in which the whole title fits, as long as it still looks like a title."""
    whole = width(printable(title), TITLE, bold=True)
    return max(TITLE * min(1.0, 0.999 * room / whole), LEAST_TITLE) if whole else TITLE
