"""Results over the board that the desk types: at once what it is told; over somebody's word only as a ruling."""

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
from tournaments.venue.services.claims import Claim, Speaker, check, claim_of
from web.errors import DomainError

OBJECTION = ScoreReport.Kind.OBJECTION


@dataclass(frozen=True, slots=True)
class Typed:
    """Who types what, when, and why he goes over somebody's word, if he does; `confirm` as in `Order`."""

    by: User | None
    claim: Claim
    now: datetime
    reason: str = ""
    confirm: str = ""


@transaction.atomic
def type_result(slip_id: int, typed: Typed) -> Result | Ruling:
    """Write down a result at the desk. What contradicts a report, or ends a dispute, is a ruling (directors only).
    Returns what can be taken back: the result, or the ruling that set it.

    Refused: not_your_role, reported_otherwise, bad_score, already_decided, slip_void; as a ruling is (NotConfirmed).
    """
    slip = Slip.objects.select_related("pairing__round", "pairing__stage__tournament").get(
        pk=slip_id
    )
    tournament = locked(slip.pairing.stage.tournament_id)  # before looking what players said
    require(typed.by, tournament, Right.SCORE)
    if not _contradicts(slip, typed.claim):
        who = Speaker(None, typed.by)
        return reporting.decide_at_desk(slip_id, who, typed.claim, now=typed.now)
    if typed.by is not None and not may(typed.by, tournament, Right.DIRECT):
        text = _("A player reported something else. A director decides.")
        raise DomainError("reported_otherwise", text)
    return _rule(slip, typed)


def claimed(slip: Slip, report_id: int) -> tuple[Claim, Entry | None]:
    """How it ended by this report, and whose word that is. Refused: report_changed, when it does not stand any more."""
    told = slip.reports.filter(pk=report_id, state__in=ScoreReport.OPEN).exclude(
        kind=ScoreReport.Kind.OBJECTION
    )
    said = told.select_related("side__player").first()
    if said is None:
        text = _("What was reported has changed meanwhile. Look again.")
        raise DomainError("report_changed", text)
    return claim_of(said), said.side


def _contradicts(slip: Slip, claim: Claim) -> bool:
    """Has a player said something else that nothing has answered?"""
    open_still = slip.reports.filter(state__in=ScoreReport.OPEN)
    return any(said.kind == OBJECTION or claim_of(said) != claim for said in open_still)


def _rule(slip: Slip, typed: Typed) -> Ruling:
    claim = typed.claim
    check(claim, slip)
    order = RulingRequest(by=typed.by, now=typed.now, reason=typed.reason, confirm=typed.confirm)
    board = slip.board if slip.pairing.stage.tournament.boards > 1 else 1
    if claim.kind == ScoreReport.Kind.FORFEIT:
        two = {slip.entry_a_id, slip.entry_b_id}
        losers = tuple(pk for pk in two if pk != claim.winner)
        return rule(ForfeitPairing(pairing_id=slip.pairing_id, losers=losers, board=board), order)
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
        order,
    )
