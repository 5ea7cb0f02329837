"""How a challenge ends: with a result, without one, or as an officer decides. The ladder is locked by the caller."""

from datetime import datetime

from accounts.models import User
from games.models import Match, MatchSeat, MatchStatus
from ladders.models import Ladder, LadderChallenge, LadderEvent, LadderMember, LadderResult
from ladders.services import news
from ladders.services.locking import record

Kind = LadderEvent.Kind
Status = LadderChallenge.Status
OVER = (MatchStatus.FINISHED, MatchStatus.VOID)


def settle_result(
    ladder: Ladder,
    row: LadderChallenge,
    result: LadderResult,
    by: User | None,
    now: datetime,
    *,
    reason: str = "",
) -> None:
    """The result counts; a winner who stands lower takes the place of the loser."""
    row.winner_id, row.loser_points = result
    _close(row, Status.PLAYED, now)
    LadderMember.objects.filter(ladder=ladder, player__in=row.players).update(active_at=now)
    loser = row.opponent_of(result.winner)
    facts = {"other_id": loser, "challenge": row, "reason": reason}
    record(ladder, by, now, Kind.WON, player=result.winner, **facts)


def settle_match(ladder: Ladder, row: LadderChallenge, now: datetime) -> bool:
    """The result of a finished match counts; after a void one the challenge can be played again. False: nothing to do."""
    match = row.match
    if row.settled_at is not None or match is None or match.status not in OVER:
        return False
    seats = MatchSeat.objects.filter(match=match, seat=match.winner) if match.winner else None
    winner = None if seats is None else seats.values_list("player", flat=True).first()
    if match.status == MatchStatus.VOID or winner is None or winner not in row.players:
        row.match = None
        row.save(update_fields=["match"])
        return True
    settle_result(ladder, row, LadderResult(winner, _loser_points(match)), None, now)
    news.answered(row, now)
    for player in row.players:
        news.to_player(row, player, "won" if player == winner else "lost", now)
    return True


def _loser_points(match: Match) -> int:
    return match.score_b if match.winner == "A" else match.score_a


def forfeit(
    ladder: Ladder,
    row: LadderChallenge,
    status: LadderChallenge.Status,
    by: User | None,
    now: datetime,
) -> None:
    """The challenged player loses their place to the challenger."""
    row.winner_id = row.challenger_id
    _close(row, status, now)
    facts = {"other_id": row.challenged_id, "challenge": row}
    record(ladder, by, now, Kind.FORFEITED, player=row.challenger_id, **facts)


def expire(ladder: Ladder, row: LadderChallenge, now: datetime) -> None:
    """A deadline was missed, and nobody moves."""
    _close(row, Status.EXPIRED, now)
    facts = {"other_id": row.challenged_id, "challenge": row}
    record(ladder, None, now, Kind.EXPIRED, player=row.challenger_id, **facts)


def _close(row: LadderChallenge, status: LadderChallenge.Status, now: datetime) -> None:
    row.status, row.due_at, row.settled_at = status, None, now
    row.save(update_fields=["status", "due_at", "settled_at", "winner", "loser_points"])
