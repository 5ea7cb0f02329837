"""Following a player, and no longer."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player, User
from social.models import Follow
from social.selectors.blocks import has_blocked
from social.services.people import other_person
from web.errors import DomainError
from web.rate_limit import is_within

MOST_FOLLOWED = 500
MOST_AN_HOUR = 200
HOUR_S = 3600


@transaction.atomic
def follow(user: User, player_id: int, now: datetime) -> Player:
    """Twice is once. Raises DomainError too_many_followed or blocked_by_you, and too_many_requests (429)."""
    player = other_person(user, player_id)
    if Follow.objects.filter(user=user, player=player).exists():
        return player
    if not is_within(f"follow:{user.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError("too_many_requests", _("Too many changes. Try again in an hour."), 429)
    if has_blocked(user, player):
        raise DomainError("blocked_by_you", _("You have blocked this player. Unblock them first."))
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    if Follow.objects.filter(user=user).count() >= MOST_FOLLOWED:
        text = ngettext(
            "You can follow %(most)d player. Unfollow somebody first.",
            "You can follow %(most)d players. Unfollow somebody first.",
            MOST_FOLLOWED,
        )
        raise DomainError("too_many_followed", text % {"most": MOST_FOLLOWED})
    Follow.objects.get_or_create(user=user, player=player, defaults={"at": now})
    return player


def unfollow(user: User, player_id: int) -> None:
    """Whoever is not followed stays so."""
    Follow.objects.filter(user=user, player=player_id).delete()
