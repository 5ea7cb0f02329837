"""Quads (T5.5): neighbours in the drawn order play all against all in fours, in three rounds.

A remainder makes the last groups smaller, not larger, so that everybody is ready after three rounds: three left over
are a group of three, two turn the last four into two threes, one turns the last two fours into three threes. Five
entries cannot be split like that and play one group of five.
"""

from typing import Final

from tournaments.formats.base import Blueprint
from tournaments.formats.groups import side_by_side
from tournaments.formats.protocol import Format, Options, drawn_at_once
from tournaments.formats.round_robin import SESSION_GAMES


def quads(entrants: int) -> list[range]:
    """The seeds of each group.

    >>> [len(group) for group in quads(13)], [len(group) for group in quads(5)]
    ([4, 3, 3, 3], [5])
    """
    threes = -entrants % 4
    sizes = [4] * ((entrants - 3 * threes) // 4) + [3] * threes
    if entrants in (1, 2, 5):
        sizes = [entrants]
    groups: list[range] = []
    first = 1
    for size in sizes:
        groups.append(range(first, first + size))
        first += size
    return groups


def blueprint(entrants: int, _options: Options) -> Blueprint:
    """Sections A, B … from the top seeds down, each by the Berger table."""
    return side_by_side(quads(entrants), {})


def parts(entrants: int, _options: Options) -> list[range]:
    """The seeds that play each other."""
    return quads(entrants)


FORMAT: Final = Format(
    grow=drawn_at_once(blueprint),
    options={"session_games": SESSION_GAMES},
    counts="points",
    grouped=True,
    parts=parts,
)
