"""A director's decisions about time: how lateness counts, the deadline of a round, when a match begins."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import MatchStatus
from tournaments.bracket.selectors.round_deadlines import deadline_start
from tournaments.bracket.services import round_deadlines
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_status
from tournaments.models import (
    MatchTiming,
    Pairing,
    PairingMatch,
    Round,
    RoundDeadline,
    Ruling,
    Timing,
    Tournament,
)
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.journal import Journal, ruling
from tournaments.timing.services import time_notices
from tournaments.timing.services.deadlines import ruling_facts
from web.errors import DomainError, NotFound

MINUTES = range(1, 121)
DAYS = range(1, 91)
Status = Tournament.Status
By = MatchTiming.By


@transaction.atomic
def set_timing(  # noqa: PLR0913  # the settings, by name
    tournament_id: int,
    *,
    by: Viewer | None,
    now: datetime,
    lateness: str,
    penalty: str,
    grace_min: int,
    step_min: int,
    round_days: int | None,
    ends_at: time,
    remind_hours: Sequence[int],
) -> Timing:
    """Set the timing of a tournament. New matches follow it; rounds without a deadline get one. Refused: bad_timing."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    bad_minutes = grace_min not in MINUTES or step_min not in MINUTES
    if bad_minutes or (round_days is not None and round_days not in DAYS):
        raise DomainError(
            "bad_timing",
            _("These minutes or days are out of range. Correct the numbers."),
            status=400,
        )
    settings, _made = Timing.objects.update_or_create(
        tournament=tournament,
        defaults={
            "lateness": lateness,
            "penalty": penalty,
            "grace_min": grace_min,
            "step_min": step_min,
            "round_days": round_days,
            "ends_at": ends_at,
            "remind_hours": sorted({int(h) for h in remind_hours}, reverse=True),
        },
    )
    if tournament.status == Status.RUNNING:
        round_deadlines.plan(tournament, settings, now)
    save_changed(tournament)
    return settings


@transaction.atomic
def set_deadline(
    round_id: int,
    *,
    until: datetime,
    by: Viewer | None,
    now: datetime,
    reason: str,
    later_too: bool = True,
) -> Ruling:
    """Set the deadline of a round; with `later_too` the deadlines after it move by as much. Matches that were started at
    the old deadline and have not begun wait again. Refused: no_such_round, no_deadlines, deadline_past, same_deadline."""
    stage_round = Round.objects.filter(pk=round_id, voided_at=None).select_related("stage").first()
    if stage_round is None:
        raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
    tournament = locked(stage_round.stage.tournament_id)
    require(by, tournament, Right.DIRECT)
    require_status(tournament, Status.RUNNING)
    settings = Timing.objects.filter(tournament=tournament).first()
    if settings is None:
        text = _("Set the days per round under “Lateness and deadlines” first.")
        raise DomainError("no_deadlines", text)
    if until <= now:
        raise DomainError(
            "deadline_past", _("This time is in the past. Choose a later time."), status=400
        )
    if RoundDeadline.objects.filter(round=stage_round, play_until=until).exists():
        raise DomainError("same_deadline", _("The round already has this deadline."))
    with ruling(tournament, "deadline", by=by, now=now, reason=reason) as journal:
        journal.ruling.after = ruling_facts(stage_round, 0) | {"until": until.isoformat()}
        deadlines = round_deadlines.deadlines_of(tournament)
        own = deadlines.pop(round_id, None)
        if own is None:
            own = RoundDeadline.objects.create(round=stage_round, play_until=until)
            own.round = stage_round
        shift = _wall(until, tournament) - _wall(own.play_until, tournament)
        old = own.play_until
        _move(journal, own, until, settings, now)
        for deadline in deadlines.values() if later_too and shift else ():
            if deadline.play_until > old and deadline.started_at is None:
                moment = round_deadlines.moved(deadline.play_until, shift, tournament.time_zone)
                _move(journal, deadline, max(moment, now), settings, now)
    return journal.ruling


def _wall(moment: datetime, tournament: Tournament) -> datetime:
    return round_deadlines.moved(moment, timedelta(), tournament.time_zone).replace(tzinfo=None)


def _move(
    journal: Journal, deadline: RoundDeadline, until: datetime, settings: Timing, now: datetime
) -> None:
    deadline.play_until, was = until, deadline.play_until
    remind_at = round_deadlines.next_reminder(deadline, settings, now)
    deadline.play_until = was
    journal.set(deadline, play_until=until, started_at=None, remind_at=remind_at)
    rows = MatchTiming.objects.filter(
        pairing_match__pairing__round=deadline.round_id, pairing_match__voided_at=None
    ).filter(pairing_match__match__status=MatchStatus.JOINING)
    for row in rows.select_related("pairing_match__match").defer("pairing_match__match__state"):
        if row.is_agreed:
            continue
        begin_at = deadline_start(deadline, row.pairing_match.created_at)
        journal.set(row, begin_at=begin_at, start_at=None, set_by=By.ROUND, check_at=None, step=0)
        match_adjustments.wait(journal, row.pairing_match, None, None)


@transaction.atomic
def move_match(
    pairing_id: int, *, at: datetime, by: Viewer | None, now: datetime, reason: str
) -> Ruling:
    """Move the matches of a pairing (all boards of a team match) to that time; a match that is being played pauses until then.

    Refused: no_such_pairing, no_match_on, time_past, same_time.
    """
    pairings = Pairing.objects.filter(pk=pairing_id, voided_at=None)
    pairing = pairings.select_related("stage", "round").first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    tournament = locked(pairing.stage.tournament_id)
    require(by, tournament, Right.DIRECT)
    require_status(tournament, Status.RUNNING)
    if at <= now:
        raise DomainError(
            "time_past", _("This time is in the past. Choose a later time."), status=400
        )
    rows = PairingMatch.objects.filter(pairing=pairing, voided_at=None, match__finished_at=None)
    boards = list(rows.select_related("match").defer("match__state").order_by("match_id"))
    if not boards:
        raise DomainError("no_match_on", _("This pairing has no match in progress."))
    moved = MatchTiming.objects.filter(pairing_match__in=boards, set_by=By.DIRECTOR, begin_at=at)
    if moved.count() == len(boards):
        raise DomainError("same_time", _("The match already starts at this time."))
    Timing.objects.get_or_create(tournament=tournament)
    with ruling(
        tournament, "move_match", by=by, now=now, reason=reason, pairing=pairing
    ) as journal:
        journal.ruling.after = {"at": at.isoformat()}
        for on in boards:
            _move_board(journal, on, at)
    time_notices.queue_agreed(boards, now)
    return journal.ruling


def _move_board(journal: Journal, on: PairingMatch, at: datetime) -> None:
    row, _made = MatchTiming.objects.get_or_create(pairing_match=on)
    if on.match.status == MatchStatus.JOINING:
        match_adjustments.wait(journal, on, None, None)
    elif not on.match.paused:
        match_adjustments.pause(journal, on)
    journal.set(row, **new_time(row, at, By.DIRECTOR, journal.now))
    row.proposals.filter(closed_at=None).update(closed_at=journal.now)


def new_time(row: MatchTiming, at: datetime | None, set_by: str, now: datetime) -> dict[str, Any]:
    """The columns of MatchTiming for a start at this time, with a reminder an hour before if that is still to come."""
    remind = None if at is None else at - time_notices.BEFORE
    return {
        "start_at": at,
        "begin_at": at,
        "set_by": set_by,
        "check_at": None,
        "step": 0,
        "sequence": row.sequence + 1,
        "remind_at": remind if remind is not None and remind > now else None,
    }
