"""A player is called something else: what was kept under the versions of his tournaments shows the name before."""

from django.db.models import F, Q

from accounts.models import Player
from tournaments.models import EntryMember, Tournament


def let_go_of_names(player: Player) -> None:
    """Raise the version of every tournament that he or his team is entered in, so that caches and ETags let go."""
    teams = EntryMember.objects.filter(player=player).values("entry_id")
    entered = Q(entries__player=player) | Q(entries__in=teams)
    ids = set(Tournament.objects.filter(entered).values_list("pk", flat=True))
    locked = Tournament.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    found = [tournament.pk for tournament in locked.only("pk")]
    Tournament.objects.filter(pk__in=found).update(version=F("version") + 1)
