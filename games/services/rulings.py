"""A director's decisions: appended to the log with reason and name, never written over what happened.

Whether somebody may rule is asked by the caller; here it is done.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from games.engine.actions import Action, DirectorRuling, Forfeit
from games.engine.seats import Seat
from games.services import bulk_sql, outages
from games.services.automatic_actions import apply_automatic
from games.services.batch import AT_ONCE, Batch
from games.services.bulk_sql import Seal
from games.services.clocks import settle_overdue
from games.services.epochs import seal
from games.services.locked_match import LockedMatch
from games.timestamps import from_ms, to_ms

PerSeat = Mapping[str, int]


def pause(match_id: UUID, *, by: User | None, reason: str, now: datetime) -> LockedMatch:
    """Stop play and clocks until `resume`."""
    return _rule(match_id, {"kind": "pause"}, by, reason, now)


def resume(match_id: UUID, *, by: User | None, reason: str, now: datetime) -> LockedMatch:
    """Go on where `pause` stopped; a wait that was running begins again."""
    return _rule(match_id, {"kind": "resume"}, by, reason, now)


def pause_many(
    match_ids: Iterable[UUID], *, by: User | None, reason: str, now: datetime
) -> list[UUID]:
    """Stop every one of these that is on and not paused already; which they were."""
    ruling = DirectorRuling.from_json(_named({"kind": "pause"}, by, reason))
    return _append_where(match_ids, ruling, now, paused=False)


def resume_many(
    match_ids: Iterable[UUID], *, by: User | None, reason: str, now: datetime
) -> list[UUID]:
    """Let every one of these go on that is paused; which they were."""
    ruling = DirectorRuling.from_json(_named({"kind": "resume"}, by, reason))
    return _append_where(match_ids, ruling, now, paused=True)


def clock(
    match_id: UUID,
    *,
    by: User | None,
    reason: str,
    now: datetime,
    reserve_ms: PerSeat | None = None,
    add_ms: PerSeat | None = None,
) -> LockedMatch:
    """Set the reserves of one seat or both, or add to them."""
    given = {"reserve_ms": dict(reserve_ms)} if reserve_ms else {"add_ms": dict(add_ms or {})}
    return _rule(match_id, {"kind": "clock", **given}, by, reason, now)


def score(
    match_id: UUID,
    *,
    by: User | None,
    reason: str,
    now: datetime,
    score: PerSeat | None = None,
    points: PerSeat | None = None,
) -> LockedMatch:
    """Correct the score, or add points to it, e.g. a penalty (R9.5)."""
    given = {"score": dict(score)} if score else {"points": dict(points or {})}
    return _rule(match_id, {"kind": "score", **given}, by, reason, now)


def result(
    match_id: UUID, *, winner: str | None, by: User | None, reason: str, now: datetime
) -> LockedMatch:
    """Decide the match; without a winner nobody wins it."""
    return _rule(match_id, {"kind": "result", "winner": winner}, by, reason, now)


def void(match_id: UUID, *, by: User | None, reason: str, now: datetime) -> LockedMatch:
    """The match never counted; its log and its seeds stay to be read."""
    return _rule(match_id, {"kind": "void"}, by, reason, now)


def void_many(match_ids: Iterable[UUID], *, by: User | None, reason: str, now: datetime) -> None:
    """The same for a whole round, in a few statements; one that may not be void keeps all as they were."""
    ruling = DirectorRuling.from_json(_named({"kind": "void"}, by, reason))
    _append_to_all(match_ids, ruling, now)


def reopen(
    match_id: UUID,
    *,
    by: User | None,
    reason: str,
    now: datetime,
    replay_game: bool = False,
    score: PerSeat | None = None,
) -> LockedMatch:
    """Undo the end of a match. Its seeds are public by now, so new dice are sealed at once."""
    ruling: dict[str, Any] = {"kind": "reopen"}
    if replay_game:
        ruling["replay_game"] = True
    if score is not None:
        ruling["score"] = dict(score)
    return _rule(match_id, ruling, by, reason, now)


def use_own_dice(match_id: UUID, *, by: User | None, reason: str, now: datetime) -> LockedMatch:
    """The match leaves its shared dice and goes on with its own (ADR 25); both players press ready before."""
    return _rule(match_id, {"kind": "own_dice"}, by, reason, now)


def reopen_many(match_ids: Iterable[UUID], *, by: User | None, reason: str, now: datetime) -> None:
    """The same for a whole round, as `void_many` voids it."""
    ruling = DirectorRuling.from_json(_named({"kind": "reopen"}, by, reason))
    _append_to_all(match_ids, ruling, now)


def forfeit(match_id: UUID, *, losers: tuple[Seat, ...], reason: str, now: datetime) -> LockedMatch:
    """A withdrawal or disqualification ends the match for one seat, or for both."""
    return _append(match_id, Forfeit(losers, reason), now)


def _rule(
    match_id: UUID, ruling: dict[str, Any], by: User | None, reason: str, now: datetime
) -> LockedMatch:
    return _append(match_id, DirectorRuling.from_json(_named(ruling, by, reason)), now)


def _named(ruling: dict[str, Any], by: User | None, reason: str) -> dict[str, Any]:
    named = {} if by is None else {"by": _known_as(by)}
    return ruling | {"reason": reason} | named


def _known_as(by: User) -> str:
    """The name players know: everybody reads the log, and with what somebody logs in is nobody's affair."""
    name = Player.objects.filter(user=by).values_list("name", flat=True).first()
    return name or str(_("Director"))


def _append(match_id: UUID, action: Action, now: datetime) -> LockedMatch:
    return _append_to_all([match_id], action, now)[match_id]


@transaction.atomic
def _append_to_all(
    match_ids: Iterable[UUID], action: Action, now: datetime
) -> dict[UUID, LockedMatch]:
    """Lay the action on each; always in the order of their ids, so that nobody waits in a circle."""
    ids = sorted(set(match_ids))
    locked_matches: dict[UUID, LockedMatch] = {}
    for start in range(0, len(ids), AT_ONCE):
        batch = Batch.of_all(ids[start : start + AT_ONCE])
        bulk_sql.insert_seals(
            [
                new_seal
                for locked in batch.matches.values()
                for new_seal in _laid(action, locked, now)
            ]
        )
        batch.write()
        locked_matches |= batch.matches
    return locked_matches


@transaction.atomic
def _append_where(
    match_ids: Iterable[UUID], action: Action, now: datetime, *, paused: bool
) -> list[UUID]:
    """The same for those that are on and stand so under their lock; the others have gone on meanwhile."""
    ids = sorted(set(match_ids))
    done: list[UUID] = []
    for start in range(0, len(ids), AT_ONCE):
        batch = Batch(ids[start : start + AT_ONCE], wait=True)
        for locked in batch.matches.values():
            at_ms = _settled(locked, now)
            if locked.is_over() or locked.table.match.paused is not paused:
                continue
            locked.apply(action, at_ms)
            apply_automatic(locked, at_ms)
            done.append(locked.match_id)
        batch.write()
    return done


def _laid(action: Action, locked: LockedMatch, now: datetime) -> list[Seal]:
    """Lay the action at `now`; a flag that fell before comes first, and the ruling is judged after it.

    Returns the seal of the dice that it asks for, if it does: to be kept.
    """
    at_ms = _settled(locked, now)
    locked.apply(action, at_ms)
    seals = [seal(locked, at_ms)] if locked.table.match.epoch_due else []
    apply_automatic(locked, at_ms)
    return seals


def _settled(locked: LockedMatch, now: datetime) -> int:
    """Lay the flag that fell before `now`; returns when an action comes that is laid then."""
    at_ms = max(to_ms(now), locked.last_ms)
    fell_ms = locked.flag_ms if locked.flag_ms is not None and locked.flag_ms <= at_ms else None
    if fell_ms is not None and not outages.is_unrecorded(from_ms(fell_ms), now):
        settle_overdue(locked, at_ms)
    return at_ms
