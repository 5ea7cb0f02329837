"""A claim of how a match over the board ended, and the check whether a match can end like that."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.agreement import is_session
from tournaments.models import ScoreReport, Slip
from tournaments.ruling.services.session_results import require_session_score
from web.errors import DomainError

Kind = ScoreReport.Kind


@dataclass(frozen=True, slots=True)
class Reporter:
    """Who reports: a user or a holder of the match slip, for one of the two entries, or for the desk (no side).

    `network` is a digest of the network from which a holder of the slip reports.
    """

    side: int | None
    user: User | None = None
    with_slip: bool = False
    network: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """How a match ended: `score` is by entry, None if it was not counted."""

    winner: int | None  # None: a tied session (T5.6)
    score: Mapping[int, int] | None = None
    kind: str = Kind.PLAYED

    def score_json(self) -> dict[str, int] | None:
        return None if self.score is None else {str(pk): n for pk, n in self.score.items()}


def check(claim: Claim, slip: Slip) -> None:
    """Can a match end like that? Refused: not_in_this_pairing, bad_score (400)."""
    two = {slip.entry_a_id, slip.entry_b_id}
    if is_session(slip.pairing.round) and claim.kind != Kind.FORFEIT:
        require_session_score(tuple(two), claim.score, slip.pairing.round.length)
        if claim.winner == leader(claim.score or {}):
            return
        text = _("In a session, the side with more points wins. Equal points mean a tie.")
        raise DomainError("bad_score", text, status=400)
    if claim.winner not in two:
        text = _("Choose one of the two players in this pairing.")
        raise DomainError("not_in_this_pairing", text, status=400)
    if claim.kind not in (Kind.PLAYED, Kind.TIME, Kind.CONCEDED, Kind.FORFEIT):
        raise DomainError(
            "bad_score", _("This is not a possible result for this match."), status=400
        )
    if claim.score is not None:
        _check_score(claim, claim.score, slip)
    elif claim.kind == Kind.PLAYED:
        raise DomainError("bad_score", _("Enter the points of both players."), status=400)


def _check_score(claim: Claim, score: Mapping[int, int], slip: Slip) -> None:
    two, length = {slip.entry_a_id, slip.entry_b_id}, slip.pairing.round.length
    (loser,) = two - {claim.winner}
    assert claim.winner is not None  # noqa: S101
    if claim.kind == Kind.FORFEIT or set(score) != two or min(score.values()) < 0:
        raise DomainError("bad_score", _("Enter the points of both players."), status=400)
    won, lost = score[claim.winner], score[loser]
    if lost >= length:
        text = _("Match to %(n)s: the loser’s score must be lower than %(n)s.")
        raise DomainError("bad_score", text % {"n": length}, status=400)
    if claim.kind == Kind.PLAYED and won != length:
        text = _("Match to %(n)s: the winner’s score must be %(n)s.")
        raise DomainError("bad_score", text % {"n": length}, status=400)
    if claim.kind != Kind.PLAYED and won >= length:
        text = _("This score ends the match. Report a normal win instead.")
        raise DomainError("bad_score", text, status=400)


def claim_of(report: ScoreReport) -> Claim:
    score = None if report.score is None else {int(pk): int(n) for pk, n in report.score.items()}
    return Claim(report.winner_id, score, report.kind)


def leader(score: Mapping[int, int]) -> int | None:
    """The entry with more points; None if both have the same."""
    first, second = sorted(score, key=lambda entry: -score[entry])
    return None if score[first] == score[second] else first


def session_claim(score: Mapping[int, int], kind: str = Kind.PLAYED) -> Claim:
    """The claim of a session by its points: the side with more wins, equal points are a tie."""
    winner = leader(score)
    return Claim(winner, score, Kind.TIED if winner is None else kind)
