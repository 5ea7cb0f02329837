"""Pages as a PDF: the same pages give the same bytes, and the letters that they use are embedded."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

import segno
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.sheets.fonts import BOLD, REGULAR, face, printable
from tournaments.printing.sheets.primitives import Box, Code, Line, PrintedPage, Text


def pdf(pages: Sequence[PrintedPage], title: str) -> bytes:
    """The bytes of the file."""
    face(bold=False), face(bold=True)  # registers both with the library
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=True, pageCompression=1)
    canvas.setTitle(printable(title))
    canvas.setCreator("Barpoint")
    for page in pages:
        canvas.setPageSize((page.paper.wide, page.paper.high))
        canvas.setLineCap(1)
        for mark in page.marks:
            _draw(canvas, mark, page.paper.high)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Canvas, mark: Text | Line | Box | Code, high: float) -> None:
    match mark:
        case Text():
            _text(canvas, mark, high)
        case Line():
            canvas.setLineWidth(mark.thick)
            canvas.setStrokeGray(mark.ink)
            canvas.setDash([3, 3] if mark.dashed else [])
            canvas.line(mark.x1, high - mark.y1, mark.x2, high - mark.y2)
        case Box():
            _box(canvas, mark, high)
        case Code():
            _code(canvas, mark, high)


def _text(canvas: Canvas, mark: Text, high: float) -> None:
    canvas.setFont(BOLD if mark.bold else REGULAR, mark.size)
    canvas.setFillGray(mark.ink)
    left = mark.box()[0]
    canvas.drawString(left, high - mark.y, mark.text)


def _box(canvas: Canvas, mark: Box, high: float) -> None:
    canvas.setDash([])
    if mark.fill is not None:
        canvas.setFillGray(mark.fill)
    if mark.ink is not None:
        canvas.setStrokeGray(mark.ink)
        canvas.setLineWidth(mark.thick)
    canvas.rect(
        mark.x, high - mark.y - mark.high, mark.wide, mark.high,
        stroke=int(mark.ink is not None), fill=int(mark.fill is not None),
    )  # fmt: skip


@lru_cache(maxsize=512)
def _modules(says: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The width of the code in modules, and its dark runs: row, first, length."""
    rows = [list(row) for row in segno.make(says, error="m", micro=False).matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                runs.append((y, x, end - x))
            x = end + 1
    return len(rows), tuple(runs)


def _code(canvas: Canvas, mark: Code, high: float) -> None:
    count, runs = _modules(mark.says)
    module = mark.size / count
    canvas.setFillGray(0)
    path = canvas.beginPath()
    for y, x, long in runs:
        path.rect(mark.x + x * module, high - mark.y - (y + 1) * module, long * module, module)
    canvas.drawPath(path, stroke=0, fill=1)
