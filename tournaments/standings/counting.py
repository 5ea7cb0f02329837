"""Whose results do not count: who left a round robin too early (T5.4). It must not change any result."""

from collections.abc import Iterable

from tournaments.formats.base import Entry, Node
from tournaments.formats.protocol import Options, Position


def uncounted(position: Position, nodes: Iterable[Node], options: Options) -> frozenset[Entry]:
    """Who withdrew from a round robin with less than half of his matches played: none of his results count (T5.4)."""
    return frozenset()
