"""How match files are called: names that read well and are safe on every system."""

from collections.abc import Iterable

from django.utils.text import slugify

from games.records.games import day_of
from games.records.replay import MatchRecord

MOST = 40
RESERVED = frozenset({"con", "prn", "aux", "nul"})


def safe(text: str, instead: str = "") -> str:
    """Letters of any script, figures and hyphens; `instead` where none is left."""
    name = slugify(text, allow_unicode=True)[:MOST].strip("-_")
    return f"{name}-" if name in RESERVED else name or instead


def stem_of(record: MatchRecord, *, with_day: bool = True) -> str:
    """`2026-01-01-ann-ben-1c9f0a2b`: day, names and the first figures of the match's id."""
    day: Iterable[str] = ()
    if with_day and (begun := day_of(record)) is not None:
        day = (f"{begun:%Y-%m-%d}",)
    names = (safe(name, seat) for name, seat in zip(record.names, "ab", strict=True))
    return "-".join([*day, *names, record.match_id[:8]])
