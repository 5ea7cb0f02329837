"""Where the boards of shared dice are, written with every change of their matches and under the same lock (ADR 25).

Decides nothing. Whoever releases rolls reads these rows; a match with dice of its own costs no query here.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.shared_dice import RollPlace
from games.engine.state import MatchState
from games.models import SharedBoard, SharedDice
from games.services.locked_match import LockedMatch
from games.signals import board_moved
from games.timestamps import from_ms
from web.errors import DomainError


class BoardState(NamedTuple):
    """What the row of a board says of its match."""

    place: RollPlace
    waits: bool
    is_open: bool
    left: bool


def lock_joinable(groups: Iterable[SharedDice]) -> None:
    """Lock these dice until the transaction ends. DomainError dice_begun where a roll of them was already released."""
    ids = sorted({shared.pk for shared in groups})
    rows = SharedDice.objects.filter(pk__in=ids).order_by("pk").defer("seed")
    for shared in rows.select_for_update():
        if shared.has_begun or shared.revealed_at is not None:
            raise DomainError(
                "dice_begun",
                _("These tables already play. A match that is added now needs dice of its own."),
            )


def add(boards: Iterable[tuple[UUID, UUID]]) -> None:
    """New boards: (dice, match) each."""
    SharedBoard.objects.bulk_create(
        [SharedBoard(shared_id=shared_id, match_id=match_id) for shared_id, match_id in boards]
    )


def note(changed: Sequence[LockedMatch]) -> None:
    """Write where those of these matches are that have shared dice, and say so after the commit."""
    moved: dict[UUID, int] = {}
    for locked in changed:
        before, after = locked.before.match, locked.table.match
        group = before.shared or after.shared
        if not group:
            continue
        old, new = _standing(before), _standing(after)
        if old == new:
            continue
        SharedBoard.objects.filter(match=locked.match_id).update(
            game=new.place.game,
            number=new.place.number,
            waits=new.waits,
            is_open=new.is_open,
            left=new.left,
        )
        if new.waits or not new.is_open or new.place.game != old.place.game:
            moved[UUID(group)] = max(moved.get(UUID(group), 0), locked.last_ms)
    for shared_id, at_ms in moved.items():
        transaction.on_commit(partial(_announce, shared_id, at_ms), robust=True)


def _standing(match: MatchState) -> BoardState:
    return BoardState(
        place=match.next_place,
        waits=match.awaits_dice,
        is_open=bool(match.shared) and match.sealed,
        left=not match.shared,
    )


def _announce(shared_id: UUID, at_ms: int) -> None:
    """What was settled late is dated in the past, and nobody who waited may be charged from then on."""
    now = max(from_ms(at_ms), timezone.now())
    board_moved.send_robust(sender=SharedBoard, shared_id=shared_id, now=now)
