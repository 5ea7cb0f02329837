"""A match that the other player does not want is refused before it is made.

A blocked player gets the code and the sentence that the privacy settings give, so a refused challenge does not say that
they are blocked. A refused rematch or link says only that it was not accepted: privacy settings do not count there.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import Player
from games.selectors.challenge_privacy import allows
from social.selectors.blocks import blocks_between
from web.errors import NotAllowed


def challenge_refusal(player: Player, opponent: Player) -> NotAllowed | None:
    """Why `player` may not challenge `opponent`, or None: blocked_by_you or challenges_closed. Three queries at most."""
    refusal = meeting_refusal(player, opponent)
    if refusal is None and not opponent.is_house_bot and not allows(opponent, player):
        return _closed()
    return refusal


def meeting_refusal(player: Player, opponent: Player) -> NotAllowed | None:
    """Why these two do not meet outside tournaments, as `player` reads it; None where nobody has blocked. One query."""
    if player.is_house_bot or opponent.is_house_bot:
        return None
    own, others = blocks_between(player, opponent)
    if own:
        text = _("You have blocked this player. Unblock them first.")
        return NotAllowed("blocked_by_you", text)
    return _closed() if others else None


def require_welcome(player: Player, opponent: Player | None) -> None:
    """Raises NotAllowed challenges_closed or blocked_by_you where `player` may not challenge `opponent`."""
    if opponent is not None and (refusal := challenge_refusal(player, opponent)) is not None:
        raise refusal


def require_may_meet(player: Player, others: Iterable[Player]) -> None:
    """Raises NotAllowed not_accepted or blocked_by_you where one of the others and `player` are kept apart."""
    for other in others:
        refusal = meeting_refusal(player, other)
        if refusal is not None and refusal.code == "blocked_by_you":
            raise refusal
        if refusal is not None:
            raise NotAllowed("not_accepted", _("The other player did not accept this match."))


def _closed() -> NotAllowed:
    return NotAllowed("challenges_closed", _("This player does not accept challenges from you."))
