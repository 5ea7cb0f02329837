"""What somebody says about how a match over the board ended, and whether one can end like that."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.errors import DomainError
from accounts.models import User
from tournaments.models import ScoreReport, Slip

Kind = ScoreReport.Kind


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says something: a login or the holder of the slip, for one of the two entries, or for the desk (no side)."""

    side: int | None
    user: User | None = None
    with_slip: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """How it ended: `score` is by entry, None where nobody counted."""

    winner: int
    score: Mapping[int, int] | None = None
    kind: str = Kind.PLAYED

    def told(self) -> dict[str, int] | None:
        return None if self.score is None else {str(pk): n for pk, n in self.score.items()}


def check(claim: Claim, slip: Slip) -> None:
    """Can a match end like that? Refused: not_in_this_pairing, bad_score (400)."""
    two = {slip.entry_a_id, slip.entry_b_id}
    if claim.winner not in two:
        text = _("Only one of its two players can win a pairing.")
        raise DomainError("not_in_this_pairing", text, status=400)
    if claim.kind not in (Kind.PLAYED, Kind.TIME, Kind.CONCEDED, Kind.FORFEIT):
        raise DomainError("bad_score", _("A match does not end like that."), status=400)
    if claim.score is not None:
        _check_score(claim, claim.score, slip)
    elif claim.kind == Kind.PLAYED:
        raise DomainError("bad_score", _("Say how many points both have."), status=400)


def _check_score(claim: Claim, score: Mapping[int, int], slip: Slip) -> None:
    two, length = {slip.entry_a_id, slip.entry_b_id}, slip.pairing.round.length
    (loser,) = two - {claim.winner}
    if claim.kind == Kind.FORFEIT or set(score) != two or min(score.values()) < 0:
        raise DomainError("bad_score", _("A score has the points of both players."), status=400)
    won, lost = score[claim.winner], score[loser]
    if lost >= length:
        text = _("The loser of a match to %(n)s has fewer than %(n)s points.")
        raise DomainError("bad_score", text % {"n": length}, status=400)
    if claim.kind == Kind.PLAYED and won != length:
        text = _("The winner of a match to %(n)s has %(n)s points.")
        raise DomainError("bad_score", text % {"n": length}, status=400)
    if claim.kind != Kind.PLAYED and won >= length:
        text = _("With this score the match was played to its end.")
        raise DomainError("bad_score", text, status=400)


def claim_of(said: ScoreReport) -> Claim:
    score = None if said.score is None else {int(pk): int(n) for pk, n in said.score.items()}
    return Claim(said.winner_id or 0, score, said.kind)
