"""Who has which role in a tournament or an event, who was asked to take one, and how that came about."""

from accounts.models import Player, User
from tournaments.models import Role, RoleKind, Tournament
from tournaments.permissions import RIGHTS, Right

DIRECTING = [kind for kind in RoleKind.values if Right.DIRECT in RIGHTS[kind]]


def login_name(user: User | None) -> str:
    """What somebody is called on pages: his name at the table, else that of his login; nobody has none.

    For a user that was read with his player: asks nothing then.
    """
    if user is None:
        return ""
    try:
        return user.player.name
    except Player.DoesNotExist:
        return user.username


def directors_of(tournament: Tournament) -> set[int]:
    """The users who direct it by a role or by name, its organizer aside. Three queries at most."""
    found = set(tournament.directors.values_list("pk", flat=True))
    roles = Role.objects.filter(kind__in=DIRECTING)
    found |= set(roles.filter(tournament=tournament).values_list("user_id", flat=True))
    if tournament.event_id is not None:
        found |= set(roles.filter(event=tournament.event_id).values_list("user_id", flat=True))
    return found
