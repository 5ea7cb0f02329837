"""Reports of scores over the board (T9.7): a player reports, the opponent confirms, or the report stands when nobody answers;
a disagreement goes to the desk. Every report stays on record. Whose confirmation counts at once: confirmation.py.

The deciding report becomes a `Result`, and the tournament goes on as after any match.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import require_status
from tournaments.models import Result, ScoreReport, Slip, Tournament
from tournaments.venue.services.claims import Claim, Reporter, check, claim_of
from tournaments.venue.services.confirmation import counts_at_once, queue_emails, require_own_login
from web.errors import DomainError, NotFound

Kind, State = ScoreReport.Kind, ScoreReport.State
MOST_REPORTS = 30  # of one slip; after that the desk decides


@transaction.atomic
def report(slip_id: int, who: Reporter, claim: Claim, *, now: datetime) -> ScoreReport:
    """Report how a match ended. Equal reports of both sides are an agreement (`_agree`), different ones a dispute; a second
    report of the same side replaces its first. Safe twice.

    Refused: bad_score (400), already_decided, slip_void, too_many_reports, signed_in_report.
    """
    slip, tournament = open_slip(slip_id, now)
    check(claim, slip)
    _require_side(who, slip)
    mine, other = _standing(slip, who.side), _standing(slip, _opponent(slip, who.side))
    if mine is not None and _same(mine, claim) and (who.with_slip or not mine.with_slip):
        return mine
    require_own_login(mine, who)
    if slip.reports.count() >= MOST_REPORTS:
        text = _("Too many reports for this match. The director will decide.")
        raise DomainError("too_many_reports", text)
    waits_until = mine.stands_at if mine is not None and _same(mine, claim) else None
    if mine is not None:
        _answer(mine, State.REPLACED, now)
    if other is not None and _same(other, claim):
        reported = _agree(tournament, slip, who, other, now)
    else:
        reported = _write(slip, who, claim, State.WAITING, now)
        if other is not None or _needs_desk(who, claim):
            _mark_disputed(tournament, slip, [reported, *([other] if other else [])], now)
    if reported.state == State.WAITING:
        _wait(tournament, reported, waits_until, now)
    return reported


@transaction.atomic
def confirm(slip_id: int, who: Reporter, *, report_id: int, now: datetime) -> ScoreReport:
    """Confirm the other side's report. Refused: report_changed, if it is no longer the open report; signed_in_report."""
    slip, _tournament = open_slip(slip_id, now)
    _require_side(who, slip)
    other = _standing(slip, _opponent(slip, who.side))
    if other is None or other.pk != report_id or other.kind == Kind.OBJECTION:
        text = _("This page is out of date. Reload it and try again.")
        raise DomainError("report_changed", text)
    return report(slip_id, who, claim_of(other), now=now)


@transaction.atomic
def object_to(slip_id: int, who: Reporter, *, report_id: int, now: datetime) -> ScoreReport:
    """Object to a report: the desk decides. It is the other side's report, or one that somebody made with the slip in the
    player's own name. Refused: report_changed, signed_in_report."""
    slip, tournament = open_slip(slip_id, now)
    _require_side(who, slip)
    other, mine = _standing(slip, _opponent(slip, who.side)), _standing(slip, who.side)
    is_mine = mine is not None and mine.pk == report_id and mine.with_slip and not who.with_slip
    if not is_mine and (other is None or other.pk != report_id):
        text = _("This page is out of date. Reload it and try again.")
        raise DomainError("report_changed", text)
    if mine is not None and mine.kind == Kind.OBJECTION:
        return mine
    require_own_login(mine, who)
    if mine is not None:
        _answer(mine, State.REPLACED, now)
    reported = _write(slip, who, None, State.WAITING, now)
    _mark_disputed(tournament, slip, [reported, *([other] if other else [])], now)
    return reported


@transaction.atomic
def decide_at_desk(slip_id: int, who: Reporter, claim: Claim, *, now: datetime) -> Result:
    """The desk types a result that no report contradicts (typed_results.py checks rights). It counts at once."""
    slip, tournament = open_slip(slip_id, now)
    check(claim, slip)
    reported = _write(slip, who, claim, State.WAITING, now)
    return _decide(tournament, slip, reported, now)


@transaction.atomic
def let_stand(report_id: int, now: datetime) -> bool:
    """Count a report that nobody answered in time; returns whether it counted. Safe twice (tasks.sweep_board)."""
    reports = ScoreReport.objects.filter(pk=report_id)
    tournament_id = reports.values_list("slip__pairing__stage__tournament_id", flat=True).first()
    if tournament_id is None:
        return False
    tournament = locked(tournament_id)
    row = reports.select_related("slip__pairing__round").get()
    if row.stands_at is None or row.stands_at > now or row.state != State.WAITING:
        return False
    slip = row.slip
    if slip.closed_at or slip.voided_at or tournament.status != Tournament.Status.RUNNING:
        _answer(row, State.OVERRULED, now)
        return False
    _decide(tournament, slip, row, now, State.STOOD)
    return True


def due_reports(now: datetime) -> list[int]:
    """Reports whose time for an answer is over."""
    due = ScoreReport.objects.filter(stands_at__lte=now, state=State.WAITING)
    return list(due.order_by("stands_at").values_list("pk", flat=True)[:500])


def open_slip(slip_id: int, now: datetime) -> tuple[Slip, Tournament]:
    """The slip, read under its tournament's lock."""
    slips = Slip.objects.filter(pk=slip_id)
    tournament_id = slips.values_list("pairing__stage__tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
    tournament = locked(tournament_id)
    require_status(tournament, Tournament.Status.RUNNING)
    settle(tournament, now)
    slip = slips.select_related("pairing__round").get()
    if slip.voided_at is not None or venue_of(tournament) is None:
        text = _("This match is void. Ask the desk.")
        raise DomainError("slip_void", text)
    if slip.closed_at is not None:
        text = _("This match already has a result. If it is wrong, tell the desk.")
        raise DomainError("already_decided", text)
    return slip, tournament


def _require_side(who: Reporter, slip: Slip) -> None:
    if who.side not in (slip.entry_a_id, slip.entry_b_id):
        text = _("Choose one of the two players in this pairing.")
        raise DomainError("not_in_this_pairing", text, status=400)


def _opponent(slip: Slip, side: int | None) -> int:
    return slip.entry_b_id if side == slip.entry_a_id else slip.entry_a_id


def _standing(slip: Slip, side: int | None) -> ScoreReport | None:
    """The last open report of a side."""
    reports = slip.reports.filter(side=side, state__in=ScoreReport.OPEN)
    return reports.select_related("side__player").order_by("pk").last()


def _same(row: ScoreReport, claim: Claim) -> bool:
    return (row.winner_id, row.kind, row.score) == (claim.winner, claim.kind, claim.score_json())


def _needs_desk(who: Reporter, claim: Claim) -> bool:
    """Nobody wins by their own report that the opponent has not come."""
    return claim.kind == Kind.FORFEIT and claim.winner == who.side


def _write(
    slip: Slip, who: Reporter, claim: Claim | None, state: str, now: datetime
) -> ScoreReport:
    """Store a report. Only one may wait at a time: an earlier one that waits becomes disputed."""
    if state == State.WAITING:
        slip.reports.filter(state=State.WAITING).update(state=State.DISPUTED, stands_at=None)
    if slip.begun_at is None:
        slip.begun_at = now
        slip.save(update_fields=["begun_at"])
    return ScoreReport.objects.create(
        slip=slip,
        by=who.user,
        side_id=who.side,
        with_slip=who.with_slip,
        network=who.network,
        kind=claim.kind if claim else Kind.OBJECTION,
        winner_id=claim.winner if claim else None,
        score=claim.score_json() if claim else None,
        state=state,
        at=now,
    )


def _agree(
    tournament: Tournament, slip: Slip, who: Reporter, other: ScoreReport, now: datetime
) -> ScoreReport:
    """The second side reports the same. If that does not count at once (confirmation.py), the report goes on waiting, and a
    dispute stays with the desk."""
    claim = claim_of(other)
    if counts_at_once(slip, other, who):
        reported = _write(slip, who, claim, State.WAITING, now)
        _decide(tournament, slip, reported, now)
        return reported
    if slip.disputed_at is not None:
        reported = _write(slip, who, claim, State.DISPUTED, now)
    elif other.state == State.WAITING:
        reported = _write(slip, who, claim, State.AGREED, now)
    else:  # the other side had agreed to the report that this one replaces
        return _write(slip, who, claim, State.WAITING, now)
    save_changed(tournament)
    return reported


def _wait(tournament: Tournament, row: ScoreReport, until: datetime | None, now: datetime) -> None:
    """Let a report wait for an objection. `until` is set if the same score waits already."""
    row.stands_at = until or now + timedelta(seconds=tournament.venue.confirm_after_s)
    row.save(update_fields=["stands_at"])
    if until is None:
        queue_emails(tournament, row.slip, row, now)
    save_changed(tournament)


def _answer(row: ScoreReport, state: str, now: datetime) -> None:
    row.state, row.stands_at, row.settled_at = state, None, now
    row.save(update_fields=["state", "stands_at", "settled_at"])


def _mark_disputed(
    tournament: Tournament, slip: Slip, reports: list[ScoreReport], now: datetime
) -> None:
    for row in reports:
        row.state, row.stands_at = State.DISPUTED, None
        row.save(update_fields=["state", "stands_at"])
    slip.disputed_at = slip.disputed_at or now
    slip.save(update_fields=["disputed_at"])
    save_changed(tournament)


def _decide(
    tournament: Tournament,
    slip: Slip,
    row: ScoreReport,
    now: datetime,
    state: str = State.CONFIRMED,
) -> Result:
    """Make a report the result; settling closes the slip and answers every other report."""
    tied = row.kind == Kind.TIED
    result = Result.objects.create(
        pairing=slip.pairing,
        board=slip.board,
        winner_id=row.winner_id,
        loser_id=slip.entry_a_id if tied else _opponent(slip, row.winner_id),
        second_loser_id=slip.entry_b_id if tied else None,
        kind=row.kind,
        score=row.score,
        source=Result.Source.REPORT,
        by=row.by,
        created_at=now,
    )
    _answer(row, state, now)
    row.result = result
    row.save(update_fields=["result"])
    if settle(tournament, now, touched=[slip.pairing_id]).is_nothing:
        save_changed(tournament)
    return result


def result_of(slip: Slip) -> Result | None:
    """The result that counts for a slip."""
    results = counting_results().filter(pairing=slip.pairing_id, board=slip.board)
    two = {slip.entry_a_id, slip.entry_b_id}
    return next(
        (
            r
            for r in reversed(list(results))
            if {r.winner_id or r.second_loser_id, r.loser_id} == two
        ),
        None,
    )
