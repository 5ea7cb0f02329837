"""Grids of all against all, to fill in, and cross-tables round by round; wide ones on several sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.printing.sheets.fonts import SMALLEST, printable, width
from tournaments.printing.sheets.frame import Sheet, area
from tournaments.printing.sheets.primitives import GREY, Area, Paper, Pen

TITLE: Final = 20.0
HEADS: Final = 16.0
LEAST_CELL: Final = 19.0
LARGEST_CELL: Final = 52.0
LEAST_ROW: Final = 15.0
LARGEST_ROW: Final = 30.0
NUMBER: Final = 22.0
SUM: Final = 34.0  # points of a column with a sum
APART: Final = 16.0
SHADE: Final = 0.85


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line: the player, their results cell by cell (None where they would meet themselves), and the sums. The cells
    of others refer to the player by `number`."""

    name: str
    cells: tuple[str | None, ...]
    sums: tuple[str, ...]
    number: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """`heads` stand above the cells, `sum_heads` above the sums."""

    title: str
    heads: tuple[str, ...]
    sum_heads: tuple[str, ...]
    rows: tuple[GridRow, ...]


def grid_sheets(paper: Paper, title: str, grids: Sequence[Grid]) -> list[Sheet]:
    """Small grids below each other; a grid that is too wide or too long continues on more sheets, with the names on
    each."""
    cells = max((len(grid.heads) for grid in grids), default=0)
    lies = cells * 30 > area(paper).wide - 230
    paper = paper.turned if lies else paper
    setting = _Setting(paper, title)
    for grid in grids:
        for part in _parts(grid, area(paper)):
            setting.grid(part)
    return [Sheet(paper, title, tuple(pen.marks)) for pen in setting.done]


def _names_wide(grid: Grid, free: Area) -> float:
    """The width of the names: what they need, at least a third, and all that full cells leave."""
    widest = max((width(printable(row.name), 9.5) for row in grid.rows), default=0)
    left = free.wide - SUM * len(grid.sum_heads) - LARGEST_CELL * len(grid.heads)
    return min(widest + NUMBER + 10, max(free.wide * 0.3, left))


def _parts(grid: Grid, free: Area) -> Iterator[Grid]:
    """The parts of a grid that fit on a sheet each; the sums stand beside the last columns."""
    room = free.wide - _names_wide(grid, free) - SUM * len(grid.sum_heads)
    least = LEAST_CELL
    texts = {cell for row in grid.rows for cell in row.cells if cell}
    if texts:
        least = max(least, max(width(printable(text), SMALLEST) for text in texts) + 5)
    across = max(int(room / least), 1)
    down = int((free.high - TITLE - HEADS) / LEAST_ROW)
    columns = range(0, max(len(grid.heads), 1), across)
    lines = range(0, max(len(grid.rows), 1), down)
    for y in lines:
        for x in columns:
            is_last = x + across >= len(grid.heads)
            rows = tuple(
                GridRow(
                    row.name, row.cells[x : x + across], row.sums if is_last else (), row.number
                )
                for row in grid.rows[y : y + down]
            )
            title = grid.title
            if len(columns) * len(lines) > 1:
                title = (
                    f"{title} {grid.heads[x]}–{grid.heads[min(x + across, len(grid.heads)) - 1]}"
                )
            heads = grid.heads[x : x + across]
            yield Grid(title.strip(), heads, grid.sum_heads if is_last else (), rows)


class _Setting:
    def __init__(self, paper: Paper, title: str) -> None:
        self.free = area(paper)
        self.done: list[Pen] = []
        self.y = self.free.bottom + 1

    def grid(self, grid: Grid) -> None:
        rows = max(len(grid.rows), 1)
        wanted = TITLE + HEADS + rows * LEAST_ROW
        if self.y + wanted > self.free.bottom:
            self.done.append(Pen())
            self.y = self.free.y
        high = min(
            LARGEST_ROW if rows <= 8 else 22, (self.free.bottom - self.y - TITLE - HEADS) / rows
        )
        self._draw(grid, max(high, LEAST_ROW))

    def _draw(self, grid: Grid, high: float) -> None:
        pen, free = self.done[-1], self.free
        names = _names_wide(grid, free)
        room = free.wide - names - SUM * len(grid.sum_heads)
        cell = min(LARGEST_CELL, room / max(len(grid.heads), 1))
        if grid.title:
            pen.text((free.x, self.y + 13), grid.title, size=11, bold=True, room=free.wide)
            self.y += TITLE
        left, sums = free.x + names, free.x + names + cell * len(grid.heads)
        right = sums + SUM * len(grid.sum_heads)
        for n, head in enumerate(grid.heads):
            at = (left + (n + 0.5) * cell, self.y + 11)
            pen.text(at, head, size=8, room=cell - 2, align="center", ink=GREY)
        for n, head in enumerate(grid.sum_heads):
            at = (sums + (n + 0.5) * SUM, self.y + 11)
            pen.text(at, head, size=8, room=SUM - 3, align="center", ink=GREY)
        top = self.y + HEADS
        size = min(9.5, high * 0.58)
        for row in grid.rows:
            self.y = self._row(pen, row, (top, high), (left, cell), size)
            top += high
        bottom = top
        top -= high * len(grid.rows)
        for x in (free.x, *(left + n * cell for n in range(len(grid.heads))), sums, *(
            sums + (n + 1) * SUM for n in range(len(grid.sum_heads))
        )):  # fmt: skip
            pen.line((x, top), (x, bottom), thick=0.45)
        for n in range(len(grid.rows) + 1):
            pen.line((free.x, top + n * high), (right, top + n * high), thick=0.45)
        self.y = bottom + APART

    def _row(
        self, pen: Pen, row: GridRow, down: tuple[float, float], across: tuple[float, float],
        size: float,
    ) -> float:  # fmt: skip
        (top, high), (left, cell) = down, across
        baseline = top + high / 2 + size * 0.36
        begins = self.free.x + 4
        if row.number:
            edge = (begins + NUMBER - 6, baseline)
            pen.text(edge, row.number, size=size, align="right", ink=GREY)
            begins += NUMBER
        pen.text((begins, baseline), row.name, size=size, room=left - begins - 4, is_name=True)
        for n, text in enumerate(row.cells):
            x = left + n * cell
            if text is None:
                pen.box(Area(x, top, cell, high), fill=SHADE, ink=None)
            elif text:
                pen.text(
                    (x + cell / 2, baseline), text, size=min(size, 9), room=cell - 2, align="center"
                )
        after = left + cell * len(row.cells)
        for n, text in enumerate(row.sums):
            at = (after + (n + 0.5) * SUM, baseline)
            pen.text(at, text, size=size, room=SUM - 4, align="center", bold=True)
        return top + high
