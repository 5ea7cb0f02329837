"""One position as a picture to share: an SVG that needs nothing else, and the same as PNG by resvg.

The fonts for the PNG lie in games/fonts, so it looks the same on a server without any; what they lack is written as it
sounds. In the SVG a browser takes the nearest it has. Nothing is read from outside; what people typed is text and never markup.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

from django.template.loader import render_to_string

from games.board_svg import picture
from games.font_text import CUTS
from games.font_text import FONTS as FONT_FILES

WIDTH, HEIGHT = 1200, 630
VERSION = 2  # of the drawing; part of its tag
FONTS = [str(FONT_FILES / cut) for cut in CUTS]
PATIENCE_S = 10
DRAW = """
import sys
from resvg_py import svg_to_bytes
drawing = sys.stdin.buffer.read().decode()
how = dict(skip_system_fonts=True, font_files=sys.argv[1:], font_family="Inter", sans_serif_family="Inter")
sys.stdout.buffer.write(svg_to_bytes(svg_string=drawing, **how))
"""
_one_at_a_time = BoundedSemaphore(1)
LEFT, COLUMN = 784, 376  # what is left beside the board
NARROW, WIDE = frozenset("iIljtfr.,:;'!|()[] -/1"), frozenset("mwMW@%—")


@dataclass(frozen=True, slots=True)
class PlayerBlock:
    """A player's lines: `y` of the name's baseline; `size` makes the name fit."""

    kind: str
    name: str
    size: int
    score: int
    facts: str
    y: int

    @property
    def tab_y(self) -> int:
        return self.y - 44

    @property
    def tab_width(self) -> int:
        return 64 if self.score < 100 else 96

    @property
    def score_x(self) -> int:
        return LEFT + self.tab_width // 2

    @property
    def name_x(self) -> int:
        return LEFT + self.tab_width + 16

    @property
    def name_y(self) -> int:
        return self.y - 14

    @property
    def facts_y(self) -> int:
        return self.y + 14


def svg(shown: Mapping[str, Any], heading: Sequence[str], players: Sequence[PlayerBlock]) -> str:
    """The picture of a step (games.selectors.review.board_view) beside its score. `heading`: title, subtitle, what happened, foot."""
    title, subtitle, sentence, foot = (plain_text(text) for text in heading)
    context = {
        "picture": picture(shown),
        "title": cut_text(title, 26, COLUMN),
        "subtitle": cut_text(subtitle, 20, COLUMN),
        "sentence_lines": list(_placed(wrapped_text(sentence, 24, COLUMN, 4), 286, 34)),
        "foot": foot,
        "players": players,
        "label": sentence,
    }
    return render_to_string("games/share_image.svg", context)


def player(kind: str, name: str, score: int, facts: str, y: int) -> PlayerBlock:
    """A player with a name that fits beside their score, smaller if need be."""
    clean = plain_text(name)
    room = COLUMN - (80 if score < 100 else 112)
    size = next((size for size in (34, 28, 24) if _width(clean, size) <= room), 24)
    return PlayerBlock(kind, cut_text(clean, size, room), size, score, facts, y)


class DrawingError(Exception):
    """The machine was too busy for a picture; asked again later it may be there."""


def png(drawing: str) -> bytes:
    """The drawing at its own size; knows only the fonts named here, so its texts are `readable`. Raises DrawingError.

    In a process of its own, one at a time: the library keeps the interpreter to itself while it draws, and in the
    one-process shape the live tables share it.
    """
    if not _one_at_a_time.acquire(timeout=PATIENCE_S):
        raise DrawingError
    try:
        command = [sys.executable, "-I", "-c", DRAW, *FONTS]
        done = subprocess.run(  # noqa: S603 our own words; the drawing comes by standard input
            command, input=drawing.encode(), capture_output=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise DrawingError from error
    finally:
        _one_at_a_time.release()
    return done.stdout


def _placed(lines: Sequence[str], first_y: int, step: int) -> list[tuple[int, str]]:
    return [(first_y + step * i, line) for i, line in enumerate(lines)]


def plain_text(text: str) -> str:
    """Without what XML forbids or what turns the direction of writing."""
    return "".join(letter for letter in text if letter.isprintable())


def _width(text: str, size: int) -> float:
    """About how wide a text is: enough to cut it, no measure of the font."""
    each = (0.34 if c in NARROW else 0.9 if c in WIDE or ord(c) > 0x2E80 else 0.61 for c in text)
    return size * sum(each)


def cut_text(text: str, size: int, room: float) -> str:
    """The text, cut with … where it is wider than the room, in units of the drawing."""
    if _width(text, size) <= room:
        return text
    while text and _width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped_text(text: str, size: int, room: float, most: int) -> list[str]:
    """The text in lines; the last is cut where there is more."""
    lines: list[str] = []
    for word in text.split():
        if lines and _width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        elif len(lines) == most:
            lines[-1] = cut_text(f"{lines[-1]} {word}", size, room)
            break
        else:
            lines.append(cut_text(word, size, room))
    return lines
