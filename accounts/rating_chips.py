"""Ratings beside names. The app above registers where they come from; a page asks once for all the players it shows."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from web.hooks import Hook


class RatingFigure(NamedTuple):
    """A rating in whole points; `is_provisional` while it rests on few matches."""

    rating: int
    is_provisional: bool


RatingFigures = Mapping[tuple[int, str], RatingFigure]
"""By the number of the player and the pool: online, correspondence or over_the_board."""

rating_figures: Hook[Callable[[Collection[int]], RatingFigures]] = Hook("rating_figures")
"""Each answers for the players whose numbers it is given, in all pools."""


def ratings_of(player_ids: Collection[int]) -> RatingFigures:
    """The ratings of all players of a page. One query; none without players."""
    figures: dict[tuple[int, str], RatingFigure] = {}
    if player_ids:
        for function in rating_figures.functions().values():
            figures.update(function(player_ids))
    return figures
