"""The draw, made so that anybody can repeat it from the published seed (T1.5, T2.3). It has no randomness of its own.

How to check a random draw: list the entries in the order in which they entered, number them 0 … n-1, and decode the
seed's 64 hexadecimal digits to 32 bytes. For i = n-1 down to 1 exchange the entries at places i and j, where j comes
from HMAC-SHA-256(key = seed, text = "barpoint-draw-1|<n>|<i>|<k>"), k = 0, 1, …: read the first eight bytes as a
big-endian number x; the first x below the largest multiple of i+1 that fits into 64 bits gives j = x mod (i+1).
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from tournaments.formats.base import Entry

_SPAN = 1 << 64


def shuffled(entries: Sequence[Entry], seed: str) -> list[Entry]:
    """A Fisher-Yates shuffle fed by the seed; the same seed and entries give the same order."""
    order = list(entries)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, bytes.fromhex(seed), f"{len(order)}|{i}")
        order[i], order[j] = order[j], order[i]
    return order


def drawn_order(
    method: str,
    entries: Sequence[Entry],
    seeds: Mapping[Entry, int],
    seed: str,
    top: int | None = None,
) -> list[Entry]:
    """The order that fills the bracket, first seed first. `entries` come in order of entry.

    `random` draws everybody; `seeded` keeps the seeded (with `top`: the first so many of them) in front and draws the
    rest behind them; `manual` takes the numbers as given, the unnumbered follow in order of entry, nothing is drawn.
    """
    ranked = sorted((e for e in entries if e in seeds), key=lambda e: seeds[e])
    match method:
        case "manual":
            return ranked + [e for e in entries if e not in seeds]
        case "seeded":
            front = ranked if top is None else ranked[:top]
            return front + shuffled([e for e in entries if e not in front], seed)
        case "random":
            return shuffled(entries, seed)
    raise ValueError(f"no such draw: {method}")


def _below(limit: int, key: bytes, place: str) -> int:
    """An evenly spread number in 0 … limit-1; a value past the last whole multiple is drawn again."""
    fair = _SPAN - _SPAN % limit
    k = 0
    while True:
        text = f"barpoint-draw-1|{place}|{k}".encode()
        value = int.from_bytes(hmac.digest(key, text, hashlib.sha256)[:8], "big")
        if value < fair:
            return value % limit
        k += 1
