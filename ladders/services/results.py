"""Results over the board: one player reports, the other confirms, or an officer decides. Officers correct and void results."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import MatchStatus
from ladders.models import LadderChallenge, LadderEvent, LadderResult
from ladders.services import news
from ladders.services.locking import (
    challenge_in,
    locked_as_officer,
    locked_ladder,
    own_row,
    record,
)
from ladders.services.membership import checked_reason
from ladders.services.settling import settle_result
from web.errors import DomainError, NotAllowed

CONFIRM_WITHIN = timedelta(days=3)
"""A reported result that nobody disputes counts after this time."""
Kind = LadderEvent.Kind
Status = LadderChallenge.Status
UNSETTLED = (Status.ACCEPTED, Status.REPORTED, Status.DISPUTED)


@transaction.atomic
def report_result(
    by: User, ladder_id: int, challenge_id: int, result: LadderResult, now: datetime
) -> LadderChallenge:
    """The first report waits for the other player; the same result from them confirms it, another one disputes it.

    Refused: not_your_challenge, not_accepted_yet, played_online, bad_result (400).
    """
    ladder = locked_ladder(ladder_id)
    row = challenge_in(ladder, challenge_id)
    own = own_row(by, ladder).player_id
    if own not in row.players:
        raise NotAllowed("not_your_challenge", _("You are not a player of this challenge."))
    _require_result(row, result)
    if row.status not in UNSETTLED:
        text = _("Only an accepted challenge can have a result. Reload the page.")
        raise DomainError("not_accepted_yet", text)
    if row.match is not None and row.match.status in (
        MatchStatus.NONCES,
        MatchStatus.BREAK,
        MatchStatus.PLAYING,
        MatchStatus.FINISHED,
    ):
        text = _("This match is played on the site. Its result counts by itself.")
        raise DomainError("played_online", text)
    is_same = (row.winner_id, row.loser_points) == result
    if row.status == Status.ACCEPTED or row.reported_by_id == own:
        _report(row, own, result, by, now)
    elif is_same:
        settle_result(ladder, row, result, by, now)
        news.ended(row, row.opponent_of(own), _outcome(row, row.opponent_of(own)), now)
    elif row.status != Status.DISPUTED:
        row.status, row.due_at = Status.DISPUTED, None
        row.save(update_fields=["status", "due_at"])
        _record(row, by, now, Kind.DISPUTED, result)
        news.answered(row, now)
        news.to_officers(row, "disputed", now)
    return row


def _report(row: LadderChallenge, own: int, result: LadderResult, by: User, now: datetime) -> None:
    if row.status == Status.DISPUTED:
        raise DomainError("disputed", _("The result is disputed. An officer of the club decides."))
    row.status, row.reported_by_id = Status.REPORTED, own
    row.winner_id, row.loser_points = result
    row.due_at, row.is_reminded = now + CONFIRM_WITHIN, False
    row.save()
    _record(row, by, now, Kind.REPORTED, result)
    news.ended(row, row.opponent_of(own), "reported", now)


@transaction.atomic
def decide_result(
    by: User, ladder_id: int, challenge_id: int, result: LadderResult, reason: str, now: datetime
) -> LadderChallenge:  # fmt: skip
    """An officer states the result of a challenge that is not over, or corrects one that counts; the order is worked out again.

    Refused: not_an_officer, reason_needed (400), bad_result (400), not_a_result.
    """
    ladder = locked_as_officer(by, ladder_id)
    row = challenge_in(ladder, challenge_id)
    reason = checked_reason(reason)
    _require_result(row, result)
    if row.settled_at is None:
        settle_result(ladder, row, result, by, now, reason=reason)
        news.answered(row, now)
        for player in row.players:
            news.to_player(row, player, _outcome(row, player), now)
        return row
    target = _result_of(row)
    row.status = Status.PLAYED
    row.winner_id, row.loser_points = result
    row.save(update_fields=["status", "winner", "loser_points"])
    facts = {"other_id": row.opponent_of(result.winner), "challenge": row}
    record(
        ladder, by, now, Kind.CORRECTED, player=result.winner, target=target, reason=reason, **facts
    )
    for player in row.players:
        news.to_player(row, player, "corrected", now)
    return row


@transaction.atomic
def void_challenge(
    by: User, ladder_id: int, challenge_id: int, reason: str, now: datetime
) -> LadderChallenge:
    """An officer ends a challenge, or takes back what it did to the order. Twice is once.

    Refused: not_an_officer, reason_needed (400).
    """
    ladder = locked_as_officer(by, ladder_id)
    row = challenge_in(ladder, challenge_id)
    reason = checked_reason(reason)
    if row.status == Status.VOID:
        return row
    result = _moved_by(row)
    row.status, row.due_at = Status.VOID, None
    row.settled_at = row.settled_at or now
    row.save(update_fields=["status", "due_at", "settled_at"])
    facts = {"other_id": row.challenged_id, "challenge": row, "reason": reason}
    record(ladder, by, now, Kind.VOIDED, player=row.challenger_id, target=result, **facts)
    news.answered(row, now)
    for player in row.players:
        news.to_player(row, player, "void", now)
    return row


def _require_result(row: LadderChallenge, result: LadderResult) -> None:
    points = result.loser_points
    if result.winner not in row.players or points is None or not 0 <= points < row.length:
        text = _("Choose the winner, and enter the loser’s points: from 0 to %(most)d.")
        raise DomainError("bad_result", text % {"most": row.length - 1}, 400)


def _moved_by(row: LadderChallenge) -> LadderEvent | None:
    """The line of the log by which this challenge moved players, if it has."""
    lines = LadderEvent.objects.filter(challenge=row, kind__in=(Kind.WON, Kind.FORFEITED))
    return lines.order_by("-pk").first()


def _result_of(row: LadderChallenge) -> LadderEvent:
    result = _moved_by(row)
    if result is None:
        raise DomainError(
            "not_a_result", _("This challenge has no result that could be corrected.")
        )
    return result


def _outcome(row: LadderChallenge, player: int) -> str:
    return "won" if row.winner_id == player else "lost"


def _record(
    row: LadderChallenge, by: User, now: datetime, kind: LadderEvent.Kind, result: LadderResult
) -> None:
    facts = {
        "other_id": row.opponent_of(result.winner),
        "challenge": row,
        "details": {"points": result.loser_points},
    }
    record(row.ladder, by, now, kind, player=result.winner, **facts)
