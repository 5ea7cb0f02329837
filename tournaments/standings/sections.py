"""Which pairings make one table. The losers' bracket and the grand final belong to the main one."""

from collections.abc import Sequence
from typing import Final

from tournaments.formats.base import FINAL, LOSERS, MAIN, Entry, Node
from tournaments.formats.protocol import Position

TABLE_OF: Final = {LOSERS: MAIN, FINAL: MAIN}


def sections(position: Position) -> dict[str, list[Node]]:
    """The pairings of each table, in the order in which they were drawn; the main one is there before any draw."""
    table_of = {
        plan.number: TABLE_OF.get(plan.section, plan.section) for plan in position.blueprint.rounds
    }
    nodes_of: dict[str, list[Node]] = {}
    for node in position.blueprint.nodes:
        nodes_of.setdefault(table_of[node.round], []).append(node)
    return nodes_of or {MAIN: []}


def seated(position: Position, nodes: Sequence[Node]) -> tuple[Entry, ...]:
    """The entries that have come into these pairings, in drawn order."""
    here = {slot for node in nodes for slot in position.decisions[node.key].slots}
    return tuple(entry for entry in position.entrants.entries if entry in here)
