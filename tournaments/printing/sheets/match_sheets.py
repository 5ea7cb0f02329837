"""A sheet for one match: game by game for the players, or clocks, rulings and notes for the monitor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.length_texts import length_text
from tournaments.printing.sheets.fonts import fitted, printable, width
from tournaments.printing.sheets.frame import Sheet, area
from tournaments.printing.sheets.primitives import GREY, Area, Paper, Pen

MOST_GAMES: Final = 25
ROW: Final = 20.0
HEAD: Final = 8.0


@dataclass(frozen=True, slots=True)
class MatchText:
    """The players, table, length and clock of a match. `table` is empty when none is assigned, None when it needs
    none."""

    title: str
    names: tuple[str, str]
    length: int
    table: str | None
    clock: str
    is_session: bool = False


def score_sheets(paper: Paper, matches: Sequence[MatchText], *, crawford: bool) -> list[Sheet]:
    """Game by game: cube, points, the score after it, and a mark for the Crawford game."""
    return [_sheet(paper, match, _score, crawford=crawford) for match in matches]


def monitor_sheets(paper: Paper, matches: Sequence[MatchText]) -> list[Sheet]:
    """Times with clocks and score, rulings with their times, and notes."""
    return [_sheet(paper, match, _watched) for match in matches]


def _sheet(paper: Paper, match: MatchText, draw: object, **how: bool) -> Sheet:
    pen, free = Pen(), area(paper)
    y = _who(pen, free, match)
    draw(pen, Area(free.x, y, free.wide, free.bottom - y), match, **how)  # type: ignore[operator]  # one of the two below
    return Sheet(paper, match.title, tuple(pen.marks))


def _who(pen: Pen, free: Area, match: MatchText) -> float:
    """Both players, and the terms."""
    half = free.wide / 2
    for n, who in enumerate(match.names):
        pen.text(
            (free.x + n * half, free.y + 18), who, size=14, bold=True, room=half - 12, is_name=True
        )
    facts = (
        []
        if match.table is None
        else [pgettext("furniture", "Table %(n)s") % {"n": match.table or "____"}]
    )
    facts += [_length(match)]
    facts += [match.clock] if match.clock else []
    pen.text((free.x, free.y + 36), " · ".join(facts), size=9, room=free.wide, ink=GREY)
    return free.y + 50


def _length(match: MatchText) -> str:
    if match.is_session:
        return length_text(match.length, is_session=True)
    return _("Match to %(n)s") % {"n": match.length}


def _score(pen: Pen, free: Area, match: MatchText, *, crawford: bool) -> None:
    first, second = (_short(who, free.wide * (0.16 if crawford else 0.18)) for who in match.names)
    heads = [_("Game"), _("Cube"), _("Winner"), pgettext("score", "Points"), first, second]
    parts = [0.1, 0.12, 0.3, 0.12, 0.18, 0.18]
    if crawford:
        heads.insert(1, _("Crawford"))
        parts = [0.09, 0.11, 0.11, 0.26, 0.11, 0.16, 0.16]
    most = 2 * match.length - 1 + (2 if match.length > 1 else 0)
    games = min(MOST_GAMES, match.length if match.is_session else most)
    rows = [[str(n)] for n in range(1, games + 1)]
    bottom = _ruled(pen, free, (heads, parts), rows)
    pen.text((free.x, bottom + 24), _("Final score"), size=10, bold=True)
    for n, who in enumerate(match.names):
        x = free.x + free.wide * (0.3 + 0.35 * n)
        pen.text((x, bottom + 24), who, size=10, room=free.wide * 0.2, is_name=True)
        pen.box(Area(x + free.wide * 0.22, bottom + 8, 46, 24))
    _signed(pen, free, bottom + 70)


def _watched(pen: Pen, free: Area, match: MatchText) -> None:
    # Translators: the head of a narrow column for the clock times of one player.
    clock = _("Clock: %(name)s")
    room = free.wide * 0.2 - width(printable(clock % {"name": ""}), HEAD)
    first, second = (clock % {"name": _short(who, room)} for who in match.names)
    heads = [pgettext("time of day", "Time"), first, second, _("Score"), _("Remark")]
    bottom = _ruled(pen, free, (heads, [0.1, 0.2, 0.2, 0.14, 0.36]), [[] for _n in range(10)])
    heads = [pgettext("time of day", "Time"), _("Ruling"), _("Ruling made by")]
    at = Area(free.x, bottom + 16, free.wide, free.high)
    bottom = _ruled(pen, at, (heads, [0.1, 0.65, 0.25]), [[] for _n in range(5)])
    pen.text((free.x, bottom + 22), _("Notes"), size=10, bold=True)
    y = bottom + 44
    while y < free.bottom - 46:
        pen.line((free.x, y), (free.right, y), thick=0.4, ink=GREY)
        y += 20
    pen.line((free.x, free.bottom - 12), (free.x + free.wide * 0.45, free.bottom - 12), thick=0.5)
    pen.text((free.x, free.bottom - 2), pgettext("person", "Monitor"), size=8, ink=GREY)


def _short(who: str, room: float) -> str:
    """A name for the head of a column of that width."""
    return fitted(who, HEAD, room - 6, is_name=True)


def _ruled(
    pen: Pen, free: Area, columns: tuple[list[str], list[float]], rows: Sequence[Sequence[str]]
) -> float:
    """Draws a grid to write into; returns its bottom."""
    heads, parts = columns[0], _wide_enough(*columns, free.wide)
    edges = [free.x + free.wide * sum(parts[:n]) for n in range(len(parts))]
    pitch = min(ROW, (free.high - 110) / (len(rows) + 1)) if len(rows) > 12 else ROW
    for x, head, part in zip(edges, heads, parts, strict=True):
        pen.text((x + 3, free.y + pitch - 6), head, size=HEAD, room=free.wide * part - 6, ink=GREY)
    top, bottom = free.y + pitch, free.y + pitch * (len(rows) + 1)
    for n, row in enumerate(rows):
        for x, text in zip(edges, row, strict=False):
            pen.text((x + 3, top + (n + 1) * pitch - 6), text, size=9)
        pen.line((free.x, top + n * pitch), (free.right, top + n * pitch), thick=0.45)
    pen.line((free.x, bottom), (free.right, bottom), thick=0.45)
    for x in (*edges, free.right):
        pen.line((x, top), (x, bottom), thick=0.45)
    return bottom


def _wide_enough(heads: Sequence[str], parts: Sequence[float], wide: float) -> list[float]:
    """Parts of the width that show each head in full: what a column lacks is taken from the widest column."""
    enough = [
        max(part, (width(printable(head), HEAD) + 6) / wide)
        for head, part in zip(heads, parts, strict=True)
    ]
    widest = enough.index(max(enough))
    enough[widest] -= sum(enough) - sum(parts)
    return enough


def _signed(pen: Pen, free: Area, y: float) -> None:
    half = free.wide / 2 - 10
    for x in (free.x, free.x + half + 20):
        pen.line((x, y), (x + half, y), thick=0.5)
        pen.text((x, y + 11), _("Signature"), size=8, ink=GREY)
