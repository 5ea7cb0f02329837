"""Names folded for searching: Lefèvre is found by "lefevre", Ødegård by "odegard", Yılmaz by "yilmaz"."""

import unicodedata
from typing import Final

# Letters that Unicode does not take apart into a letter and its marks, after `casefold`.
LETTERS: Final = str.maketrans(
    {
        "ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th",
        "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k", "ə": "e", "’": "'", "‘": "'", "ʼ": "'",
        "‐": "-", "‑": "-", "–": "-",
    }
)  # fmt: skip


def fold(text: str) -> str:
    """Small letters without accents. What somebody types is folded the same way before the two are compared."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold().translate(LETTERS))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return bare.casefold()
