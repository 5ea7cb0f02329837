"""Cross-tables as plain data: all against all where a schedule is played, round by round elsewhere. No texts, no order
of its own: rows come as the caller ranks them or in drawn order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.base import Decision, Entry, Node
from tournaments.formats.history import Meeting, histories
from tournaments.formats.protocol import Position
from tournaments.standings.counting import counting, is_schedule
from tournaments.standings.sections import seated, sections


@dataclass(frozen=True, slots=True)
class CrossCell:
    """One pairing as one of the two entries sees it. `how`: won, lost, bye, open (both are there), scheduled (one is missing).

    `score` and `boards` have the entry's own first, None where they were not recorded; `kind` is the word of T1.2. `counts` is False
    for a result that was struck out (T5.4). A bye of a schedule is no cell of a matrix.
    """

    key: str
    round: int
    opponent: Entry | None
    how: str
    kind: str = ""
    score: tuple[int, int] | None = None
    boards: tuple[int, int] | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class CrossTable:
    """`entries` in order. A matrix has cells by opponent, both legs in one place; else `rounds` names the columns and
    an entry has at most one place for each of them.
    """

    section: str
    entries: tuple[Entry, ...]
    is_matrix: bool
    rounds: tuple[int, ...]
    cells: Mapping[Entry, Mapping[int, tuple[CrossCell, ...]]]


def cross_table(
    position: Position, ranked: Mapping[str, Sequence[Entry]] | None = None
) -> dict[str, CrossTable]:
    """A table for each section that has one. `ranked` are the entries of a section in the order to show."""
    tables = {}
    for section, nodes in sections(position).items():
        order = (ranked or {}).get(section) or seated(position, nodes)
        matrix = is_schedule(nodes)
        counted = {node.key for node in counting(position, nodes).nodes}
        cells: dict[Entry, dict[int, list[CrossCell]]] = {entry: {} for entry in order}
        for entry, cell in _cells(nodes, position.decisions, counted):
            if entry in cells and not (matrix and cell.opponent is None):
                column = cell.opponent if matrix and cell.opponent is not None else cell.round
                cells[entry].setdefault(column, []).append(cell)
        tables[section] = CrossTable(
            section,
            tuple(order),
            matrix,
            tuple(sorted({node.round for node in nodes})),
            {
                e: {column: tuple(listed) for column, listed in row.items()}
                for e, row in cells.items()
            },
        )
    return tables


def _cells(
    nodes: Sequence[Node], decisions: Mapping[str, Decision], counted: set[str]
) -> list[tuple[Entry, CrossCell]]:
    """Everybody's cells in the order of the pairings; what is decided comes from the histories."""
    cells: dict[str, list[tuple[Entry, CrossCell]]] = {}
    for entry, meetings in histories(nodes, decisions).items():
        for meeting in meetings:
            cell = _decided(meeting, counts=meeting.key in counted)
            cells.setdefault(meeting.key, []).append((entry, cell))
    for node in nodes:
        decision = decisions[node.key]
        if decision.is_open:
            cells[node.key] = _open(node, decision)
    return [cell for node in nodes for cell in cells.get(node.key, ())]


def _decided(meeting: Meeting, *, counts: bool) -> CrossCell:
    how = "won" if meeting.won else "tied" if meeting.tied else "lost"
    return CrossCell(
        meeting.key,
        meeting.round,
        meeting.opponent,
        "bye" if meeting.won and meeting.opponent is None else how,
        meeting.kind,
        meeting.points if any(meeting.points) else None,
        meeting.boards if any(meeting.boards) else None,
        counts or meeting.opponent is None,
    )


def _open(node: Node, decision: Decision) -> list[tuple[Entry, CrossCell]]:
    cells: list[tuple[Entry, CrossCell]] = []
    for side in (0, 1):
        entry, other = decision.slots[side], decision.slots[1 - side]
        if isinstance(entry, int):
            opponent = other if isinstance(other, int) else None
            how = "scheduled" if opponent is None else "open"
            cells.append((entry, CrossCell(node.key, node.round, opponent, how)))
    return cells
