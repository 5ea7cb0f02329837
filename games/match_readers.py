"""Kinds of match files that apps above read; games knows none of them."""

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Match
from games.records.match_file import FiledMatch
from web.hooks import Hook


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """A match as the reader found it, not checked yet; `keep` is called with the stored match, in the same transaction."""

    filed: FiledMatch
    keep: Callable[[Match], None]


match_readers: Hook[Callable[[bytes], ForeignMatch | None]] = Hook("match_readers")
"""Each answers None for files that are not of its kinds, and raises FileRefused for those that it cannot read."""


def read_foreign(data: bytes) -> ForeignMatch | None:
    """What the first reader that knows this kind of file makes of it."""
    answers = (reader(data) for reader in match_readers.functions().values())
    return next((match for match in answers if match is not None), None)
