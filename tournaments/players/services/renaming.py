"""Somebody is called something else, or goes: what was kept under the versions of his tournaments shows the name before."""

from django.db.models import F, Q

from accounts.models import Player, User
from tournaments.core.locking import raise_versions
from tournaments.models import EntryMember, Event, Tournament


def let_go_of_names(player: Player) -> None:
    """Raise the version of every tournament that he organizes or that he or his team is entered in, so that caches and ETags
    let go."""
    organizes = Q(organizer=player.user_id) if player.user_id else Q(pk=None)
    raise_versions(_ids(_entered(player) | organizes))


def let_go_of_login(user: User) -> None:
    """Raise the version of every event and tournament that this login organizes or has a role in, and of all tournaments of
    such an event. Those he is entered in are locked with them: one order for whoever changes several."""
    his = Q(organizer=user) | Q(roles__user=user)
    events = set(Event.objects.filter(his).values_list("pk", flat=True))
    list(Event.objects.select_for_update().filter(pk__in=events).order_by("pk").values("pk"))
    Event.objects.filter(pk__in=events).update(version=F("version") + 1)
    found = _ids(his | Q(directors=user) | Q(event__in=events))
    for player in Player.objects.filter(user=user):
        found |= _ids(_entered(player))
    raise_versions(found)


def _entered(player: Player) -> Q:
    teams = EntryMember.objects.filter(player=player).values("entry_id")
    return Q(entries__player=player) | Q(entries__in=teams)


def _ids(which: Q) -> set[int]:
    return set(Tournament.objects.filter(which).values_list("pk", flat=True))
