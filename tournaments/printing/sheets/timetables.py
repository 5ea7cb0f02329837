"""A timetable to hang up: days with their hours, in large letters, and the announcements below."""

from collections.abc import Sequence
from typing import Final, Protocol

from django.utils.translation import gettext as _

from tournaments.printing.sheets.fonts import printable, width
from tournaments.printing.sheets.frame import Sheet, area
from tournaments.printing.sheets.primitives import GREY, PALE, Paper, Pen

HOURS: Final = 92.0
NOTES: Final = 96.0
DAY: Final = 34.0
LINE: Final = 30.0
WORDS: Final = 15.0  # points of a line of an announcement
HANGING: Final = 14.0


class DayText(Protocol):
    """A day's title and its lines: hour, subject, facts and a note."""

    @property
    def title(self) -> str: ...
    @property
    def lines(self) -> Sequence[tuple[str, str, str, str]]: ...


def timetable_sheets(
    paper: Paper, title: str, days: Sequence[DayText], announcements: Sequence[str]
) -> list[Sheet]:
    """As many sheets as needed; none where there is nothing to print."""
    flow = _Flow(paper)
    for day in days:
        flow.day(day)
    if announcements:
        flow.announced(announcements)
    return [Sheet(paper, title, tuple(pen.marks)) for pen in flow.done]


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The text in lines of that width (points); a word that is wider stands alone and is cut when it is set."""
    lines: list[str] = []
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class _Flow:
    def __init__(self, paper: Paper) -> None:
        self.free = area(paper)
        self.done: list[Pen] = []
        self.y = self.free.bottom + 1

    def _needs(self, high: float) -> bool:
        """Make room of that height, on a new sheet if necessary (then True)."""
        if self.y + high <= self.free.bottom:
            return False
        self.done.append(Pen())
        self.y = self.free.y
        return True

    def _title(self, text: str) -> None:
        at = (self.free.x, self.y + 20)
        self.done[-1].text(at, text, size=13, room=self.free.wide, bold=True)
        self.y += DAY - 8
        self.done[-1].line((self.free.x, self.y), (self.free.right, self.y), thick=0.9)
        self.y += 2

    def day(self, day: DayText) -> None:
        title = day.title or _("Time not set")
        self._needs(DAY + LINE)
        self._title(title)
        for line in day.lines:
            if self._needs(LINE):
                self._title(f"{title} …")
            self._line(line)
        self.y += 8

    def _line(self, line: tuple[str, str, str, str]) -> None:
        hour, what, facts, note = line
        pen, free = self.done[-1], self.free
        if hour:
            pen.text((free.x, self.y + 15), hour, size=12, room=HOURS - 10)
        else:
            pen.line((free.x, self.y + 20), (free.x + HOURS - 18, self.y + 20), ink=GREY)
        room = free.wide - HOURS - NOTES - 8
        at = free.x + HOURS
        pen.text((at, self.y + 13), what, size=11.5, room=room, bold=True)
        pen.text((at, self.y + 24), facts, size=8.5, room=room, ink=GREY)
        pen.text((free.right, self.y + 15), note, size=10, room=NOTES, align="right")
        self.y += LINE
        pen.line((free.x, self.y - 1), (free.right, self.y - 1), thick=0.35, ink=PALE)

    def announced(self, announcements: Sequence[str]) -> None:
        paragraphs = [wrapped(text, 10, self.free.wide - HANGING) for text in announcements]
        self._needs(DAY + WORDS * len(paragraphs[0]))
        self._title(_("Announcements"))
        for lines in paragraphs:
            self._needs(WORDS * len(lines) + 4)
            self.done[-1].text((self.free.x + 2, self.y + 14), "•", size=10)
            for line in lines:
                at = (self.free.x + HANGING, self.y + 14)
                room = self.free.wide - HANGING
                self.done[-1].text(at, line, size=10, room=room)
                self.y += WORDS
            self.y += 4
