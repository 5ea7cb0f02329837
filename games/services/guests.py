"""The matches of guests: the first one makes the guest, an account takes them over, a sweep deletes them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player, User
from accounts.services.guests import (
    create_guest,
    delete_guest,
    guest_of_player,
    too_many_guests,
)
from accounts.services.players import ensure_player
from games.engine.rules import Rules
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.services import friendly

STARTED = (MatchStatus.NONCES, MatchStatus.PLAYING, MatchStatus.BREAK, MatchStatus.FINISHED)
WITHOUT_MATCH_FOR = timedelta(days=1)


@transaction.atomic
def play_bot(player: Player, kind: str, rules: Rules, now: datetime) -> Match:
    """A match without a clock against a bot of the site; the table presses ready by itself. Guests have no chat."""
    context = {"starts_at_once": True}
    if guest_of_player(player) is not None:
        context["chat"] = False
    return friendly.challenge(player, friendly.site_bot(kind), rules, None, now, context=context)


@transaction.atomic
def play_bot_as_guest(network: str, kind: str, rules: Rules, now: datetime) -> tuple[User, Match]:
    """A new guest and their first match, or neither.

    Raises DomainError as create_guest does, and too_many_guests where too many have never started a match.
    """
    guest = create_guest(network, now)
    if without_match()[: settings.GUESTS_WITHOUT_MATCH + 1].count() > settings.GUESTS_WITHOUT_MATCH:
        raise too_many_guests()
    return guest, play_bot(ensure_player(guest), kind, rules, now)


def without_match() -> QuerySet[User]:
    """Guests none of whose matches has started: visitors who left at once, and scripts."""
    started = MatchSeat.objects.filter(player__user=OuterRef("pk"), match__status__in=STARTED)
    return User.objects.filter(guest_seen_at__isnull=False).exclude(Exists(started))


def move_matches(guest: Player, player: Player) -> None:
    """An account takes over what a guest played. Two seats at one table stay as they are."""
    both = MatchSeat.objects.filter(player=player).values("match")
    MatchSeat.objects.filter(player=guest).exclude(match__in=both).update(player=player)


def delete_unseen(now: datetime) -> int:
    """Delete guests not seen for GUEST_DAYS, and those without a match after a day, with what they played.

    Returns how many. Safe to run twice at once.
    """
    deleted = 0
    for pk in list(_unseen(now).values_list("pk", flat=True)):
        deleted += _delete(pk, now)
    return deleted


def _unseen(now: datetime) -> QuerySet[User]:
    gone = User.objects.filter(guest_seen_at__lt=now - timedelta(days=settings.GUEST_DAYS))
    idle = without_match().filter(guest_seen_at__lt=now - WITHOUT_MATCH_FOR)
    both = Q(pk__in=gone.values("pk")) | Q(pk__in=idle.values("pk"))
    return User.objects.filter(both).order_by("guest_seen_at")


@transaction.atomic
def _delete(pk: int, now: datetime) -> int:
    """Looked at again under its lock: the guest may have come back or signed up."""
    User.objects.select_for_update().filter(pk=pk).first()
    guest = _unseen(now).filter(pk=pk).first()
    if guest is None:
        return 0
    _delete_bot_matches(ensure_player(guest))
    delete_guest(guest, now)
    return 1


def _delete_bot_matches(player: Player) -> None:
    mine = Match.objects.filter(kind=MatchKind.FRIENDLY, seats__player=player)
    people = MatchSeat.objects.filter(match=OuterRef("pk"), player__bot_kind="")
    alone = mine.exclude(Exists(people.exclude(player=player)))
    ids: Iterable[object] = alone.order_by("pk").values_list("pk", flat=True)
    list(Match.objects.select_for_update().filter(pk__in=list(ids)).order_by("pk").values("pk"))
    Match.objects.filter(pk__in=list(ids)).delete()
