"""GNU Backgammon's Position ID: 80 bits for the checkers of both sides, 14 characters.

Works on bare counts so that `Board` can use it; it does not judge whether a position is possible.
"""

from __future__ import annotations

import binascii
from collections.abc import Sequence

from games.engine.errors import RulesError

LENGTH = 14
BITS = 80
Counts = Sequence[int]  # 25 numbers of one side: its points 1..24, then its bar


def encode(waiting: Counts, on_roll: Counts) -> str:
    """The ID of a position: the side not on roll first, each point as that many ones and a zero."""
    bits, at = 0, 0
    for count in (*waiting, *on_roll):
        bits |= ((1 << count) - 1) << at
        at += count + 1
    packed = bits.to_bytes(BITS // 8, "little")
    return binascii.b2a_base64(packed, newline=False)[:LENGTH].decode("ascii")


def decode(text: str) -> tuple[list[int], list[int]]:
    """The counts (side not on roll, side on roll) written in an ID."""
    if not isinstance(text, str) or len(text) != LENGTH:
        raise _bad()
    try:
        packed = binascii.a2b_base64(text.encode("ascii") + b"==", strict_mode=True)
    except (UnicodeEncodeError, binascii.Error):
        raise _bad() from None
    runs = f"{int.from_bytes(packed, 'little'):0{BITS}b}"[::-1].split("0")
    counts = [len(run) for run in runs[:50]]
    if len(counts) < 50 or any(runs[50:]):
        raise _bad()
    return counts[:25], counts[25:]


def _bad() -> RulesError:
    return RulesError("bad_position_id", "This is not a Position ID of 14 characters.")
