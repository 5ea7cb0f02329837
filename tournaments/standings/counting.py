"""Which pairings of a table count. It must not change any result: what was played stays a result and is rated.

A schedule is a table drawn whole from the seeds, as a round robin is. Who leaves it early is struck out (T5.4), and
its byes count only if it was cut short (T5.2): in a full one everybody has as many, and they count for nobody (T6.16).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import Entry, Node, NoOne, Seed
from tournaments.formats.protocol import Position
from tournaments.formats.round_robin import counted
from tournaments.standings.sections import seated


@dataclass(frozen=True, slots=True)
class Counting:
    """The pairings that count, and the entries whose results do not."""

    nodes: tuple[Node, ...]
    struck: frozenset[Entry] = frozenset()


def is_schedule(nodes: Sequence[Node]) -> bool:
    """Do all these pairings name seeds, none of them an entry or a winner?"""
    return all(isinstance(source, Seed | NoOne) for node in nodes for source in node.sources)


def counting(position: Position, nodes: Sequence[Node]) -> Counting:
    """What counts in one table."""
    if not is_schedule(nodes):
        return Counting(tuple(nodes))
    gone = position.entrants.gone
    kept = counted(nodes, position.decisions, gone)
    struck = gone & set(seated(position, nodes)) - set(seated(position, kept))
    if _byes_are_even(nodes):
        kept = tuple(node for node in kept if not _is_bye(node))
    return Counting(kept, frozenset(struck))


def _byes_are_even(nodes: Sequence[Node]) -> bool:
    byes = Counter(source for node in nodes if _is_bye(node) for source in node.sources)
    seeds = {source for node in nodes for source in node.sources}
    return len({byes[seed] for seed in seeds if isinstance(seed, Seed)}) < 2


def _is_bye(node: Node) -> bool:
    return any(isinstance(source, NoOne) for source in node.sources)
