"""What clubs add to the page of a player: a card with the clubs they are in."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.impersonated_request import acting_user
from accounts.models import Player
from clubs.selectors.clubs import clubs_of, own_clubs
from clubs.selectors.programme import organized_hostings


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card; nothing for players without a club. Their own also has hidden clubs, and what clubs show of theirs."""
    user = acting_user(request)
    is_own = user is not None and user.pk == player.user_id
    rows = own_clubs(player) if is_own else clubs_of(player)
    hostings = organized_hostings(user) if user is not None and is_own else []
    context = {"rows": rows, "hostings": hostings, "is_own": is_own}
    return [render_to_string("clubs/card.html", context, request)] if rows or hostings else []
