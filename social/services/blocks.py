"""Blocking a player, and no longer. Nothing notifies the blocked player."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player, User
from accounts.services.players import ensure_player
from social.hooks import after_block
from social.models import BlockedPlayer, Follow
from social.services.people import other_person
from web.errors import DomainError
from web.rate_limit import is_within

MOST_BLOCKED = 500
MOST_AN_HOUR = 100
HOUR_S = 3600


def block(user: User, player_id: int, now: datetime) -> Player:
    """Keep the two apart, stop following, and call off what waits between them. Twice is once.

    Raises DomainError too_many_blocked, and too_many_requests (429).
    """
    player = other_person(user, player_id)
    if BlockedPlayer.objects.filter(user=user, player=player).exists():
        return player
    if not is_within(f"block:{user.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError("too_many_requests", _("Too many changes. Try again in an hour."), 429)
    me = ensure_player(user)
    with transaction.atomic():
        _lock(me, player)
        if BlockedPlayer.objects.filter(user=user).count() >= MOST_BLOCKED:
            text = ngettext(
                "You can block %(most)d player. Unblock somebody first.",
                "You can block %(most)d players. Unblock somebody first.",
                MOST_BLOCKED,
            )
            raise DomainError("too_many_blocked", text % {"most": MOST_BLOCKED})
        BlockedPlayer.objects.get_or_create(user=user, player=player, defaults={"at": now})
        Follow.objects.filter(user=user, player=player).delete()
    for end in after_block.functions().values():
        end(me, player, now)
    return player


def unblock(user: User, player_id: int) -> None:
    """Whoever is not blocked stays so."""
    BlockedPlayer.objects.filter(user=user, player=player_id).delete()


def _lock(me: Player, player: Player) -> None:
    """In the order of their numbers, as whatever brings two players together locks them."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[me.pk, player.pk])
    list(rows.order_by("pk").values_list("pk"))
