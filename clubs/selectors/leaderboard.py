"""The clubs that leaderboards can be cut down to (ratings/hooks.py)."""

from time import monotonic

from django.db.models import Count, Q, QuerySet

from clubs.models import JOINED, Club, ClubMember
from web.bounded_cache import BoundedCache

MOST = 200
KEPT_S = 60
_choices: BoundedCache[list[tuple[str, str]]] = BoundedCache(2**20)


def choices(asked: str) -> list[tuple[str, str]]:
    """(address, name), by name, of the clubs that are not hidden: all of them, or those with the most members where there
    are more than MOST. One query a minute in each process, and one for a club that is asked for and not among them."""
    minute = (int(monotonic()) // KEPT_S,)
    listed = _choices.get(minute)
    if listed is None:
        listed = _largest()
        _choices.put(minute, listed, 200 * (1 + len(listed)))
    if asked and all(slug != asked for slug, _name in listed):
        more = Club.objects.filter(slug=asked, hidden_at=None).values_list("slug", "name")
        return [*listed, *more]
    return listed


def _largest() -> list[tuple[str, str]]:
    joined = Count("members", filter=Q(members__status__in=JOINED))
    clubs = Club.objects.filter(hidden_at=None).annotate(joined=joined).order_by("-joined", "pk")
    rows = list(clubs.values_list("search_name", "slug", "name")[:MOST])
    return [(slug, name) for _search_name, slug, name in sorted(rows)]


def players_of(slug: str) -> QuerySet[ClubMember, int] | None:
    """The numbers of the members, officers among them. One query."""
    club = Club.objects.filter(slug=slug, hidden_at=None).values_list("pk", flat=True).first()
    if club is None:
        return None
    joined = ClubMember.objects.filter(club=club, status__in=JOINED).order_by()
    return joined.values_list("player", flat=True)
