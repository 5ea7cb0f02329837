"""After a player was renamed or a login deleted: raise versions, since cached pages show the old name."""

from django.db.models import F, Q

from accounts.models import Player, User
from tournaments.core.locking import raise_versions
from tournaments.models import EntryMember, Event, Tournament


def bump_versions_of_player(player: Player) -> None:
    """Raise the version of every tournament that the player organizes or is entered in, alone or in a team."""
    organizes = Q(organizer=player.user_id) if player.user_id else Q(pk=None)
    raise_versions(_ids(_entered(player) | organizes))


def bump_versions_of_user(user: User) -> None:
    """Raise the version of every event and tournament that this login organizes or has a role in, of all tournaments of
    such an event, and of those the user is entered in. All are locked together, in one order."""
    own = Q(organizer=user) | Q(roles__user=user)
    events = set(Event.objects.filter(own).values_list("pk", flat=True))
    list(Event.objects.select_for_update().filter(pk__in=events).order_by("pk").values("pk"))
    Event.objects.filter(pk__in=events).update(version=F("version") + 1)
    ids = _ids(own | Q(directors=user) | Q(event__in=events))
    for player in Player.objects.filter(user=user):
        ids |= _ids(_entered(player))
    raise_versions(ids)


def _entered(player: Player) -> Q:
    teams = EntryMember.objects.filter(player=player).values("entry_id")
    return Q(entries__player=player) | Q(entries__in=teams)


def _ids(which: Q) -> set[int]:
    return set(Tournament.objects.filter(which).values_list("pk", flat=True))
