"""Releases rolls of shared dice and brings them to the boards; shows the seed when all boards are over (ADR 25).

Two steps, each a transaction. First the group moves on, under its lock: how far rolls are released only ever grows. Then
each board that waits for a released roll gets it, as a sweep settles a flag. What a crash or a lost signal leaves behind is
in the rows, and `release_due` finds it.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from games.engine.shared_dice import RollPlace, WaitingBoard, mix_of, released
from games.models import MatchSeed, SharedBoard, SharedDice
from games.services.automatic_actions import apply_automatic
from games.services.locked_match import LockedMatch
from games.services.sweeping import MOST_AT_ONCE, sweep
from games.signals import board_moved
from games.timestamps import to_ms

logger = logging.getLogger(__name__)

UNUSED_FOR = timedelta(days=1)
"""Dice that no match was made with, or whose matches were deleted, are closed after so long."""
GROUPS_AT_ONCE = 500


class OpenBoard(NamedTuple):
    """A board that may still need rolls, as its row says."""

    match_id: UUID
    place: RollPlace
    waits: bool


def release_due(now: datetime) -> int:
    """Do what is due in every group that is not over; returns how many boards got a roll. Safe to run twice at once."""
    sealed = SharedDice.objects.filter(revealed_at=None).order_by("created_at")
    groups = list(sealed.values_list("pk", flat=True))
    parts = [groups[at : at + GROUPS_AT_ONCE] for at in range(0, len(groups), GROUPS_AT_ONCE)]
    return sum(_calmly(shared_id, now) for part in parts for shared_id in _due(part))


def _due(groups: Sequence[UUID]) -> list[UUID]:
    """Those with something to release, to bring to a board, or to show. Two queries, which lock nothing."""
    rows = SharedBoard.objects.filter(shared__in=groups, is_open=True).order_by("shared_id")
    columns = rows.values_list("shared_id", "match_id", "game", "number", "waits")
    boards = {
        shared_id: [_open_board(row[1:]) for row in of_group]
        for shared_id, of_group in groupby(columns, key=lambda row: row[0])
    }
    dice = SharedDice.objects.defer("seed", "nonces").in_bulk(groups)
    return [pk for pk, shared in dice.items() if _is_due(shared, boards.get(pk, []))]


def release(shared_id: UUID, now: datetime) -> int:
    """Release what may be released in this group; returns how many boards got a roll."""
    shared = _move_on(shared_id, now)
    if shared is None:
        return 0
    reached = RollPlace(shared.released_game, shared.released_number)
    waiting = [board.match_id for board in _open_boards(shared_id) if _gets_roll(board, reached)]

    def give_roll(locked: LockedMatch, at_ms: int) -> bool:
        locked.shared_dice = shared
        before = locked.seq
        apply_automatic(locked, at_ms)
        return locked.seq > before

    parts = [waiting[at : at + MOST_AT_ONCE] for at in range(0, len(waiting), MOST_AT_ONCE)]
    return sum(sweep(part, give_roll, to_ms(now)) for part in parts)


def register() -> None:
    """Called once by the app registry."""
    board_moved.connect(_on_board_moved, dispatch_uid="games.services.shared_release")


def _on_board_moved(shared_id: UUID, now: datetime, **_signal: Any) -> None:
    _calmly(shared_id, now)


def _calmly(shared_id: UUID, now: datetime) -> int:
    """One group that cannot be served keeps no other waiting; the sweep comes back to it."""
    try:
        return release(shared_id, now)
    except Exception:
        logger.exception("the shared dice %s were not released", shared_id)
        return 0


@transaction.atomic
def _move_on(shared_id: UUID, now: datetime) -> SharedDice | None:
    """The group under its lock, with one roll more released if that may be; None when it is over."""
    shared = SharedDice.objects.select_for_update().filter(pk=shared_id).first()
    if shared is None or shared.revealed_at is not None:
        return None
    boards = _open_boards(shared_id)
    if not boards:
        if shared.boards.exists() or shared.created_at < now - UNUSED_FOR:
            _reveal(shared, now)
        return None
    reached = RollPlace(shared.released_game, shared.released_number)
    place = released([WaitingBoard(board.place, board.waits) for board in boards], reached)
    if place == reached:
        return shared
    if not shared.has_begun:
        nonces = _nonces(shared_id)
        if nonces is None:
            return shared
        shared.nonces, shared.mix = nonces, mix_of(nonces)
    shared.released_game, shared.released_number = place
    shared.save(update_fields=["nonces", "mix", "released_game", "released_number"])
    return shared


def _open_boards(shared_id: UUID) -> list[OpenBoard]:
    rows = SharedBoard.objects.filter(shared=shared_id, is_open=True).order_by("match_id")
    return [_open_board(row) for row in rows.values_list("match_id", "game", "number", "waits")]


def _open_board(row: Sequence[Any]) -> OpenBoard:
    match_id, game, number, waits = row
    return OpenBoard(match_id, RollPlace(game, number), waits)


def _gets_roll(board: OpenBoard, reached: RollPlace) -> bool:
    return board.waits and board.place <= reached


def _is_due(shared: SharedDice, boards: Sequence[OpenBoard]) -> bool:
    """Is there anything to release, to bring to a board, or to show?"""
    reached = RollPlace(shared.released_game, shared.released_number)
    if not boards or any(_gets_roll(board, reached) for board in boards):
        return True
    return released([WaitingBoard(board.place, board.waits) for board in boards], reached) > reached


def _nonces(shared_id: UUID) -> list[list[str]] | None:
    """The nonces of every board as they play, read with the places in one statement; None if a board has moved since."""
    rows = SharedBoard.objects.filter(shared=shared_id, is_open=True).order_by("match_id")
    columns = rows.values_list("match_id", "waits", "match__state__match__nonces")
    standing = list(columns)
    if not standing or not all(waits for _match, waits, _nonces in standing):
        return None
    return [[str(match_id), *nonces] for match_id, _waits, nonces in standing]


def _reveal(shared: SharedDice, now: datetime) -> None:
    """All boards are over: the seed goes to the epochs that rolled from it, and anybody may read it there.

    The public counts take each roll once at most: those of the board that had most of them.
    """
    shared.revealed_at = now
    shared.save(update_fields=["revealed_at"])
    seeds = MatchSeed.objects.filter(shared=shared, revealed_at=None)
    seeds.update(seed=shared.seed, revealed_at=now)
    rolls = MatchSeed.objects.filter(shared=shared).values_list("pk", "match__state__match__throws")
    longest = max(rolls, key=lambda row: (row[1], row[0]), default=(0, 0))
    MatchSeed.objects.filter(shared=shared).exclude(pk=longest[0]).update(counted_at=now)
