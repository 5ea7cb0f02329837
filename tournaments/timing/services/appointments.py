"""Two players agree when they play, before the deadline of their round: one offers times, the other accepts one.

The time can be changed until the match begins. From the agreed time the time to join runs.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from games.models import MatchSeat, MatchStatus
from tournaments.bracket.selectors.round_deadlines import deadline_start
from tournaments.core.locking import locked, save_changed
from tournaments.models import (
    MatchTiming,
    RoundDeadline,
    TimeProposal,
    Tournament,
)
from tournaments.timing.services import time_notices
from tournaments.timing.services.director_timing import new_time
from web.errors import DomainError, NotAllowed, NotFound

MOST = 5
Status = Tournament.Status
By = MatchTiming.By


class Appointment:
    """A match whose time is being agreed on, with its tournament locked, for one of its players.

    Refused: no_such_match, not_your_match, no_appointments, match_begun.
    """

    def __init__(self, timing_id: int, by: User, now: datetime) -> None:
        timings = MatchTiming.objects.filter(pk=timing_id, pairing_match__voided_at=None)
        ids = timings.values_list("pairing_match__pairing__stage__tournament", flat=True)
        tournament_id = ids.first()
        if tournament_id is None:
            raise NotFound("no_such_match", _("Match not found."))
        self.tournament = locked(tournament_id)
        rows = timings.select_related("pairing_match__match", "pairing_match__pairing__round")
        self.row = rows.defer("pairing_match__match__state").get()
        self.on = self.row.pairing_match
        self.now = now
        self.me, self.entry = self._side(by)
        self.deadline = RoundDeadline.objects.filter(round=self.on.pairing.round_id).first()
        self._require_open()

    @property
    def other(self) -> int:
        two = {self.on.entry_a_id, self.on.entry_b_id}
        return next(iter(two - {self.entry}))

    def require_time(self, at: datetime) -> None:
        """Refused: time_past, after_deadline."""
        if at <= self.now:
            raise DomainError(
                "time_past", _("This time is in the past. Choose a later time."), status=400
            )
        if self.deadline is not None and at > deadline_start(self.deadline, self.on.created_at):
            text = _("This time is after the round deadline. Choose an earlier time.")
            raise DomainError("after_deadline", text, status=400)

    def set_time(self, at: datetime | None, set_by: str) -> None:
        """Set the agreed time; None opens it again, and then the deadline counts."""
        for name, value in new_time(self.row, at, set_by, self.now).items():
            setattr(self.row, name, value)
        if at is None and self.deadline is not None:
            self.row.begin_at = deadline_start(self.deadline, self.on.created_at)
        self.row.save()
        save_changed(self.tournament)

    def _side(self, by: User) -> tuple[Player, int]:
        entries = {"A": self.on.entry_a_id, "B": self.on.entry_b_id}
        seats = MatchSeat.objects.filter(match=self.on.match_id, player__user=by)
        seat = seats.select_related("player").first()
        if seat is None:
            text = _("Only the players of a match can agree on its time.")
            raise NotAllowed("not_your_match", text)
        return seat.player, entries[seat.seat]

    def _require_open(self) -> None:
        begins = self.row.begin_at
        waits = self.on.match.status == MatchStatus.JOINING and not self.on.match.paused
        running = self.tournament.status == Status.RUNNING
        if not waits or not running or begins is None or begins <= self.now:
            text = _("The time of this match can no longer be changed.")
            raise DomainError("match_begun", text)
        if self.deadline is None or self.row.set_by == By.DIRECTOR:
            text = _("The director sets the time of this match.")
            raise DomainError("no_appointments", text)


@transaction.atomic
def propose(timing_id: int, *, times: Sequence[datetime], by: User, now: datetime) -> MatchTiming:
    """Offer up to five times; they replace those offered before. Refused besides: bad_times, time_past,
    after_deadline."""
    appointment = Appointment(timing_id, by, now)
    wanted = sorted(set(times))
    if not 1 <= len(wanted) <= MOST:
        text = _("Offer between one and five times.")
        raise DomainError("bad_times", text, status=400)
    for at in wanted:
        appointment.require_time(at)
    _close(appointment, entry=appointment.entry)
    made = TimeProposal.objects.bulk_create(
        TimeProposal(
            timing=appointment.row,
            entry_id=appointment.entry,
            by=appointment.me,
            at=at,
            made_at=now,
        )
        for at in wanted
    )
    save_changed(appointment.tournament)
    time_notices.queue(appointment.on, appointment.other, "proposal", f"{made[-1].pk}", now)
    return appointment.row


@transaction.atomic
def agree(proposal_id: int, *, by: User, now: datetime) -> MatchTiming:
    """Accept a time that the other player offered. Refused besides: no_such_time, own_time, time_past, after_deadline."""
    timing_id = (
        TimeProposal.objects.filter(pk=proposal_id).values_list("timing_id", flat=True).first()
    )
    if timing_id is None:
        raise NotFound("no_such_time", _("This time is not offered any more. Choose another time."))
    appointment = Appointment(timing_id, by, now)
    offered = TimeProposal.objects.get(pk=proposal_id)
    if offered.closed_at is not None:
        text = _("This time is not offered any more. Choose another time.")
        raise DomainError("no_such_time", text)
    if offered.entry_id == appointment.entry:
        raise DomainError(
            "own_time", _("You offered this time yourself. Wait for your opponent’s answer.")
        )
    appointment.require_time(offered.at)
    offered.accepted = True
    offered.save(update_fields=["accepted"])
    _close(appointment)
    appointment.set_time(offered.at, By.PLAYERS)
    time_notices.queue_agreed([appointment.on], now)
    return appointment.row


@transaction.atomic
def withdraw(timing_id: int, *, by: User, now: datetime) -> MatchTiming:
    """Withdraw the times one has offered, and the agreed time if there is one: the players agree anew."""
    appointment = Appointment(timing_id, by, now)
    _close(appointment, entry=appointment.entry)
    if appointment.row.is_agreed:
        appointment.set_time(None, By.ROUND)
        time_notices.queue(
            appointment.on, appointment.other, "withdrawn", f"{appointment.row.sequence}", now
        )
    else:
        save_changed(appointment.tournament)
    return appointment.row


def _close(appointment: Appointment, entry: int | None = None) -> None:
    offered = TimeProposal.objects.filter(timing=appointment.row, closed_at=None)
    if entry is not None:
        offered = offered.filter(entry=entry)
    offered.update(closed_at=appointment.now)
