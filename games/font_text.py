"""Text in letters that a font has: what it cannot draw is written as it sounds, so that anybody can call a name out.

The same for all that is drawn here and not by a browser: papers and shared pictures (fonts: games/fonts). Vowels that
a script leaves out stay out, and Chinese characters are read as in Mandarin, whoever bears them.
"""

import unicodedata
from collections.abc import Container, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from anyascii import anyascii
from reportlab.pdfbase.ttfonts import TTFontFile

FONTS: Final = Path(__file__).parent / "fonts"
CUTS: Final = ("Inter-Regular.ttf", "Inter-SemiBold.ttf")  # with the same letters
MISSING: Final = "?"


@cache
def letters() -> frozenset[int]:
    """The code points that our fonts draw."""
    return frozenset(TTFontFile(str(FONTS / CUTS[0])).charToGlyph)


def readable(text: str, drawable: Container[int] | None = None) -> str:
    """The text on one line in letters that are known (code points; those of our fonts, if none are given).

    >>> readable("Łukasz  Ὀδυσσεύς"), readable("გიორგი მელაძე"), readable("a\\u202eb\\n李明")
    ('Łukasz Οδυσσεύς', 'Giorgi Meladze', 'ab LiMing')
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    clean = (c for c in unicodedata.normalize("NFC", spaced) if unicodedata.category(c)[0] != "C")
    line = "".join(clean)
    if not line.isascii():
        drawable = letters() if drawable is None else drawable
        line = " ".join("".join(_runs(word, drawable)) for word in line.split())
    return " ".join(line.split())


def _runs(word: str, drawable: Container[int]) -> Iterator[str]:
    """The word in pieces: as it is where the font has the letters, transcribed where not."""
    is_first = True
    for is_drawable, letters_run in groupby(word, key=lambda letter: ord(letter) in drawable):
        piece = "".join(letters_run)
        if not is_drawable:
            piece = _bare(piece, drawable) or _sounded(piece, starts=is_first)
        yield piece
        is_first = False


def _bare(piece: str, drawable: Container[int]) -> str:
    """The same letters without the accents that the font lacks; nothing if that is not enough."""
    parts = unicodedata.normalize("NFKD", piece)
    bare = "".join(c for c in parts if not unicodedata.combining(c))
    return bare if all(ord(c) in drawable for c in bare) else ""


def _sounded(piece: str, *, starts: bool) -> str:
    """As it sounds; a word whose script has no capitals, or uses none, begins with one."""
    sounded = anyascii(piece).replace("`", "'") or MISSING
    if starts and piece[0].isalpha() and not any(c.isupper() for c in sounded[:2]):
        at = next((n for n, c in enumerate(sounded) if c.isalpha()), len(sounded))
        sounded = sounded[:at] + sounded[at:][:1].upper() + sounded[at + 1 :]
    return sounded
