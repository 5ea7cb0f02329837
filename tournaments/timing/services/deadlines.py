"""Deadlines of rounds: at the deadline, matches that have not begun are started by an automatic ruling (T9.4).

From then the time to join runs; a player who does not join loses, and if neither joins both lose. An outage of the
site moves the deadlines within it, and if the worker runs late the players get the whole time to join from then on.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import MatchStatus, Outage
from games.services import join_deadline, outages
from games.services import rulings as match_rulings
from tournaments.bracket.services.start_times import first_check, join_limit
from tournaments.core.locking import locked, save_changed
from tournaments.models import MatchTiming, Round, RoundDeadline, Timing, Tournament
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.journal import Journal, ruling

PUNCTUAL = timedelta(minutes=1)
Status = Tournament.Status
By = MatchTiming.By


def begin_due(now: datetime) -> int:
    """Start what is to begin by now; returns how many matches. Safe to run twice."""
    until = outages.settled_until(now)
    due = MatchTiming.objects.filter(
        begin_at__lte=until, pairing_match__pairing__stage__tournament__timing__held_at=None
    )
    tournaments = due.values_list("pairing_match__pairing__stage__tournament", flat=True)
    return sum(_begin(pk, until, now) for pk in sorted(set(tournaments)))


@transaction.atomic
def _begin(tournament_id: int, until: datetime, now: datetime) -> int:
    """Reads what is due again under the lock: a deadline that was moved meanwhile is no longer due."""
    tournament = locked(tournament_id)
    settings = Timing.objects.get(tournament=tournament)
    rows = _due(tournament, until)
    if tournament.status != Status.RUNNING:
        _forget(rows)
        return 0
    rows = _shifted(rows, now)
    over = [row for row in rows if _is_over(row)]
    _forget(over)
    waiting = [row for row in rows if not _is_over(row)]
    agreed = [row for row in waiting if row.is_agreed]
    for row in agreed:
        _begin_agreed(tournament, settings, row, now)
    by_round: dict[int, list[MatchTiming]] = {}
    for row in waiting:
        if not row.is_agreed:
            by_round.setdefault(row.pairing_match.pairing.round_id, []).append(row)
    for started in by_round.values():
        _begin_round(tournament, settings, started, now)
    if agreed:
        save_changed(tournament)
    return len(waiting)


def _due(tournament: Tournament, until: datetime) -> list[MatchTiming]:
    rows = MatchTiming.objects.filter(
        pairing_match__pairing__stage__tournament=tournament, begin_at__lte=until
    ).select_related("pairing_match__match", "pairing_match__pairing__round__stage")
    return list(rows.defer("pairing_match__match__state").order_by("pairing_match__match_id"))


def _is_over(row: MatchTiming) -> bool:
    """Is there nothing left to begin, because the match is voided, decided or being played?"""
    on = row.pairing_match
    gone = on.voided_at is not None or on.match.is_over or on.pairing.decided_at is not None
    return gone or (on.match.status != MatchStatus.JOINING and not on.match.paused)


def _forget(rows: Iterable[MatchTiming]) -> None:
    MatchTiming.objects.filter(pk__in=[row.pk for row in rows]).update(begin_at=None)


def _shifted(rows: Sequence[MatchTiming], now: datetime) -> list[MatchTiming]:
    """Those still due after outages: a time within an outage is due as much later as the outage lasted."""
    due = []
    gaps = list(
        Outage.objects.filter(
            ended_at__gt=min((r.begin_at for r in rows if r.begin_at), default=now)
        )
    )
    for row in rows:
        begin = row.begin_at or now
        gap = next((g for g in gaps if g.started_at < begin <= g.ended_at), None)
        if gap is None:
            due.append(row)
            continue
        begin += gap.ended_at - gap.started_at
        row.begin_at = begin
        row.start_at = row.begin_at if row.is_agreed else row.start_at
        row.sequence += row.is_agreed
        row.save(update_fields=["begin_at", "start_at", "sequence"])
        if begin <= now:
            due.append(row)
    return due


def _begin_agreed(
    tournament: Tournament, settings: Timing, row: MatchTiming, now: datetime
) -> None:
    """The agreed time has come: a match that was paused for it goes on, others wait for both players."""
    on = row.pairing_match
    if on.match.paused:
        text = _("The new start time has come.")
        match_rulings.resume_many([on.match_id], by=None, reason=text, now=now)
    start = _start(row, now)
    row.begin_at, row.start_at = None, start
    row.check_at = first_check(settings, start)
    row.save(update_fields=["begin_at", "start_at", "check_at"])
    _await(tournament, settings, [row])


def _begin_round(
    tournament: Tournament, settings: Timing, rows: Sequence[MatchTiming], now: datetime
) -> None:
    """One ruling for all matches of a round that are started together."""
    stage_round = rows[0].pairing_match.pairing.round
    reason = _("The round deadline has passed. The time to join has started.")
    pairing = rows[0].pairing_match.pairing if len(rows) == 1 else None
    with ruling(tournament, "begin", by=None, now=now, reason=reason, pairing=pairing) as journal:
        journal.ruling.after = ruling_facts(stage_round, len(rows))
        deadline = RoundDeadline.objects.filter(round=stage_round).first()
        if deadline is not None:
            journal.set(deadline, started_at=now)
        for row in rows:
            _start_at_deadline(journal, tournament, settings, row, now)


def _start_at_deadline(
    journal: Journal, tournament: Tournament, settings: Timing, row: MatchTiming, now: datetime
) -> None:
    """Journals every change but `begin_at`, so that an undo stops the match and does not start it again."""
    on, start = row.pairing_match, _start(row, now)
    MatchTiming.objects.filter(pk=row.pk).update(begin_at=None)
    row.begin_at = None
    journal.set(
        row, start_at=start, set_by=By.DEADLINE, check_at=first_check(settings, start), step=0
    )
    limit = join_limit(settings, tournament, on.match)
    end = None if limit is None else start + timedelta(seconds=limit)
    match_adjustments.wait(journal, on, end, limit)


def _await(tournament: Tournament, settings: Timing, rows: Iterable[MatchTiming]) -> None:
    for row in rows:
        match = row.pairing_match.match
        limit = join_limit(settings, tournament, match)
        start = row.start_at
        end = None if limit is None or start is None else start + timedelta(seconds=limit)
        join_deadline.await_players({match.pk: end}, {match.pk: limit})


def _start(row: MatchTiming, now: datetime) -> datetime:
    """The moment that was due; if the worker is late, now, so that the players have the whole time to join."""
    due = row.begin_at or now
    return due if now - due <= PUNCTUAL else now


def ruling_facts(stage_round: Round, matches: int) -> dict[str, int]:
    """What the ruling's record keeps of a round."""
    return {"round": stage_round.number, "stage": stage_round.stage.number, "matches": matches}
