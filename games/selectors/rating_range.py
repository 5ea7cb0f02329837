"""The range of rating of an open challenge: who may accept it. It is fixed when the challenge is listed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.rating_chips import RatingFigures, ratings_of
from games.engine.clock import ClockSettings

RATING_RANGE = "rating_range"  # in the context of a match: [lowest, highest], or not there
START_RATING = 1500
"""What counts for a player without a rating; the start of the site's ratings (ratings/formulas/fibs.py)."""
WIDTHS = (100, 200, 400)
"""The ranges that are offered, in points of rating up and down from the player's own."""


@dataclass(frozen=True, slots=True)
class RatingRange:
    """From `lowest` to `highest`, both included, in points of rating."""

    lowest: int
    highest: int

    def __contains__(self, rating: int) -> bool:
        return self.lowest <= rating <= self.highest

    def __str__(self) -> str:
        return f"{self.lowest}–{self.highest}"

    def to_json(self) -> list[int]:
        return [self.lowest, self.highest]


def range_around(rating: int, width: int | None) -> RatingRange | None:
    """`width` points up and down; None for no limit."""
    return None if width is None else RatingRange(rating - width, rating + width)


def rating_range(context: Mapping[str, Any]) -> RatingRange | None:
    """The range in the context of a match; None where anybody may accept."""
    bounds = context.get(RATING_RANGE)
    return None if bounds is None else RatingRange(*bounds)


def pool_of(clock: ClockSettings | None) -> str:
    """Which of a player's ratings counts for a challenge with this clock."""
    return "correspondence" if clock is not None and clock.days else "online"


def rating_in(figures: RatingFigures, player_id: int, pool: str) -> int:
    """A rating in whole points; START_RATING for a player without one."""
    figure = figures.get((player_id, pool))
    return START_RATING if figure is None else figure.rating


def ratings_in_pool(player_ids: Collection[int], clock: ClockSettings | None) -> dict[int, int]:
    """The ratings of these players that count with this clock. One query."""
    figures, pool = ratings_of(player_ids), pool_of(clock)
    return {player_id: rating_in(figures, player_id, pool) for player_id in player_ids}


def range_text(limits: RatingRange | None) -> str:
    """In a few words of a table; "" without a limit."""
    if limits is None:
        return ""
    return _("Rating %(lowest)d–%(highest)d") % {"lowest": limits.lowest, "highest": limits.highest}
