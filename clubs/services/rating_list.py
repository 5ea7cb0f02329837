"""The rating list of a club, which its officers look after."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from clubs.models import Club, ClubRatingList
from clubs.selectors.rating_list import list_of_club, own_tournaments
from clubs.services.locking import locked_club, require_officer
from ratings.models import RatingList
from ratings.selectors.lists import able_to_count
from ratings.services.lists import ListSettings, delete_list, save_list
from tournaments.bracket.selectors.lists import visible
from tournaments.models import Tournament


@transaction.atomic
def save_club_list(by: User, club_id: int, settings: ListSettings, now: datetime) -> RatingList:
    """Keep a list, or change the one that is kept. Refused: not_an_officer, and what `save_list` refuses."""
    club = locked_club(club_id)
    require_officer(by, club)
    kept = ClubRatingList.objects.filter(club=club).first()
    return save_list(kept or ClubRatingList(club=club), settings, offered_to(by, club), now)


@transaction.atomic
def delete_club_list(by: User, club_id: int) -> None:
    """Delete the list with its ratings. Refused: not_an_officer, no_rating_list."""
    club = locked_club(club_id)
    require_officer(by, club)
    delete_list(list_of_club(club))


def offered_to(by: User, club: Club) -> QuerySet[Tournament]:
    """What can count in the list of a club, of what this officer may see, and what is chosen already."""
    kept = ClubRatingList.objects.filter(club=club).first()
    chosen = Tournament.objects.none() if kept is None else kept.chosen.all()
    may_see = Q(pk__in=visible(by).values("pk")) | Q(pk__in=chosen.values("pk"))
    return able_to_count(own_tournaments(club).filter(may_see))
