"""Rulings on running matches that decide nothing: pause and resume play, give time (T10.4).

They are recorded like every ruling, but the bracket is not touched; results are in result_rulings.py. For a team's
pairing they apply to all its running boards unless one is named, for a round or a tournament to all running matches.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import MatchStatus
from games.services import rulings as match_rulings
from tournaments.bracket.selectors.form_version import pairing_version
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_status
from tournaments.models import MatchTiming, PairingMatch, Round, Ruling, Timing, Tournament
from tournaments.ruling.services import pause_shift
from tournaments.ruling.services.match_adjustments import seat_of
from web.errors import DomainError, NotFound

Status = Tournament.Status
Act = Callable[[Sequence[PairingMatch], User | None], object]


def pause(
    pairing_id: int, *, by: Viewer | None, now: datetime, reason: str, board: int | None = None
) -> Ruling:
    """Stop play and clocks until `resume`. Refused: match_paused, when nothing is left to pause."""

    def stop(rows: Sequence[PairingMatch], user: User | None) -> None:
        ids = [on.match_id for on in rows]
        if not match_rulings.pause_many(ids, by=user, reason=reason, now=now):
            raise DomainError("match_paused", _("The match is already paused."))

    return _do(pairing_id, "pause", stop, by=by, now=now, reason=reason, board=board)


def resume(
    pairing_id: int, *, by: Viewer | None, now: datetime, reason: str, board: int | None = None
) -> Ruling:
    """Resume play. Refused: not_paused."""

    def go_on(rows: Sequence[PairingMatch], user: User | None) -> None:
        if not _resume(rows, user, now, reason):
            raise DomainError("not_paused", _("The match is not paused."))

    return _do(pairing_id, "resume", go_on, by=by, now=now, reason=reason, board=board)


def use_own_dice(
    pairing_id: int, *, by: Viewer | None, now: datetime, reason: str, board: int | None = None
) -> Ruling:
    """The match no longer shares its dice: the other tables go on without it, and its players press ready for dice of
    their own. Refused: no_shared_dice."""

    def leave(rows: Sequence[PairingMatch], user: User | None) -> None:
        for on in rows:
            match_rulings.use_own_dice(on.match_id, by=user, reason=reason, now=now)

    return _do(pairing_id, "own_dice", leave, by=by, now=now, reason=reason, board=board)


def give_time(  # noqa: PLR0913  # the facts of a ruling, by name
    pairing_id: int,
    *,
    by: Viewer | None,
    entry: int,
    seconds: int,
    now: datetime,
    reason: str,
    board: int | None = None,
    seen: str | None = None,
) -> Ruling:
    """Add time to the reserve of one side, or take it away; of a team on all its boards unless one is named. `seen` is
    the version of the pairing in the form, so that a form sent twice gives time once. Refused: stale."""

    def add(rows: Sequence[PairingMatch], user: User | None) -> None:
        if seen is not None:
            pairing_version(rows[0].pairing).require(seen)
        for on in rows:
            more: dict[str, int] = {seat_of(on, entry): seconds * 1000}
            match_rulings.clock(on.match_id, by=user, reason=reason, now=now, add_ms=more)

    facts = {"entry": entry, "s": seconds}
    return _do(pairing_id, "clock", add, by=by, now=now, reason=reason, board=board, **facts)


@transaction.atomic
def pause_round(round_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """Pause every running match of a round; those that ended or were paused meanwhile are left alone. Refused:
    nothing_to_pause."""
    return _round(round_id, "pause_round", by=by, now=now, reason=reason)


@transaction.atomic
def resume_round(round_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """Resume every paused match of a round. Refused: nothing_paused."""
    return _round(round_id, "resume_round", by=by, now=now, reason=reason)


@transaction.atomic
def pause_all(tournament_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """Pause everything; matches that are created meanwhile wait as well, and no deadline starts any. A second time, the
    pause counts from the first. Refused: nothing_to_pause."""
    tournament = locked(tournament_id)
    settings, _made = Timing.objects.get_or_create(tournament=tournament)
    holds = settings.held_at is None
    if holds:
        settings.held_at = now
        settings.save(update_fields=["held_at"])
    return _many(tournament, None, "pause_all", by=by, now=now, reason=reason, changed=holds)


@transaction.atomic
def resume_all(tournament_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """Resume everything. Start times that fell into the pause move by its length. Refused: nothing_paused."""
    tournament = locked(tournament_id)
    settings = Timing.objects.filter(tournament=tournament).first()
    was_held = settings is not None and settings.held_at is not None
    if settings is not None and settings.held_at is not None:
        pause_shift.put_off(tournament, since=settings.held_at, now=now)
        settings.held_at = None
        settings.save(update_fields=["held_at"])
    return _many(tournament, None, "resume_all", by=by, now=now, reason=reason, changed=was_held)


def _round(round_id: int, verb: str, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    row = Round.objects.filter(pk=round_id, voided_at=None).select_related("stage").first()
    if row is None:
        raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
    return _many(locked(row.stage.tournament_id), row, verb, by=by, now=now, reason=reason)


def _many(  # noqa: PLR0913  # the facts of a ruling, by name
    tournament: Tournament,
    stage_round: Round | None,
    verb: str,
    *,
    by: Viewer | None,
    now: datetime,
    reason: str,
    changed: bool = False,
) -> Ruling:
    """`changed`: the ruling is recorded even if it concerns no match."""
    require(by, tournament, Right.DIRECT)
    require_status(tournament, Status.RUNNING)
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, voided_at=None, match__finished_at=None
    ).select_related("match")
    if stage_round is not None:
        rows = rows.filter(pairing__round=stage_round)
    listed = list(rows.defer("match__state"))
    user = by if isinstance(by, User) else None
    if verb.startswith("pause"):
        ids = [on.match_id for on in listed]
        done = match_rulings.pause_many(ids, by=user, reason=reason, now=now)
    else:
        done = _resume(listed, user, now, reason)
    if not done and not changed:
        raise _nothing(verb)
    after: dict[str, int] = {"matches": len(done)}
    if stage_round is not None:
        after |= {"round": stage_round.number, "stage": stage_round.stage.number}
    save_changed(tournament)
    return Ruling.objects.create(
        tournament=tournament, by=user, at=now, verb=verb, after=after, reason=reason
    )


def _nothing(verb: str) -> DomainError:
    if verb.startswith("pause"):
        return DomainError("nothing_to_pause", _("No matches to pause."))
    return DomainError("nothing_paused", _("No matches are paused."))


def _resume(
    rows: Sequence[PairingMatch], user: User | None, now: datetime, reason: str
) -> list[UUID]:
    """Resume matches. Those that wait for their players give them the time that they had left."""
    gone_on = match_rulings.resume_many(
        [on.match_id for on in rows], by=user, reason=reason, now=now
    )
    waiting = [
        on for on in rows if on.match_id in set(gone_on) and on.match.status == MatchStatus.JOINING
    ]
    pause_shift.shift(waiting, now)
    delayed = MatchTiming.objects.filter(
        pairing_match__match__in=gone_on, set_by=MatchTiming.By.DIRECTOR
    )
    delayed.exclude(pairing_match__in=waiting).update(begin_at=None)
    return gone_on


@transaction.atomic
def _do(  # noqa: PLR0913  # the facts of a ruling, by name
    pairing_id: int,
    verb: str,
    act: Act,
    *,
    by: Viewer | None,
    now: datetime,
    reason: str,
    board: int | None = None,
    **more: int,
) -> Ruling:
    running = PairingMatch.objects.filter(
        pairing_id=pairing_id, voided_at=None, match__finished_at=None
    )
    if board:
        running = running.filter(board=board)
    rows = list(
        running.select_related("match", "pairing__stage").defer("match__state").order_by("match_id")
    )
    if not rows:
        raise DomainError("no_match_on", _("This pairing has no match in progress."))
    pairing = rows[0].pairing
    tournament = locked(pairing.stage.tournament_id)
    require(by, tournament, Right.DIRECT)
    require_status(tournament, Status.RUNNING)
    user = by if isinstance(by, User) else None
    act(rows, user)
    save_changed(tournament)
    return Ruling.objects.create(
        tournament=tournament,
        pairing=pairing,
        by=user,
        at=now,
        verb=verb,
        after=more | ({"board": board} if board else {}),
        reason=reason,
    )
