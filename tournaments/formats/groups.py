"""Groups (T5.3): the drawn order is dealt out to and fro like a snake, and each group plays all against all.

How those who go on are placed in the next stage is cuts.py.
"""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from tournaments.formats.base import Blueprint
from tournaments.formats.protocol import Format, Number, Options, drawn_at_once
from tournaments.formats.round_robin import OPTIONS, all_play_all, table


def snake(entrants: int, groups: int) -> list[list[int]]:
    """The seeds of each group.

    >>> snake(13, 4)
    [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12, 13]]
    """
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for index in range(entrants):
        row, place = divmod(index, groups)
        dealt[place if row % 2 == 0 else groups - 1 - place].append(index + 1)
    return dealt


def group_name(index: int) -> str:
    """A, B … Z, AA, AB …

    >>> [group_name(i) for i in (0, 25, 26, 63)]
    ['A', 'Z', 'AA', 'BL']
    """
    name = ""
    while index >= 0:
        name = ascii_uppercase[index % 26] + name
        index = index // 26 - 1
    return name


def how_many(entrants: int, options: Options) -> int:
    """As many groups as were asked for, else as few as keep to `group_size`; at least two entries in each."""
    asked, size = options.get("groups"), options.get("group_size", 4)
    wanted = asked if isinstance(asked, int) else -(-entrants // int(str(size)))
    return max(1, min(wanted, entrants // 2))


def blueprint(entrants: int, options: Options) -> Blueprint:
    """A section for each group with pairings A1.1, A1.2 …; the first rounds of all groups come first."""
    return side_by_side(parts(entrants, options), options)


def parts(entrants: int, options: Options) -> list[list[int]]:
    """The seeds that play each other."""
    return snake(entrants, how_many(entrants, options))


def side_by_side(groups: Sequence[Sequence[int]], options: Options) -> Blueprint:
    """Round robins of these seeds, named A, B …, played at the same time."""
    drawn = Blueprint()
    played = [all_play_all(seeds, options) for seeds in groups]
    longest = max(len(rounds) for rounds in played)
    order = [(r, g) for r in range(longest) for g in range(len(groups)) if r < len(played[g])]
    for index, rounds in enumerate(played):
        numbers = [number for number, (_, g) in enumerate(order, start=1) if g == index]
        drawn += table(group_name(index), group_name(index), rounds, numbers)
    return Blueprint(
        tuple(sorted(drawn.rounds, key=lambda plan: plan.number)),
        tuple(sorted(drawn.nodes, key=lambda node: node.round)),
    )


FORMAT: Final = Format(
    grow=drawn_at_once(blueprint),
    options={
        "groups": Number(1, 64, None, optional=True),
        "group_size": Number(3, 16, 4),
        **OPTIONS,
    },
    counts="points",
    largest=1024,
    grouped=True,
    parts=parts,
)
