"""Consecutive actions of a log as one piece of an event stream."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.live.http import dump

Row = dict[str, Any]
"""A row of the log as the stream shows it."""


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """Encoded once for all listeners."""

    first: int
    last: int
    chunk: bytes


def action_event(row: Row) -> bytes:
    return b"id: %d\nevent: action\ndata: %b\n\n" % (row["seq"], dump(row))


def group_of(rows: Sequence[Row]) -> ActionGroup:
    return ActionGroup(rows[0]["seq"], rows[-1]["seq"], b"".join(map(action_event, rows)))
