"""The picture of an event to share, as SVG that needs nothing else: its name, days and place; once it is over, its podium."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.font_text import readable
from games.share_image import cut_text, plain_text, wrapped_text
from tournaments.bracket.selectors.outline import outlines
from tournaments.core.date_texts import days_text
from tournaments.event.selectors.event_page import FINISHED, state_of
from tournaments.event.selectors.winners import DrawWinners, winners_of_tournament
from tournaments.models import Event, Tournament

GROUNDS = {
    "": "#0f3a2b",
    "blue": "#15355e",
    "wine": "#561a26",
    "plum": "#432049",
    "wood": "#4a3220",
    "slate": "#2a3840",
}
"""The colours of posters (static/css/tokens.css, light)."""
LEFT, ROOM, WIDE_ROOM = 64, 600, 1072
HEIGHTS = {1: 5, 2: 3, 3: 2}  # checkers under a place
SLAB, FOOT = 44, 566


@dataclass(frozen=True, slots=True)
class SharePicture:
    """An SVG and a short tag that changes with it."""

    svg: str

    @property
    def tag(self) -> str:
        return sha256(self.svg.encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the drawn podium: `x` is its left edge, `slabs` the top edges of its checkers."""

    place: int
    x: int
    slabs: tuple[int, ...]
    names: tuple[tuple[int, str], ...]
    prize: str

    @property
    def middle(self) -> int:
        return self.x + 85

    @property
    def prize_y(self) -> int:
        return self.slabs[-1] - 16


def share_picture(event: Event, tournaments: Sequence[Tournament]) -> SharePicture:
    """`tournaments` as the viewer may see them. One query before the event is over, a few after it."""
    won = _podium(event, tournaments)
    spelled = readable(event.name)
    headline = _("%(name)s wins") % {"name": readable(won.winner)} if won else spelled
    size = next((size for size in (84, 68, 54) if len(headline) * size * 0.56 < ROOM * 2), 46)
    room = ROOM if won else WIDE_ROOM - 300
    lines = wrapped_text(plain_text(headline), size, room, 3)
    under = " · ".join(filter(None, (event.place, days_text(event.starts_on, event.ends_on))))
    context = {
        "ground": GROUNDS.get(event.colour, GROUNDS[""]),
        "brow": cut_text(spelled if won else readable(under), 28, room),
        "foot": cut_text(readable(under), 26, room) if won else "",
        "lines": [(250 + number * round(size * 1.02), line) for number, line in enumerate(lines)],
        "size": size,
        "steps": _steps(won) if won else (),
        "label": headline,
    }
    return SharePicture(render_to_string("tournaments/event/share_picture.svg", context))


def _podium(event: Event, tournaments: Sequence[Tournament]) -> DrawWinners | None:
    """The first draw of the first tournament that was won, once the event is over."""
    if state_of(tournaments) != FINISHED:
        return None
    first = next((t for t in tournaments if t.champion_id is not None), None)
    if first is None:
        return None
    draws = winners_of_tournament(first, outlines([first])[first.pk])
    return draws[0] if draws else None


def _steps(won: DrawWinners) -> tuple[PodiumStep, ...]:
    steps = []
    for number, (place, rows) in enumerate(won.steps):
        height = HEIGHTS[place]
        slabs = tuple(FOOT - SLAB * (each + 1) for each in range(height))
        names = [
            line for row in rows[:2] for line in wrapped_text(readable(row.player.name), 22, 168, 2)
        ]
        base = slabs[-1] - (44 if rows[0].prize else 16)
        placed = [(base - 28 * (len(names) - 1 - n), name) for n, name in enumerate(names)]
        steps.append(PodiumStep(place, 640 + number * 178, slabs, tuple(placed), rows[0].prize))
    return tuple(steps)
