"""The rating list of a club: which tournaments are the club's."""

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, ClubRatingList
from tournaments.models import Tournament
from web.errors import NotFound


def of_clubs() -> list[QuerySet[Tournament]]:
    """The tournaments of clubs that keep a list, with `counting_list`: outside events, and those of the clubs' events."""
    alone, of_event = "club_hosting__club__rating_list", "event__club_hosting__club__rating_list"
    kept = Tournament.objects.filter(event=None, **{f"{alone}__isnull": False})
    in_events = Tournament.objects.filter(**{f"{of_event}__isnull": False})
    return [kept.annotate(counting_list=F(alone)), in_events.annotate(counting_list=F(of_event))]


def own_tournaments(club: Club) -> QuerySet[Tournament]:
    """All that the club runs."""
    alone = Q(event=None, club_hosting__club=club)
    return Tournament.objects.filter(alone | Q(event__club_hosting__club=club))


def list_of_club(club: Club) -> ClubRatingList:
    """Raises NotFound no_rating_list. One query."""
    kept = ClubRatingList.objects.filter(club=club).first()
    if kept is None:
        raise NotFound("no_rating_list", _("This club keeps no rating list of its own."))
    return kept
