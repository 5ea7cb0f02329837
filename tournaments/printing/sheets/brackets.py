"""Draw sheets of brackets: names on joined lines, lengths above, room to write the rest by hand."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.rows import RoundRow, SlotRow
from tournaments.printing.sheets.fonts import SMALLEST, width
from tournaments.printing.sheets.frame import Sheet, area
from tournaments.printing.sheets.primitives import GREY, PALE, Area, Paper, Pen
from tournaments.printing.sheets.trees import Joint, Piece, PlacedSlot, Tree

HEADS: Final = 27.0
TIGHTEST: Final = 8.0  # points of a row at which the smallest letters can still be read
WIDEST_ROW: Final = 30.0
NARROWEST: Final = 70.0  # points of a column
AT_WORST: Final = 54.0  # where it saves cutting the bracket
FIRST: Final = 1.3  # times the width of others: the first column has whole names and seeds
LYING: Final = 20.0  # the most rows of a landscape sheet
LARGEST: Final = 10.5
UP: Final = 2.2  # points from a line to the baseline of the text on it


def bracket_sheets(paper: Paper, title: str, rounds: Sequence[RoundRow]) -> list[Sheet]:
    """One bracket on as many sheets as it needs; none without pairings."""
    if not any(row.pairings for row in rounds):
        return []
    tree = Tree(rounds)
    pieces = tree.pieces(_rows_in(paper))
    least = NARROWEST
    if any(_is_narrow(paper, piece, least) for piece in pieces):
        upright, pieces = pieces, tree.pieces(_rows_in(paper.turned))
        if len(upright) == 1 < len(pieces) and not _is_narrow(paper, upright[0], AT_WORST):
            pieces, least = upright, AT_WORST  # one sheet with short names is better than five
    return [
        _sheet(paper, _title(title, piece, n, pieces), piece, least)
        for n, piece in enumerate(pieces)
    ]


def _rows_in(paper: Paper) -> float:
    return (area(paper).high - HEADS) / TIGHTEST


def _columns(piece: Piece) -> float:
    return len(piece.heads) + FIRST


def _is_narrow(paper: Paper, piece: Piece, least: float) -> bool:
    return area(paper).wide / _columns(piece) < least


def _title(title: str, piece: Piece, number: int, pieces: Sequence[Piece]) -> str:
    """The title of one sheet: its part of the bracket, or the final rounds."""
    if len(pieces) == 1:
        return title
    if not piece.is_part:
        return _("%(bracket)s · final rounds") % {"bracket": title}
    words = {"bracket": title, "number": number + 1, "count": len(pieces) - 1}
    return _("%(bracket)s · part %(number)d of %(count)d") % words


def _sheet(paper: Paper, title: str, piece: Piece, least: float) -> Sheet:
    lies = piece.rows <= LYING or _is_narrow(paper, piece, least)
    paper = paper.turned if lies else paper
    drawing = _Drawing(area(paper), piece)
    return Sheet(paper, title, tuple(drawing.pen.marks))


class _Drawing:
    def __init__(self, free: Area, piece: Piece) -> None:
        self.pen = Pen()
        self.piece = piece
        self.column_width = free.wide / _columns(piece)
        self.left = free.x
        self.pitch = min(WIDEST_ROW, (free.high - HEADS) / max(piece.rows, 1))
        self.top = free.y + HEADS
        self.size = min(LARGEST, max(SMALLEST, self.pitch * 0.72))
        self._heads(free)
        for placed in piece.slots:
            self._slot(placed)
        for joint in piece.joints:
            self._joint(joint)

    def x(self, column: int) -> float:
        return self.left + (self.column_width * (column + FIRST - 1) if column else 0.0)

    def y(self, row: float) -> float:
        return self.top + (row + 1) * self.pitch - 1

    def _heads(self, free: Area) -> None:
        for column, head in enumerate(self.piece.heads):
            middle = (self.x(column) + self.x(column + 1)) / 2
            room = self.x(column + 1) - self.x(column) - 5
            at = (middle, free.y + 9)
            self.pen.text(at, head.name, size=8, room=room, bold=True, align="center")
            length = _("to %(n)s") % {"n": head.length}
            self.pen.text((middle, free.y + 19), length, size=8, room=room, align="center")

    def _slot(self, placed: PlacedSlot) -> None:
        left, right, y = self.x(placed.column), self.x(placed.column + 1), self.y(placed.row)
        self.pen.line((left, y), (right, y))
        name(self.pen, (left + 2, right - 3, y - UP), placed.slot, placed.label, self.size)

    def _joint(self, joint: Joint) -> None:
        right = self.x(joint.column + 1)
        top, bottom = (self.y(row) for row in joint.rows)
        self.pen.line((right, top), (right, bottom))
        if joint.above:
            at = (self.x(joint.column) + 2, min(top, bottom) - self.pitch - UP)
            self.pen.text(at, joint.above, size=8, room=self.column_width - 6, bold=True)
        y = self.y(joint.middle)
        if joint.pairing.advanced is not None:
            at = (right + 3, y + SMALLEST + 1)
            note = pgettext("draw sheet", "Corrected for the record")
            self.pen.text(at, note, size=SMALLEST, room=self.column_width - 6, ink=GREY)
        if joint.to is not None:
            if joint.to > joint.column + 1:
                self.pen.line((right, y), (self.x(joint.to), y))
            return
        end = right + self.column_width - 4
        self.pen.line((right, y), (end, y), thick=1.1)
        winner = next((slot for slot in joint.pairing.slots if _advanced(joint, slot)), None)
        if winner is not None and winner.player is not None:
            self.pen.text((right + 3, y - UP), winner.player.name, size=self.size,
                          room=end - right - 4, bold=True, is_name=True)  # fmt: skip
        elif not joint.pairing.outcome:
            label = joint.pairing.name + (" →" if self.piece.is_part else "")
            self.pen.text((right + 3, y - UP), label, size=SMALLEST, room=end - right - 4, ink=GREY)


def _advanced(joint: Joint, slot: SlotRow) -> bool:
    if joint.pairing.advanced is not None:
        return slot.entry == joint.pairing.advanced
    return slot.is_winner


def name(pen: Pen, at: tuple[float, float, float], slot: SlotRow, label: str, size: float) -> None:
    """One slot of a pairing on its line, from left to right: seed, name and score; or who will come."""
    left, right, y = at
    if slot.player is None:
        text = _("bye") if slot.state == "bye" else label
        ink = PALE if slot.state == "bye" else GREY
        pen.text((left, y), text, size=SMALLEST, room=right - left, ink=min(ink, 0.55))
        return
    if slot.is_seeded and slot.seed is not None:
        seed = str(slot.seed)
        pen.text((left, y), seed, size=SMALLEST, ink=GREY)
        left += width(seed, SMALLEST) + 3
    if slot.score is not None and not slot.is_walkover:
        pen.text((right, y), str(slot.score), size=size, bold=slot.is_winner, align="right")
        right -= width(str(slot.score), size, slot.is_winner) + 4
    ink = GREY if slot.is_loser else 0.0
    pen.text(
        (left, y),
        slot.player.name,
        size=size,
        room=right - left,
        bold=slot.is_winner,
        ink=ink,
        is_name=True,
    )
