"""What a user may change about himself."""

from django.db import transaction

from accounts.models import User
from accounts.registry import renamed
from accounts.services.players import ensure_player
from accounts.table_prefs import Prefs, checked


@transaction.atomic
def update_profile(
    user: User, *, name: str, country: str, time_zone: str, language: str, mail_match_ready: bool
) -> None:
    """Name and country belong to the player, the rest to the login."""
    player = ensure_player(user)
    if (player.name, player.country) != (name, country):
        renamed(player)  # tournaments first, then the player: the order everybody keeps
        player.name, player.country = name, country
        player.save(update_fields=["name", "country"])
    user.time_zone, user.language, user.mail_match_ready = time_zone, language, mail_match_ready
    user.save(update_fields=["time_zone", "language", "mail_match_ready"])


def keep_table_prefs(user: User, said: object) -> Prefs:
    """How the user likes the table; the whole set at once. Raises DomainError `bad_preference`."""
    user.table_prefs = checked(said)
    user.save(update_fields=["table_prefs"])
    return user.table_prefs
