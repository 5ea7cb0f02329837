"""The marks on a page as values: texts, lines, boxes and QR codes. In points, from the top left corner.

Tests look at these instead of at a file; `pdf` draws them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from tournaments.printing.sheets.fonts import SMALLEST, fitted, width

Align = Literal["left", "right", "center"]
BLACK: Final = 0.0
GREY: Final = 0.42  # quiet, and still dark enough for a copier
PALE: Final = 0.78
LETTER_HEIGHT: Final = 0.73  # of the size: from the baseline to the top of a capital
LETTER_DEPTH: Final = 0.2


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    align: Align = "left"
    ink: float = BLACK

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        wide = width(self.text, self.size, self.bold)
        left = self.x - {"left": 0.0, "center": wide / 2, "right": wide}[self.align]
        top = self.y - self.size * LETTER_HEIGHT
        return left, top, left + wide, self.y + self.size * LETTER_DEPTH


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    thick: float = 0.6
    ink: float = BLACK
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A frame, or a filled box where `fill` is its lightness."""

    x: float
    y: float
    wide: float
    high: float
    fill: float | None = None
    ink: float | None = BLACK
    thick: float = 0.6


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code."""

    x: float
    y: float
    size: float
    says: str


Mark = Text | Line | Box | Code


@dataclass(frozen=True, slots=True)
class Paper:
    """The size of a sheet in points."""

    wide: float
    high: float

    @property
    def turned(self) -> "Paper":
        return Paper(self.high, self.wide)


SIZES: Final = {"a4": Paper(595.28, 841.89), "letter": Paper(612.0, 792.0)}


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle to draw in."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def bottom(self) -> float:
        return self.y + self.high


@dataclass(slots=True)
class Pen:
    """Collects marks. A text is cut to its room (only a player's name is shortened at its first name), and is never
    set smaller than can be read."""

    marks: list[Mark] = field(default_factory=list)

    def text(  # noqa: PLR0913  # so many things may be said of a text
        self,
        at: tuple[float, float],
        text: str,
        *,
        size: float = 9,
        room: float = 10_000,
        bold: bool = False,
        align: Align = "left",
        ink: float = BLACK,
        is_name: bool = False,
    ) -> None:
        size = max(size, SMALLEST)
        shown = fitted(text, size, room, bold=bold, is_name=is_name)
        if shown:
            self.marks.append(Text(at[0], at[1], shown, size, bold, align, ink))

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        thick: float = 0.6,
        ink: float = BLACK,
        dashed: bool = False,
    ) -> None:
        self.marks.append(Line(*start, *end, thick, ink, dashed))

    def box(self, area: Area, *, fill: float | None = None, ink: float | None = BLACK) -> None:
        self.marks.append(Box(area.x, area.y, area.wide, area.high, fill, ink))

    def code(self, at: tuple[float, float], size: float, says: str) -> None:
        self.marks.append(Code(*at, size, says))


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A sheet as it is printed."""

    paper: Paper
    marks: tuple[Mark, ...]

    def texts(self) -> Iterable[Text]:
        return (mark for mark in self.marks if isinstance(mark, Text))
