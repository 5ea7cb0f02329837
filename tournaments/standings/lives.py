"""The table where lives are counted (T7): who is still in, by lives; then who is out, the later the better.

formats/lives.py knows when each went out. This module must not pair anybody.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats import lives
from tournaments.formats.base import Entry
from tournaments.formats.history import Meeting, histories
from tournaments.formats.protocol import Options, Position
from tournaments.standings.record import row_of
from tournaments.standings.row import PlaceRow, halves
from tournaments.standings.tally import WIN


def lives_table(
    position: Position, options: Options, *, over: bool | None = None
) -> tuple[PlaceRow, ...]:
    """Rows from the top. Entries still in have no place yet; wins and byes are a point each."""
    nodes, decisions = position.blueprint.nodes, position.decisions
    table = lives.standing(position, lives.FORMAT.settled(options))
    open_ones = any(decisions[node.key].is_open for node in nodes)
    is_over = (bool(nodes) and not open_ones and len(table.active) < 2) if over is None else over
    meetings = histories(nodes, decisions)
    rows = []
    for entry, places in lives.places(position, options).items():
        left = max(0, table.scores[entry])
        is_out = left == 0 or entry in position.entrants.gone
        is_winner = is_over and places == (1, 1)
        mine = meetings.get(entry, [])
        row = row_of(
            entry,
            mine,
            places if nodes and (is_out or is_over) else (None, None),
            _status(entry, position, is_out=is_out, is_winner=is_winner),
            halves(sum(WIN for m in mine if m.won)),
        )
        rows.append(replace(row, lives=left, out_in=_last_loss(mine) if is_out else None))
    return tuple(rows)


def _status(entry: Entry, position: Position, *, is_out: bool, is_winner: bool) -> str:
    if is_winner:
        return "winner"
    if entry in position.entrants.gone:
        return "withdrawn"
    return "eliminated" if is_out else "playing"


def _last_loss(meetings: Sequence[Meeting]) -> int | None:
    return max((m.round for m in meetings if not m.won), default=None)
