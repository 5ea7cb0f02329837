"""The figures of a player's page, counted once for as long as their matches stay the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from accounts.models import Player
from tournaments.players.selectors import career_counts
from tournaments.players.selectors.career_counts import HeadToHead, RecentForm, WinRate
from tournaments.players.selectors.career_rows import CareerMatch
from web.bounded_cache import BoundedCache

BYTES_OF_A_ROW = 300
"""Of a match: its place in the list, and its share of the figures. The rows themselves are counted by career_rows."""


@dataclass(frozen=True, slots=True)
class CareerFigures:
    """What is counted from all matches. `played` have a winner and were not walkovers or forfeits; `titles` are the names of
    the tournaments among them."""

    played: int
    won: int
    form: RecentForm
    length_rates: Sequence[WinRate]
    kind_rates: Sequence[WinRate]
    opponents: Sequence[HeadToHead]
    titles: Sequence[str]


class KeptFigures(NamedTuple):
    """Figures, and the matches that they were counted from."""

    rows: list[CareerMatch]
    figures: CareerFigures


_kept: BoundedCache[KeptFigures] = BoundedCache(32 * 2**20)


def career_figures(player: Player, rows: list[CareerMatch]) -> CareerFigures:
    """Counted again whenever the matches differ from those of the last time: after each one that ends, and each correction.
    To compare them is quick, because rows that are kept are the same objects. No query."""
    kept = _kept.get(player.pk)
    if kept is not None and kept.rows == rows:
        return kept.figures
    figures = _counted(rows)
    _kept.put(player.pk, KeptFigures(rows, figures), len(rows) * BYTES_OF_A_ROW)
    return figures


def _counted(rows: list[CareerMatch]) -> CareerFigures:
    counting = [row for row in rows if row.counts]
    return CareerFigures(
        played=len(counting),
        won=sum(bool(row.won) for row in counting),
        form=career_counts.form_of(rows),
        length_rates=career_counts.by_length(rows),
        kind_rates=career_counts.by_kind(rows),
        opponents=career_counts.opponents_of(rows),
        titles=sorted({row.title for row in rows if row.title}),
    )
