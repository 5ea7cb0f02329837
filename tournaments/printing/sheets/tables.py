"""Tables on paper: columns as wide as their content, on as many sheets as needed, with the heads on each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.printing.sheets.fonts import printable, width
from tournaments.printing.sheets.frame import Sheet, area
from tournaments.printing.sheets.primitives import GREY, PALE, Align, Area, Paper, Pen

PAD: Final = 5.0
TITLE: Final = 22.0
LEAST: Final = 26.0


class Strong(str):
    """A cell's text, printed bold."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """`grows` is its share of the remaining room; `least` is its minimum width (points); `of_names`: its texts are
    players' names and are shortened as such."""

    head: str
    align: Align = "left"
    grows: float = 0.0
    least: float = 0.0
    bold: bool = False
    of_names: bool = False


@dataclass(frozen=True, slots=True)
class PaperTable:
    """`rows` are texts; `total` is set apart below. `size` and `pitch` (of a row) are points."""

    title: str
    columns: tuple[PaperColumn, ...]
    rows: Sequence[Sequence[str]]
    total: Sequence[str] = ()
    size: float = 9.5
    pitch: float = 17.0
    note: str = field(default="")


def table_sheets(
    paper: Paper, title: str, tables: Sequence[PaperTable], *, beside: int = 1
) -> list[Sheet]:
    """The tables below each other; `beside`: in so many columns on a sheet."""
    setting = _Setting(paper, title, beside)
    for table in tables:
        setting.table(table)
    return setting.sheets()


class _Setting:
    def __init__(self, paper: Paper, title: str, beside: int) -> None:
        self.paper, self.title, self.beside = paper, title, beside
        whole, gutter = area(paper), 18.0
        wide = (whole.wide - gutter * (beside - 1)) / beside
        self.places = [
            Area(whole.x + n * (wide + gutter), whole.y, wide, whole.high) for n in range(beside)
        ]
        self.done: list[Pen] = []
        self.place = beside - 1
        self.y = self.places[0].bottom + 1

    def sheets(self) -> list[Sheet]:
        return [Sheet(self.paper, self.title, tuple(pen.marks)) for pen in self.done]

    def table(self, table: PaperTable) -> None:
        widths = _widths(table, self.places[0].wide)
        rows = list(table.rows) + ([table.total] if table.total else [])
        at = 0
        while at < len(rows) or at == 0:
            head = table.pitch + (TITLE if table.title else 0) + (12 if table.note else 0)
            fit = int((self.places[0].bottom - self.y - head) / table.pitch)
            if fit < min(3, len(rows) - at):
                self._turn()
                continue
            self._head(table, widths, again=at > 0)
            for row in rows[at : at + fit]:
                self._row(table, widths, row, is_total=bool(table.total) and row is rows[-1])
            at += max(fit, 1)
            self.y += 14

    def _turn(self) -> None:
        """Move to the next column, or the next sheet."""
        self.place += 1
        if self.place == self.beside:
            self.place = 0
            self.done.append(Pen())
        self.y = self.places[self.place].y

    @property
    def pen(self) -> Pen:
        return self.done[-1]

    def _head(self, table: PaperTable, widths: Sequence[float], *, again: bool) -> None:
        here = self.places[self.place]
        if table.title:
            title = table.title if not again else f"{table.title} …"
            self.pen.text((here.x, self.y + 14), title, size=11, room=here.wide, bold=True)
            self.y += TITLE
        if table.note:
            self.pen.text((here.x, self.y + 6), table.note, size=8, room=here.wide, ink=GREY)
            self.y += 12
        x = here.x
        for column, wide in zip(table.columns, widths, strict=True):
            _cell(
                self.pen, column, (x, self.y + table.pitch - 5), wide, column.head, 7.5, head=True
            )
            x += wide
        self.y += table.pitch
        self.pen.line((here.x, self.y), (here.right, self.y), thick=0.9)

    def _row(
        self, table: PaperTable, widths: Sequence[float], row: Sequence[str], *, is_total: bool
    ) -> None:
        here = self.places[self.place]
        x, baseline = here.x, self.y + table.pitch / 2 + table.size * 0.36
        if is_total:
            self.pen.line((here.x, self.y), (here.right, self.y), thick=0.9)
        for column, wide, text in zip(table.columns, widths, row, strict=True):
            bold = column.bold or is_total
            _cell(self.pen, column, (x, baseline), wide, text, table.size, bold=bold)
            x += wide
        self.y += table.pitch
        self.pen.line((here.x, self.y), (here.right, self.y), thick=0.35, ink=PALE)


def _cell(  # noqa: PLR0913  # see Pen.text
    pen: Pen, column: PaperColumn, at: tuple[float, float], wide: float, text: str, size: float, *,
    bold: bool = False, head: bool = False,
) -> None:  # fmt: skip
    x, y = at
    at_x = {"left": x + PAD / 2, "center": x + wide / 2, "right": x + wide - PAD / 2}[column.align]
    ink = GREY if head else 0.0
    pen.text(
        (at_x, y),
        text,
        size=size,
        room=wide - PAD,
        bold=bold or isinstance(text, Strong),
        align=column.align,
        ink=ink,
        is_name=column.of_names and not head,
    )


def _widths(table: PaperTable, room: float) -> list[float]:
    """The width of each column; growing columns share the remaining room, and shrink where there is none."""
    needs = []
    for n, column in enumerate(table.columns):
        shown = [printable(row[n]) for row in table.rows] + (
            [printable(table.total[n])] if table.total else []
        )
        widest = max(
            (width(t, table.size, bool(table.total) or column.bold) for t in shown), default=0.0
        )
        head = width(printable(column.head), 7.5)
        needs.append(max(widest, head, column.least) + PAD + 1)
    left = room - sum(needs)
    if left >= 0:
        return _grown(needs, [column.grows for column in table.columns], left)
    give = [
        max(n - max(LEAST, c.least), 0) if c.grows else 0
        for n, c in zip(needs, table.columns, strict=True)
    ]
    share = min(1.0, -left / sum(give)) if sum(give) else 0.0
    needs = [n - g * share for n, g in zip(needs, give, strict=True)]
    over = max(sum(needs) / room, 1.0)
    return [n / over for n in needs]


def _grown(needs: Sequence[float], grows: Sequence[float], left: float) -> list[float]:
    """Growing columns become equally wide, if none of them needs more than that."""
    if not sum(grows):
        return list(needs)
    room = left + sum(need for need, grow in zip(needs, grows, strict=True) if grow)
    unit = room / sum(grows)
    if all(need <= unit * grow for need, grow in zip(needs, grows, strict=True) if grow):
        return [unit * grow or need for need, grow in zip(needs, grows, strict=True)]
    return [need + left * grow / sum(grows) for need, grow in zip(needs, grows, strict=True)]
