"""A challenge that the other player does not want is refused before it is made."""

from django.utils.translation import gettext as _

from accounts.models import ChallengesFrom, Player
from games.selectors.challenge_privacy import accepts_challenges_of
from web.errors import NotAllowed


def refusal_text(opponent: Player) -> str:
    """Why, in a sentence."""
    user = opponent.user
    if user is not None and user.challenges_from == ChallengesFrom.PLAYED:
        return _("This player accepts challenges only from players they have played online.")
    return _("This player does not accept challenges.")


def require_welcome(player: Player, opponent: Player | None) -> None:
    """Raises NotAllowed (challenges_closed) where `opponent` does not want to be challenged by this player."""
    if opponent is not None and not accepts_challenges_of(opponent, player):
        raise NotAllowed("challenges_closed", refusal_text(opponent))
