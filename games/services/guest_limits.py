"""What a guest may play: bots, and two matches at a time."""

from django.utils.translation import ngettext

from accounts.models import Player
from accounts.services.guests import guest_of_player, require_account
from games.models import Match
from web.errors import DomainError

MOST_AT_ONCE = 2


def require_room_of_guest(player: Player, opponent: Player | None) -> None:
    """Nothing for somebody with an account. Raises NotAllowed sign_up_first, DomainError too_many_guest_matches (429).

    Inside the transaction that makes the match: the player is locked, so that two requests count one another.
    """
    guest = guest_of_player(player)
    if guest is None:
        return
    if opponent is None or not opponent.is_house_bot:
        require_account(guest)
    Player.objects.select_for_update().only("pk").get(pk=player.pk)
    if Match.objects.filter(finished_at=None, seats__player=player).count() >= MOST_AT_ONCE:
        text = ngettext(
            "Guests can play %(most)d match at a time. Finish it, or sign up.",
            "Guests can play %(most)d matches at a time. Finish one, or sign up.",
            MOST_AT_ONCE,
        )
        raise DomainError("too_many_guest_matches", text % {"most": MOST_AT_ONCE}, 429)
