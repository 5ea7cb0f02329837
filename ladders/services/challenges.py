"""A challenge from its start until it can be played: challenged, accepted, declined, withdrawn, begun online."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player, User
from games.models import Match, MatchStatus
from games.services import friendly
from games.services.challenge_privacy import require_may_meet
from games.services.rated_limit import lock_players
from ladders.models import Consequence, Ladder, LadderChallenge, LadderEvent, LadderMember
from ladders.services import news
from ladders.services.checks import clock_of, rules_of
from ladders.services.locking import challenge_in, locked_ladder, member_row, own_row, record
from ladders.services.membership import unsettled
from ladders.services.settling import forfeit
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within

Kind = LadderEvent.Kind
Status = LadderChallenge.Status
WAITS = (Status.PLAYED, Status.DECLINED, Status.EXPIRED)
"""How a challenge ends after which the two must wait."""
MOST_AN_HOUR, HOUR_S = 6, 3600
"""Challenges of a sender, those that were withdrawn among them."""


@transaction.atomic
def send_challenge(by: User, ladder_id: int, player_id: int, now: datetime) -> LadderChallenge:
    """Challenge a player who stands higher, within reach.

    Refused: suspended, not_on_ladder, no_such_member, not_higher, out_of_reach, paused, in_a_challenge, too_soon,
    not_accepted, blocked_by_you, too_many_requests (429).
    """
    ladder = locked_ladder(ladder_id)
    own = own_row(by, ladder)
    other = member_row(ladder, player_id)
    if (refused := challenge_refusal(ladder, own, other, now)) is not None:
        raise refused
    require_may_meet(own.player, [other.player])
    if not is_within(f"ladder-challenge:{by.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError("too_many_requests", _("Too many changes. Try again in an hour."), 429)
    made = LadderChallenge.objects.create(
        ladder=ladder,
        challenger=own.player,
        challenged=other.player,
        created_at=now,
        due_at=now + timedelta(days=ladder.answer_days),
        is_reminded=ladder.answer_days == 1,
        length=ladder.length,
    )
    _record(made, by, now, Kind.CHALLENGED)
    news.to_player(made, other.player_id, "challenged", now)
    return made


def challenge_refusal(
    ladder: Ladder, own: LadderMember, other: LadderMember, now: datetime
) -> DomainError | None:
    """Why this player may not challenge that one now. Five queries at most."""
    if (refused := standing_refusal(ladder, own, other, now)) is not None:
        return refused
    if unsettled(ladder, own.player_id):
        return DomainError("in_a_challenge", _("You have a challenge already. Finish it first."))
    if unsettled(ladder, other.player_id):
        return DomainError("in_a_challenge", _("This player has a challenge already."))
    since = now - timedelta(days=ladder.rematch_days)
    pair = Q(challenger=own.player, challenged=other.player)
    pair |= Q(challenger=other.player, challenged=own.player)
    recent = LadderChallenge.objects.filter(pair, ladder=ladder, settled_at__gt=since)
    if recent.filter(status__in=WAITS).exists():
        text = _("The two of you met a short time ago. Days to wait: %(days)d.")
        return DomainError("too_soon", text % {"days": ladder.rematch_days})
    return None


def standing_refusal(
    ladder: Ladder, own: LadderMember, other: LadderMember, now: datetime
) -> DomainError | None:
    """The same by places and pauses alone. No query."""
    distance = (own.place or 0) - (other.place or 0)
    if distance < 1:
        return DomainError("not_higher", _("Challenge a player who stands higher than you."))
    if distance > ladder.reach:
        text = _("You can challenge players up to %(reach)d places above you.")
        return DomainError("out_of_reach", text % {"reach": ladder.reach})
    if own.is_paused(now):
        return DomainError("paused", _("You have paused. End your pause first."))
    if other.is_paused(now):
        return DomainError("paused", _("This player has paused. Challenge somebody else."))
    return None


@transaction.atomic
def accept_challenge(by: User, ladder_id: int, challenge_id: int, now: datetime) -> LadderChallenge:
    """The two now have until the deadline to play. Twice is once. Refused: not_your_challenge, challenge_over."""
    ladder, row = _opened(by, ladder_id, challenge_id, "challenged")
    if row.status == Status.ACCEPTED:
        return row
    _require_open(row, now)
    row.status, row.due_at = Status.ACCEPTED, now + timedelta(days=ladder.play_days)
    row.is_reminded = ladder.play_days == 1
    row.save(update_fields=["status", "due_at", "is_reminded"])
    _record(row, by, now, Kind.ACCEPTED)
    news.ended(row, row.challenger_id, "accepted", now)
    return row


@transaction.atomic
def decline_challenge(
    by: User, ladder_id: int, challenge_id: int, now: datetime
) -> LadderChallenge:
    """As a missed answer: by the ladder's rule the player may lose their place. Refused: not_your_challenge, challenge_over."""
    ladder, row = _opened(by, ladder_id, challenge_id, "challenged")
    if row.status == Status.DECLINED:
        return row
    _require_open(row, now)
    _record(row, by, now, Kind.DECLINED)
    if ladder.unanswered == Consequence.PLACE:
        forfeit(ladder, row, Status.DECLINED, by, now)
    else:
        _close(row, Status.DECLINED, now)
    news.ended(row, row.challenger_id, "declined", now)
    return row


@transaction.atomic
def withdraw_challenge(
    by: User, ladder_id: int, challenge_id: int, now: datetime
) -> LadderChallenge:
    """Only before it is accepted. Refused: not_your_challenge, challenge_over."""
    _ladder, row = _opened(by, ladder_id, challenge_id, "challenger")
    if row.status == Status.WITHDRAWN:
        return row
    _require_open(row, now)
    _close(row, Status.WITHDRAWN, now)
    _record(row, by, now, Kind.WITHDRAWN)
    news.ended(row, row.challenged_id, "withdrawn", now)
    return row


@transaction.atomic
def play_online(by: User, ladder_id: int, challenge_id: int, now: datetime) -> Match:
    """A friendly match of the two by the ladder's rules; its result counts by itself. A match that waits is answered again.

    Refused: not_your_challenge, not_accepted_yet, and what friendly matches refuse.
    """
    pair = LadderChallenge.objects.filter(pk=challenge_id, ladder=ladder_id)
    lock_players(pk for both in pair.values_list("challenger", "challenged") for pk in both)
    ladder = locked_ladder(ladder_id)
    row = challenge_in(ladder, challenge_id)
    own = own_row(by, ladder).player
    _require_player(row, own)
    if row.status != Status.ACCEPTED:
        text = _("Only an accepted challenge can be played. Reload the page.")
        raise DomainError("not_accepted_yet", text)
    if row.match is not None and row.match.status != MatchStatus.VOID:
        return row.match
    other = row.challenged if own.pk == row.challenger_id else row.challenger
    context = {"title": ladder.name[:80]}
    made = friendly.challenge(
        own, other, rules_of(ladder, row), clock_of(ladder), now, context=context, is_agreed=True
    )
    row.match = made
    row.save(update_fields=["match"])
    return made


def _opened(
    by: User, ladder_id: int, challenge_id: int, side: str
) -> tuple[Ladder, LadderChallenge]:
    """The challenge under its ladder's lock, for the player on this side of it."""
    ladder = locked_ladder(ladder_id)
    row = challenge_in(ladder, challenge_id)
    own = own_row(by, ladder)
    if getattr(row, f"{side}_id") != own.player_id:
        raise _not_yours()
    return ladder, row


def _require_player(row: LadderChallenge, own: Player) -> None:
    if own.pk not in row.players:
        raise _not_yours()


def _not_yours() -> NotAllowed:
    return NotAllowed("not_your_challenge", _("You cannot answer this challenge."))


def _require_open(row: LadderChallenge, now: datetime) -> None:
    if row.status != Status.OPEN or row.due_at is None or row.due_at <= now:
        text = _("This challenge no longer waits for an answer. Reload the page.")
        raise DomainError("challenge_over", text)


def _close(row: LadderChallenge, status: Status, now: datetime) -> None:
    row.status, row.due_at, row.settled_at = status, None, now
    row.save(update_fields=["status", "due_at", "settled_at"])


def _record(row: LadderChallenge, by: User, now: datetime, kind: LadderEvent.Kind) -> None:
    facts = {"other_id": row.challenged_id, "challenge": row}
    record(row.ladder, by, now, kind, player=row.challenger_id, **facts)
