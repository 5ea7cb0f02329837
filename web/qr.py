"""Codes that a phone reads, from one place: as a picture in a page, on paper, or as a file."""

import io
from functools import lru_cache

import segno

MOST_AT_HAND = 256


@lru_cache(MOST_AT_HAND)  # a wall shows the same one all day
def svg(text: str, *, scale: int = 6) -> str:
    """As markup for a page; it takes the colour of the text around it no more than paper does: black on white."""
    return segno.make(text, error="m", micro=False).svg_inline(
        scale=scale, border=2, dark="#000", light="#fff", omitsize=True
    )


def png(text: str, *, scale: int = 8) -> bytes:
    """As a file for paper."""
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False).save(buffer, kind="png", scale=scale, border=2)
    return buffer.getvalue()
