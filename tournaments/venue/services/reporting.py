"""Scores over the board, as players report them (T9.7): one reports, the other confirms, or it stands when nobody answers;
two who disagree go to the desk. Every word stays on record. Whose confirmation counts at once: confirmation.py.

Whatever decides becomes a `Result`, and from there the tournament goes on as after any match.
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
from tournaments.venue.services.claims import Claim, Speaker, check, claim_of
from tournaments.venue.services.confirmation import counts_at_once, owe_emails, require_own_login
from web.errors import DomainError, NotFound

Kind, State = ScoreReport.Kind, ScoreReport.State
MOST_REPORTS = 30  # of one slip; two who go on and on have to talk to the desk


@transaction.atomic
def report(slip_id: int, who: Speaker, claim: Claim, *, now: datetime) -> ScoreReport:
    """Say how it ended. The same from both sides is an agreement (`_agree`); something else from the other side is a
    dispute; a second report of the same side replaces its first. A report that is sent twice is kept once.

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
        text = _("So much has been reported here that the desk has to decide.")
        raise DomainError("too_many_reports", text)
    waits_until = mine.stands_at if mine is not None and _same(mine, claim) else None
    if mine is not None:
        _answer(mine, State.REPLACED, now)
    if other is not None and _same(other, claim):
        said = _agree(tournament, slip, who, other, now)
    else:
        said = _write(slip, who, claim, State.WAITING, now)
        if other is not None or _needs_desk(who, claim):
            _dispute(tournament, slip, [said, *([other] if other else [])], now)
    if said.state == State.WAITING:
        _wait(tournament, said, waits_until, now)
    return said


@transaction.atomic
def confirm(slip_id: int, who: Speaker, *, report_id: int, now: datetime) -> ScoreReport:
    """Agree to what the other side reported. Refused: report_changed, when that is not what stands now; signed_in_report."""
    slip, _tournament = open_slip(slip_id, now)
    _require_side(who, slip)
    other = _standing(slip, _opponent(slip, who.side))
    if other is None or other.pk != report_id or other.kind == Kind.OBJECTION:
        text = _("What was reported has changed meanwhile. Look again.")
        raise DomainError("report_changed", text)
    return report(slip_id, who, claim_of(other), now=now)


@transaction.atomic
def object_to(slip_id: int, who: Speaker, *, report_id: int, now: datetime) -> ScoreReport:
    """Say only that a report is not right: the desk decides. It is the report of the other side, or one that somebody
    made with the slip in the player's own name. Refused: report_changed, signed_in_report."""
    slip, tournament = open_slip(slip_id, now)
    _require_side(who, slip)
    other, mine = _standing(slip, _opponent(slip, who.side)), _standing(slip, who.side)
    is_mine = mine is not None and mine.pk == report_id and mine.with_slip and not who.with_slip
    if not is_mine and (other is None or other.pk != report_id):
        text = _("What was reported has changed meanwhile. Look again.")
        raise DomainError("report_changed", text)
    if mine is not None and mine.kind == Kind.OBJECTION:
        return mine
    require_own_login(mine, who)
    if mine is not None:
        _answer(mine, State.REPLACED, now)
    said = _write(slip, who, None, State.WAITING, now)
    _dispute(tournament, slip, [said, *([other] if other else [])], now)
    return said


@transaction.atomic
def decide_at_desk(slip_id: int, who: Speaker, claim: Claim, *, now: datetime) -> Result:
    """The desk types what it was told, as nobody says otherwise (typing.py asks who may). It counts at once."""
    slip, tournament = open_slip(slip_id, now)
    check(claim, slip)
    said = _write(slip, who, claim, State.WAITING, now)
    return _decide(tournament, slip, said, now)


@transaction.atomic
def let_stand(report_id: int, now: datetime) -> bool:
    """A report that nobody answered in time counts; says whether it did. Safe twice (tasks.sweep_board)."""
    found = ScoreReport.objects.filter(pk=report_id)
    tournament_id = found.values_list("slip__pairing__stage__tournament_id", flat=True).first()
    if tournament_id is None:
        return False
    tournament = locked(tournament_id)
    said = found.select_related("slip__pairing__round").get()
    if said.stands_at is None or said.stands_at > now or said.state != State.WAITING:
        return False
    slip = said.slip
    if slip.closed_at or slip.voided_at or tournament.status != Tournament.Status.RUNNING:
        _answer(said, State.OVERRULED, now)
        return False
    _decide(tournament, slip, said, now, State.STOOD)
    return True


def owed_reports(now: datetime) -> list[int]:
    """Reports whose time to be answered is over."""
    owed = ScoreReport.objects.filter(stands_at__lte=now, state=State.WAITING)
    return list(owed.order_by("stands_at").values_list("pk", flat=True)[:500])


def open_slip(slip_id: int, now: datetime) -> tuple[Slip, Tournament]:
    """The slip as it is under its tournament's lock."""
    found = Slip.objects.filter(pk=slip_id)
    tournament_id = found.values_list("pairing__stage__tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_slip", _("There is no such slip."))
    tournament = locked(tournament_id)
    require_status(tournament, Tournament.Status.RUNNING)
    settle(tournament, now)
    slip = found.select_related("pairing__round").get()
    if slip.voided_at is not None or venue_of(tournament) is None:
        text = _("These two no longer meet. Ask the desk.")
        raise DomainError("slip_void", text)
    if slip.closed_at is not None:
        text = _("The result of this match is recorded already. If it is wrong, tell the desk.")
        raise DomainError("already_decided", text)
    return slip, tournament


def _require_side(who: Speaker, slip: Slip) -> None:
    if who.side not in (slip.entry_a_id, slip.entry_b_id):
        text = _("Only one of its two players can win a pairing.")
        raise DomainError("not_in_this_pairing", text, status=400)


def _opponent(slip: Slip, side: int | None) -> int:
    return slip.entry_b_id if side == slip.entry_a_id else slip.entry_a_id


def _standing(slip: Slip, side: int | None) -> ScoreReport | None:
    """The last word of a side that nothing has answered."""
    found = slip.reports.filter(side=side, state__in=ScoreReport.OPEN)
    return found.select_related("side__player").order_by("pk").last()


def _same(said: ScoreReport, claim: Claim) -> bool:
    return (said.winner_id, said.kind, said.score) == (claim.winner, claim.kind, claim.told())


def _needs_desk(who: Speaker, claim: Claim) -> bool:
    """Nobody can say for himself that his opponent has not come."""
    return claim.kind == Kind.FORFEIT and claim.winner == who.side


def _write(slip: Slip, who: Speaker, claim: Claim | None, state: str, now: datetime) -> ScoreReport:
    """Put a word on record. Only one may wait at a time: another that waits is disputed by this one."""
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
        score=claim.told() if claim else None,
        state=state,
        at=now,
    )


def _agree(
    tournament: Tournament, slip: Slip, who: Speaker, other: ScoreReport, now: datetime
) -> ScoreReport:
    """The second side says the same. Without the logins that this needs, the report goes on waiting until it stands by
    itself, and a dispute stays with the desk."""
    claim = claim_of(other)
    if counts_at_once(slip, other, who):
        said = _write(slip, who, claim, State.WAITING, now)
        _decide(tournament, slip, said, now)
        return said
    if slip.disputed_at is not None:
        said = _write(slip, who, claim, State.DISPUTED, now)
    elif other.state == State.WAITING:
        said = _write(slip, who, claim, State.AGREED, now)
    else:  # the other side had agreed to the report that this one replaces
        return _write(slip, who, claim, State.WAITING, now)
    save_changed(tournament)
    return said


def _wait(tournament: Tournament, said: ScoreReport, until: datetime | None, now: datetime) -> None:
    """It stands unless somebody objects in time. `until` is set where the same score waits already."""
    said.stands_at = until or now + timedelta(seconds=tournament.venue.confirm_after_s)
    said.save(update_fields=["stands_at"])
    if until is None:
        owe_emails(tournament, said.slip, said, now)
    save_changed(tournament)


def _answer(said: ScoreReport, state: str, now: datetime) -> None:
    said.state, said.stands_at, said.settled_at = state, None, now
    said.save(update_fields=["state", "stands_at", "settled_at"])


def _dispute(tournament: Tournament, slip: Slip, said: list[ScoreReport], now: datetime) -> None:
    for one in said:
        one.state, one.stands_at = State.DISPUTED, None
        one.save(update_fields=["state", "stands_at"])
    slip.disputed_at = slip.disputed_at or now
    slip.save(update_fields=["disputed_at"])
    save_changed(tournament)


def _decide(
    tournament: Tournament,
    slip: Slip,
    said: ScoreReport,
    now: datetime,
    state: str = State.CONFIRMED,
) -> Result:
    """What was said becomes the result; settling closes the slip and answers every other report."""
    tied = said.kind == Kind.TIED
    result = Result.objects.create(
        pairing=slip.pairing,
        board=slip.board,
        winner_id=said.winner_id,
        loser_id=slip.entry_a_id if tied else _opponent(slip, said.winner_id),
        second_loser_id=slip.entry_b_id if tied else None,
        kind=said.kind,
        score=said.score,
        source=Result.Source.REPORT,
        by=said.by,
        created_at=now,
    )
    _answer(said, state, now)
    said.result = result
    said.save(update_fields=["result"])
    if settle(tournament, now, touched=[slip.pairing_id]).is_nothing:
        save_changed(tournament)
    return result


def result_of(slip: Slip) -> Result | None:
    """What counts for a slip."""
    told = counting_results().filter(pairing=slip.pairing_id, board=slip.board)
    two = {slip.entry_a_id, slip.entry_b_id}
    return next(
        (r for r in reversed(list(told)) if {r.winner_id or r.second_loser_id, r.loser_id} == two),
        None,
    )
