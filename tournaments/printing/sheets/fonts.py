"""The font of the papers: Inter from games/fonts (Latin, Greek and Cyrillic); how wide a text is, and how it is
shortened.

Letters that the fonts lack are transliterated (games.font_text), as on shared pictures.
"""

from functools import cache, lru_cache
from typing import Final

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from games.font_text import CUTS, FONTS, readable

REGULAR: Final = "Barpoint"
BOLD: Final = "Barpoint-Bold"
SMALLEST: Final = 7.0  # points; nothing on any paper is smaller
MORE: Final = "…"


@cache
def face(bold: bool = False) -> TTFont:  # the key of the cache
    """A cut of the font, registered with the PDF library."""
    name = BOLD if bold else REGULAR
    font = TTFont(name, str(FONTS / CUTS[bold]))
    registerFont(font)
    return font


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """The text in letters that the fonts have, on one line.

    >>> printable("Łukasz  Ὀδυσσεύς"), printable("a\\u202eb\\n李")
    ('Łukasz Οδυσσεύς', 'ab Li')
    """
    return readable(text, face().face.charToGlyph)


@lru_cache(maxsize=16384)
def width(text: str, size: float, bold: bool = False) -> float:  # see face
    """The width of a printable text in points."""
    return float(face(bold).stringWidth(text, size))


def fitted(text: str, size: float, room: float, *, bold: bool = False, is_name: bool = True) -> str:
    """The text, shortened to the room (points) that it has; of a name the first name is shortened before the last
    name.

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
