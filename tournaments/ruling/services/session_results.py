"""The result of a session (T5.6): the points of both sides decide who won, or that nobody did."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.models import Result
from web.errors import DomainError

Kind = Result.Kind
MOST_POINTS = 9999


def session_result(
    two: Sequence[int], score: Mapping[int, int] | None, games: int, kind: str = Kind.PLAYED
) -> Result:
    """An unsaved result without its pairing. Refused: bad_score (400)."""
    require_session_score(two, score, games)
    points = dict(score or {})
    first, second = two
    by_entry = {str(entry): points[entry] for entry in two}
    if points[first] == points[second]:
        return Result(kind=Kind.TIED, loser_id=first, second_loser_id=second, score=by_entry)
    winner, loser = (first, second) if points[first] > points[second] else (second, first)
    return Result(
        kind=Kind.PLAYED if kind == Kind.TIED else kind,
        winner_id=winner,
        loser_id=loser,
        score=by_entry,
    )


def require_session_score(two: Sequence[int], score: Mapping[int, int] | None, games: int) -> None:
    """Refused: bad_score (400). Each game of a session is worth at least one point."""
    if (
        score is None
        or set(score) != set(two)
        or not all(0 <= n <= MOST_POINTS for n in score.values())
    ):
        raise DomainError("bad_score", _("Enter the points of both players."), status=400)
    if sum(score.values()) < games:
        text = _("The score is too low. Games: %(n)s, each worth at least 1 point.")
        raise DomainError("bad_score", text % {"n": games}, status=400)
