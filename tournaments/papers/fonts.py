"""The letters on paper: Inter, as it lies in games/fonts (Latin, Greek and Cyrillic); how wide a text is, and how it is cut.

A letter that the fonts lack is printed without its accents where that helps, else as a question mark.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

HERE: Final = Path(__file__).parents[2] / "games" / "fonts"
REGULAR: Final = "Barpoint"
BOLD: Final = "Barpoint-Bold"
CUTS: Final = {REGULAR: "Inter-Regular.ttf", BOLD: "Inter-SemiBold.ttf"}
SMALLEST: Final = 7.0  # points; nothing on any paper is smaller
MISSING: Final = "?"
MORE: Final = "…"


@cache
def face(bold: bool = False) -> TTFont:  # the key of the cache
    """A cut of the font, ready to be drawn with."""
    name = BOLD if bold else REGULAR
    font = TTFont(name, str(HERE / CUTS[name]))
    registerFont(font)
    return font


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """The text in letters that the fonts have, on one line, whatever it was.

    >>> printable("Łukasz  Ὀδυσσεύς"), printable("a\\u202eb\\n李")
    ('Łukasz Ὀδυσσεύς', 'ab ?')
    """
    known = face().face.charToGlyph
    found = []
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace():
            found.append(" ")
        elif unicodedata.category(letter)[0] == "C":
            continue
        elif ord(letter) in known:
            found.append(letter)
        else:
            bare = [c for c in unicodedata.normalize("NFKD", letter) if ord(c) in known]
            found.append("".join(c for c in bare if not unicodedata.combining(c)) or MISSING)
    return " ".join("".join(found).split())


@lru_cache(maxsize=16384)
def width(text: str, size: float, bold: bool = False) -> float:  # see face
    """In points, of a text that is printable."""
    return float(face(bold).stringWidth(text, size))


def fitted(text: str, size: float, room: float, *, bold: bool = False, is_name: bool = True) -> str:
    """The text, cut to the room (points) that it has; of a name the first one gives way before the end of the last does.

    >>> fitted("Falafel", 10, 100)
    'Falafel'
    """
    text = printable(text)
    if width(text, size, bold) <= room:
        return text
    first, _space, rest = text.partition(" ")
    short = f"{first[:1]}. {rest}"
    if is_name and rest and len(first) > 2:
        text = short
        if width(short, size, bold) <= room:
            return short
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + MORE, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + MORE if low else ""
