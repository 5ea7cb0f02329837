"""Players join a ladder at its foot, pause, leave; officers move and remove them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import JOINED, ClubMember
from clubs.services.locking import require_active
from ladders.models import (
    Consequence,
    Ladder,
    LadderChallenge,
    LadderEvent,
    LadderMember,
    LadderResult,
)
from ladders.services import news
from ladders.services.locking import (
    locked_as_officer,
    locked_ladder,
    member_row,
    own_row,
    record,
)
from ladders.services.settling import forfeit, settle_match, settle_result
from web.errors import DomainError, NotAllowed

MOST_PLAYERS = 300
MOST_PAUSE_DAYS = 60
BETWEEN_PAUSES_DAYS = 14
"""So that nobody is out of reach for ever."""
LONGEST_REASON = 200
Kind = LadderEvent.Kind
Status = LadderChallenge.Status


@transaction.atomic
def join_ladder(by: User, ladder_id: int, now: datetime) -> LadderMember:
    """A member of the club stands at the foot; twice is once. Refused: suspended, not_a_member, no_bots, too_many_players."""
    ladder = locked_ladder(ladder_id)
    require_active(by)
    joined = ClubMember.objects.filter(club=ladder.club, player__user=by, status__in=JOINED)
    member = joined.select_related("player").first()
    if member is None:
        raise NotAllowed(
            "not_a_member", _("Only members of the club can join. Join the club first.")
        )
    if member.player.is_bot:
        raise DomainError("no_bots", _("Bots cannot join a ladder."))
    row = LadderMember.objects.filter(ladder=ladder, player=member.player).first()
    if row is not None and row.place is not None:
        return row
    if LadderMember.objects.filter(ladder=ladder, place__isnull=False).count() >= MOST_PLAYERS:
        raise DomainError("too_many_players", _("This ladder has reached its limit of players."))
    row = row or LadderMember(ladder=ladder, player=member.player)
    row.joined_at = row.active_at = now
    row.save()
    record(ladder, by, now, Kind.JOINED, player=row.player_id)
    row.refresh_from_db()
    return row


@transaction.atomic
def leave_ladder(by: User, ladder_id: int, now: datetime) -> None:
    """Players below move up; an unfinished challenge of the player ends. Refused: suspended, not_on_ladder."""
    ladder = locked_ladder(ladder_id)
    take_off(ladder, own_row(by, ladder).player_id, by, now)


@transaction.atomic
def remove_player(by: User, ladder_id: int, player_id: int, now: datetime) -> None:
    """An officer takes a player off the ladder. Refused: not_an_officer, no_such_member."""
    ladder = locked_as_officer(by, ladder_id)
    take_off(ladder, member_row(ladder, player_id).player_id, by, now)


def take_off(ladder: Ladder, player_id: int, by: User | None, now: datetime) -> None:
    """The player leaves the ladder, which is locked. What they have lost already counts before they go."""
    for challenge in unsettled(ladder, player_id):
        if not settle_match(ladder, challenge, now) or challenge.settled_at is None:
            _end_by_leaving(ladder, challenge, player_id, by, now)
    record(ladder, by, now, Kind.LEFT, player=player_id)


def _end_by_leaving(
    ladder: Ladder, row: LadderChallenge, leaver: int, by: User | None, now: datetime
) -> None:
    """A reported result counts. A challenged player who leaves loses their place where the ladder's rule for the deadline says so."""
    rival = row.opponent_of(leaver)
    rule = ladder.unanswered if row.status == Status.OPEN else ladder.unplayed
    if row.status == Status.REPORTED and row.winner_id is not None:
        settle_result(ladder, row, LadderResult(row.winner_id, row.loser_points), by, now)
        outcome = "won" if row.winner_id == rival else "lost"
    elif (
        row.status != Status.DISPUTED and leaver == row.challenged_id and rule == Consequence.PLACE
    ):
        forfeit(ladder, row, Status.EXPIRED, by, now)
        outcome = "forfeited"
    else:
        row.status, row.due_at, row.settled_at = Status.VOID, None, now
        row.save(update_fields=["status", "due_at", "settled_at"])
        outcome = "void"
    news.ended(row, rival, outcome, now)


@transaction.atomic
def place_player(
    by: User, ladder_id: int, player_id: int, place: int, reason: str, now: datetime
) -> None:
    """An officer moves a player to a place. Refused: not_an_officer, no_such_member, bad_place (400), reason_needed (400)."""
    ladder = locked_as_officer(by, ladder_id)
    row = member_row(ladder, player_id)
    size = LadderMember.objects.filter(ladder=ladder, place__isnull=False).count()
    if not 1 <= place <= size:
        text = _("Enter a place from 1 to %(most)d.")
        raise DomainError("bad_place", text % {"most": size}, 400)
    reason = checked_reason(reason)
    if row.place != place:
        record(ladder, by, now, Kind.PLACED, player=player_id, place=place, reason=reason)


def checked_reason(reason: str) -> str:
    """Raises DomainError reason_needed (400)."""
    reason = " ".join(reason.replace("\x00", "").split())
    if not 3 <= len(reason) <= LONGEST_REASON:
        raise DomainError("reason_needed", _("Enter a reason of 3 to 200 characters."), 400)
    return reason


@transaction.atomic
def pause(by: User, ladder_id: int, days: int, now: datetime) -> LadderMember:
    """Nobody can challenge the player for so many days.

    Refused: suspended, not_on_ladder, bad_days (400), paused_lately, in_a_challenge.
    """
    ladder = locked_ladder(ladder_id)
    row = own_row(by, ladder)
    if not 1 <= days <= MOST_PAUSE_DAYS:
        text = _("Enter a number of days from 1 to %(most)d.")
        raise DomainError("bad_days", text % {"most": MOST_PAUSE_DAYS}, 400)
    if unsettled(ladder, row.player_id):
        text = _("Finish your challenge before you pause.")
        raise DomainError("in_a_challenge", text)
    between = timedelta(days=BETWEEN_PAUSES_DAYS)
    if row.paused_until is not None and now < row.paused_until + between:
        text = _("You paused a short time ago. Days between two pauses: %(days)d.")
        raise DomainError("paused_lately", text % {"days": BETWEEN_PAUSES_DAYS})
    row.paused_until = now + timedelta(days=days)
    row.active_at = row.paused_until
    row.save(update_fields=["paused_until", "active_at"])
    record(ladder, by, now, Kind.PAUSED, player=row.player_id, details={"days": days})
    return row


@transaction.atomic
def resume(by: User, ladder_id: int, now: datetime) -> LadderMember:
    """The pause ends now. Twice is once. Refused: suspended, not_on_ladder."""
    ladder = locked_ladder(ladder_id)
    row = own_row(by, ladder)
    if row.is_paused(now):
        row.paused_until = row.active_at = now
        row.save(update_fields=["paused_until", "active_at"])
        record(ladder, by, now, Kind.RESUMED, player=row.player_id)
    return row


def unsettled(ladder: Ladder, player_id: int) -> list[LadderChallenge]:
    """The challenges of a player that are not over: one at most, by the rules. Two queries."""
    rows = LadderChallenge.objects.filter(ladder=ladder, settled_at=None)
    return [*rows.filter(challenger=player_id), *rows.filter(challenged=player_id)]
