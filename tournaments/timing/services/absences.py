"""Absences over the board: somebody reports who is missing, and the minutes count from then. Online, lateness.py sees it."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.services import outages
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_status
from tournaments.formats.lateness import penalty, step_after, steps
from tournaments.models import Absence, Pairing, Penalty, Slip, Timing, Tournament
from tournaments.ruling.services import lateness_penalties
from tournaments.ruling.services.result_rulings import both_entries
from web.errors import DomainError, NotFound

Lateness = Timing.Lateness
Status = Tournament.Status


@transaction.atomic
def report_absent(
    pairing_id: int, *, entry: int, since: datetime, by: Viewer | None, now: datetime
) -> Absence:
    """Report an entry that was to be at its table at `since` and is not. Reporting it again changes nothing.

    Refused: no_such_pairing, not_in_this_pairing, not_yet, already_decided.
    """
    pairing = _pairing(pairing_id)
    tournament = locked(pairing.stage.tournament_id)
    require(by, tournament, Right.SCORE)
    require_status(tournament, Status.RUNNING)
    if entry not in both_entries(pairing):
        raise DomainError(
            "not_in_this_pairing", _("Choose one of the two players in this pairing.")
        )
    if since > now:
        raise DomainError(
            "not_yet",
            _("This time is in the future. Enter when the player was expected."),
            status=400,
        )
    if pairing.decided_at is not None:
        raise DomainError("already_decided", _("This pairing is already decided."))
    return begin(tournament, Absence(pairing=pairing, entry_id=entry, since=since))


@transaction.atomic
def arrived(absence_id: int, *, by: Viewer | None, now: datetime) -> Absence:
    """The missing player has come; penalties so far stay. Safe twice."""
    absences = Absence.objects.filter(pk=absence_id)
    tournament_id = absences.values_list("pairing__stage__tournament", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_absence", _("This no longer exists. Reload the page."))
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    row = absences.select_related("pairing__stage__tournament").get()
    end(tournament, row, now)
    return row


def begin(tournament: Tournament, absence: Absence) -> Absence:
    """The minutes of absence begin; an absence that runs already goes on. The caller holds the tournament's lock."""
    settings = Timing.objects.filter(tournament=tournament).first()
    if settings is not None and settings.lateness != Lateness.OFF:
        absence.check_at = absence.since + timedelta(minutes=settings.grace_min)
    open_still = Absence.objects.filter(
        pairing=absence.pairing, entry=absence.entry_id, ended_at=None
    )
    runs = open_still.first()
    if runs is not None:
        return runs
    absence.save()
    open_slips = Slip.objects.filter(pairing=absence.pairing, closed_at=None, voided_at=None)
    open_slips.update(assumed_at=None)  # somebody is missing: nobody plays
    save_changed(tournament)
    return absence


def end(tournament: Tournament, row: Absence, now: datetime) -> None:
    """The absence is over; penalties that are due are given first. Safe twice. The caller holds the tournament's lock."""
    if row.ended_at is not None:
        return
    if row.check_at is not None and row.check_at <= now:
        _charge(tournament, row, now)
    row.ended_at, row.check_at = now, None
    row.save(update_fields=["ended_at", "check_at", "step"])
    save_changed(tournament)


def check_absent(now: datetime) -> int:
    """Give or propose the penalties that are due; returns how many absences were checked. Safe to run twice."""
    until = outages.settled_until(now)
    due = Absence.objects.filter(check_at__lte=until)
    tournaments = due.values_list("pairing__stage__tournament", flat=True)
    return sum(_check(pk, until, now) for pk in sorted(set(tournaments)))


@transaction.atomic
def _check(tournament_id: int, until: datetime, now: datetime) -> int:
    tournament = locked(tournament_id)
    due = Absence.objects.filter(pairing__stage__tournament=tournament, check_at__lte=until)
    rows = list(due.select_related("pairing__stage__tournament", "pairing__round", "entry__player"))
    for row in rows:
        _charge(tournament, row, now)
        row.save(update_fields=["check_at", "step"])
    return len(rows)


def _charge(tournament: Tournament, row: Absence, now: datetime) -> None:
    """Give or propose the penalty since the last step; it is in points, because no clock runs here."""
    settings = Timing.objects.filter(tournament=tournament).first()
    over = row.pairing.decided_at is not None or tournament.status != Status.RUNNING
    if settings is None or settings.lateness == Lateness.OFF or over or row.ended_at is not None:
        row.check_at = None
        return
    every, grace = settings.step_min, settings.grace_min
    minutes = max(0, int((now - row.since).total_seconds() // 60))
    reached = steps(minutes, every, grace)
    cost = penalty(row.pairing.round.length, minutes, every, grace)
    others = Absence.objects.filter(pairing=row.pairing_id, ended_at=None).exclude(pk=row.pk)
    both = others.exists()  # points are only for an opponent who is there
    if reached > row.step and (cost.lost or not both):
        made = Penalty(
            pairing=row.pairing,
            entry=row.entry,
            since=row.since,
            step=reached,
            points=0 if cost.lost else reached - row.step,
            lost=cost.lost,
            made_at=now,
        )
        by_opponent = row.side_id is not None  # whose report alone loses nobody the match
        if settings.lateness == Lateness.AUTOMATIC and not (cost.lost and (both or by_opponent)):
            lateness_penalties.give_penalty(tournament, made, now)
        else:
            made.save()
            save_changed(tournament)
    row.step = max(row.step, reached)
    after = row.since + timedelta(minutes=step_after(reached + 1, every, grace))
    row.check_at = None if cost.lost else after


def _pairing(pairing_id: int) -> Pairing:
    pairings = Pairing.objects.filter(pk=pairing_id, voided_at=None)
    pairing = pairings.select_related("stage", "round").first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return pairing
