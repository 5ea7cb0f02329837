"""Whom one may follow or block: other people with accounts."""

from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.services.guests import require_account
from web.errors import DomainError, NotAllowed, NotFound


def other_person(user: User, player_id: int) -> Player:
    """The player with this number, with their user.

    Raises NotFound no_such_player for bots of the site, guests and players without an account; DomainError yourself; NotAllowed
    sign_up_first for guests.
    """
    require_account(user)
    if user.is_suspended or not user.is_active:
        raise NotAllowed("suspended", _("Your account is suspended."))
    player = Player.objects.select_related("user").filter(pk=player_id).first()
    if player is None or player.is_house_bot or player.user is None or player.user.is_guest:
        raise NotFound("no_such_player", _("No player with an account has this number."))
    if player.user_id == user.pk:
        raise DomainError("yourself", _("This is you."))
    return player
