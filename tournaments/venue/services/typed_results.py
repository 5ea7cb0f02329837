"""Results over the board that the desk types. They count at once; against a player's report only as a ruling."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.agreement import is_session
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, may, require
from tournaments.models import Entry, Result, Ruling, ScoreReport, Slip
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter, check, claim_of
from web.errors import DomainError

OBJECTION = ScoreReport.Kind.OBJECTION


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A result typed at the desk: by whom, when, and the reason if it overrules a report; `confirm` as in `RulingRequest`."""

    by: User | None
    claim: Claim
    now: datetime
    reason: str = ""
    confirm: str = ""


@transaction.atomic
def type_result(slip_id: int, typed: TypedResult) -> Result | Ruling:
    """Write down a result at the desk. If it contradicts a report or ends a dispute, it is a ruling (directors only).
    Returns what an undo takes back: the result, or the ruling that set it.

    Refused: not_your_role, reported_otherwise, bad_score, already_decided, slip_void; as a ruling is (ConfirmationNeeded).
    """
    slip = Slip.objects.select_related("pairing__round", "pairing__stage__tournament").get(
        pk=slip_id
    )
    tournament = locked(slip.pairing.stage.tournament_id)  # before reading the players' reports
    require(typed.by, tournament, Right.SCORE)
    if not _contradicts(slip, typed.claim):
        who = Reporter(None, typed.by)
        return reporting.decide_at_desk(slip_id, who, typed.claim, now=typed.now)
    if typed.by is not None and not may(typed.by, tournament, Right.DIRECT):
        text = _("This contradicts a player’s report. A director must decide.")
        raise DomainError("reported_otherwise", text)
    return _rule(slip, typed)


def reported_claim(slip: Slip, report_id: int) -> tuple[Claim, Entry | None]:
    """The claim of a report, and the entry that reported it. Refused: report_changed if it is no longer open."""
    reports = slip.reports.filter(pk=report_id, state__in=ScoreReport.OPEN).exclude(
        kind=ScoreReport.Kind.OBJECTION
    )
    report = reports.select_related("side__player").first()
    if report is None:
        text = _("This page is out of date. Reload it and try again.")
        raise DomainError("report_changed", text)
    return claim_of(report), report.side


def _contradicts(slip: Slip, claim: Claim) -> bool:
    """Is there an open report of something else?"""
    open_still = slip.reports.filter(state__in=ScoreReport.OPEN)
    return any(report.kind == OBJECTION or claim_of(report) != claim for report in open_still)


def _rule(slip: Slip, typed: TypedResult) -> Ruling:
    claim = typed.claim
    check(claim, slip)
    request = RulingRequest(by=typed.by, now=typed.now, reason=typed.reason, confirm=typed.confirm)
    board = slip.board if slip.pairing.stage.tournament.boards > 1 else 1
    if claim.kind == ScoreReport.Kind.FORFEIT:
        two = {slip.entry_a_id, slip.entry_b_id}
        losers = tuple(pk for pk in two if pk != claim.winner)
        return rule(ForfeitPairing(pairing_id=slip.pairing_id, losers=losers, board=board), request)
    scored = (ScoreReport.Kind.PLAYED, ScoreReport.Kind.TIED)
    score = claim.score if claim.kind in scored or is_session(slip.pairing.round) else None
    return rule(
        SetResult(
            pairing_id=slip.pairing_id,
            winner=claim.winner,
            score=score,
            board=board,
            kind=claim.kind,
        ),
        request,
    )
