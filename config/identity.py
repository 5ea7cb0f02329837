"""Whose site this is: its name, logo and accent colour, who runs it, and where that is said. Settings only (web/site_identity.py)."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from config.accent import is_dark_enough, stylesheet
from config.env import BASE_DIR, link, wrong

PICTURES = {".svg": "image/svg+xml", ".png": "image/png"}
LARGEST_PICTURE, LARGEST_TEXT = 512 * 1024, 100 * 1024


@dataclass(frozen=True, slots=True)
class SitePicture:
    """A picture as it was when the site started."""

    data: bytes
    content_type: str


def line(name: str, *, default: str, most: int) -> str:
    """A text of one line."""
    value = os.environ.get(name, "").strip() or default
    if not value.isprintable():
        raise wrong(name, "is not one line of text", default or "Backgammon Club Example")
    if len(value) > most:
        raise wrong(name, f"has more than {most} characters", default or "Backgammon Club Example")
    return value


def accent(name: str) -> str:
    """A colour like #0a6244 that text on light paper can be read in; empty where it is not set."""
    value = os.environ.get(name, "").strip().lower()
    if value and not re.fullmatch("#[0-9a-f]{6}", value):
        raise wrong(name, "is not a colour", "#0a6244")
    if value and not is_dark_enough(value):
        raise wrong(name, "is too light for text on paper (contrast 4.5 : 1)", "#0a6244")
    return value


def contact(name: str) -> str:
    """mailto:… or https://…; empty where it is not set."""
    value = os.environ.get(name, "").strip()
    if value and not (re.fullmatch(r"mailto:[^\s@?]+@[^\s@?]+", value) or link(value)):
        raise wrong(name, "is neither a mailto: nor an https: address", "mailto:desk@example.org")
    return value


def picture(name: str) -> SitePicture | None:
    """An SVG or PNG file; None where it is not set."""
    value = os.environ.get(name, "").strip()
    if not value:
        return None
    path = BASE_DIR / value
    kind = PICTURES.get(path.suffix.lower())
    try:
        data = _start_of(path) if kind else b""
    except OSError:
        kind, data = None, b""
    if kind is None:
        raise wrong(name, "is not an SVG or PNG file that can be read", "var/logo.png")
    if len(data) > LARGEST_PICTURE:
        raise wrong(name, "is larger than 512 kB", "var/logo.png")
    return SitePicture(data, kind)


def _start_of(path: Path) -> bytes:
    """A file, or of a larger one as much as shows that it is too large."""
    with path.open("rb") as file:
        return file.read(LARGEST_PICTURE + 1)


def link_or_text(name: str) -> str:
    """An http(s) address, or the words of a text file in UTF-8; empty where it is not set."""
    value = os.environ.get(name, "").strip()
    if not value or link(value):
        return value
    try:
        path = BASE_DIR / value
        if path.stat().st_size > LARGEST_TEXT:
            raise wrong(name, "is larger than 100 kB", f"var/{name.lower()}.txt")
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        raise wrong(
            name, "is neither an address nor a text file", f"var/{name.lower()}.txt"
        ) from None


SITE_NAME: str = line("SITE_NAME", default="Barpoint", most=30)
SITE_LOGO: SitePicture | None = picture("SITE_LOGO")
SITE_ACCENT: str = accent("SITE_ACCENT")
SITE_THEME: str = stylesheet(SITE_ACCENT) if SITE_ACCENT else ""
OPERATOR: str = line("OPERATOR", default="", most=200)
CONTACT: str = contact("CONTACT")
IMPRINT: str = link_or_text("IMPRINT")
HOUSE_RULES: str = link_or_text("HOUSE_RULES")
