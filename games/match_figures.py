"""Figures of a finished match that the apps above add to the card at its end, such as what it did to both ratings."""

from collections.abc import Callable
from uuid import UUID

from web.hooks import Hook

FigureRow = tuple[str, str, str]
"""A label, and the figure of A and of B."""

match_figures: Hook[Callable[[UUID], list[FigureRow]]] = Hook("match_figures")


def figures_of(match_id: UUID) -> list[FigureRow]:
    """What all apps add."""
    return [row for function in match_figures.functions().values() for row in function(match_id)]
