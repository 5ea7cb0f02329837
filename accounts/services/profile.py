"""What users may change about themselves."""

from typing import TypedDict, Unpack

from django.db import transaction

from accounts.account_hooks import before_player_rename
from accounts.models import User
from accounts.services.players import ensure_player
from accounts.table_prefs import Prefs, checked


class LoginSettings(TypedDict, total=False):
    """What belongs to the login; a setting that is left out stays as it is."""

    time_zone: str
    zone_follows_browser: bool
    language: str
    challenges_from: str
    shows_last_seen: bool
    mail_match_ready: bool
    mail_challenges: bool
    mail_turns: bool


@transaction.atomic
def update_profile(user: User, *, name: str, country: str, **login: Unpack[LoginSettings]) -> None:
    """Name and country belong to the player, the rest to the login."""
    player = ensure_player(user)
    if (player.name, player.country) != (name, country):
        before_player_rename(
            player
        )  # tournaments first, then the player: the order everybody keeps
        player.name, player.country = name, country
        player.save(update_fields=["name", "country"])
    for field, value in login.items():
        setattr(user, field, value)
    user.save(update_fields=list(login))


def save_table_prefs(user: User, sent: object) -> Prefs:
    """How the user likes the table; the whole set at once. Raises DomainError `bad_preference`."""
    user.table_prefs = checked(sent)
    user.save(update_fields=["table_prefs"])
    return user.table_prefs
