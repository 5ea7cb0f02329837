"""Making and ending logins outside the sign-up form."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.account_hooks import account_deletions, before_player_rename
from accounts.models import Player, User
from accounts.services import audit
from accounts.services.players import ensure_player

FORMER = "Former player"


@transaction.atomic
def create_login(
    username: str, email: str, password: str, *, name: str = "", verified: bool = True
) -> User:
    """A user with their player and, unless `verified` is False, a verified address (demo data, scripts, tests)."""
    user = User.objects.create_user(username, email, password)
    EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)
    player = ensure_player(user)
    if name:
        player.name = name
        player.save(update_fields=["name"])
    return user


@transaction.atomic
def delete_account(user: User, now: datetime) -> None:
    """Remove the login and everything personal; the player stays as a nameless line in the results."""
    for function in account_deletions.functions().values():
        function(user)
    players = list(Player.objects.select_for_update(no_key=True).filter(user=user))
    gone = [(row._meta.label_lower, str(row.pk)) for row in audit.rows_of_login(user, players)]
    number = user.pk
    for player in players:
        player.name, player.country, player.user, player.anonymised_at = FORMER, "", None, now
        player.save(update_fields=["name", "country", "user", "anonymised_at"])
        before_player_rename(player)
    user.delete()
    audit.anonymise(gone, number)
