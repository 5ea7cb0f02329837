"""The settings of rating lists: what counts, and the first rating. A sweep computes what follows from them."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ratings.models import RatingList
from ratings.selectors.lists import able_to_count, list_of_event
from ratings.services.sweep import locked_clock
from tournaments.core.permissions import Right, Viewer, require
from tournaments.event.services.events import locked_event
from tournaments.models import Event, Tournament
from web.errors import DomainError

LEAST_START, MOST_START = 500, 3000
MOST_CHOSEN = 500
Scope = RatingList.ListScope


class ListSettings(NamedTuple):
    """`scope` is a RatingList.ListScope; `chosen` are ids of tournaments, for the scope of the chosen ones."""

    start: int
    scope: str
    chosen: Collection[int] = ()


@transaction.atomic
def save_event_list(
    event_id: int, settings: ListSettings, *, by: Viewer | None, now: datetime
) -> RatingList:
    """Keep a list, or change the one that is kept. Refused: not_your_role, and what `save_list` refuses."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    kept = RatingList.objects.filter(event=event).first()
    return save_list(kept or RatingList(event=event), settings, of_event(event), now)


@transaction.atomic
def delete_event_list(event_id: int, *, by: Viewer | None) -> None:
    """Delete the list with its ratings. Refused: not_your_role, no_rating_list."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    delete_list(list_of_event(event))


def of_event(event: Event) -> QuerySet[Tournament]:
    """What can count in the list of an event."""
    return able_to_count(Tournament.objects.filter(event=event))


def save_list(
    rating_list: RatingList, settings: ListSettings, offered: QuerySet[Tournament], now: datetime
) -> RatingList:
    """In the transaction of the caller, who has locked the owner. Refused: bad_first_rating, bad_scope, none_chosen,
    not_in_list (400)."""
    _require_valid(settings)
    chosen = set(settings.chosen) if settings.scope == Scope.CHOSEN else set()
    if len(chosen) > MOST_CHOSEN or offered.filter(pk__in=chosen).count() < len(chosen):
        text = _("Choose only tournaments from the list. Reload the page and try again.")
        raise DomainError("not_in_list", text, 400)
    locked_clock()
    rating_list.start, rating_list.counted = settings.start, settings.scope
    rating_list.changed_at = rating_list.recompute_owed_at = now
    rating_list.save()
    rating_list.chosen.set(chosen)
    return rating_list


def delete_list(rating_list: RatingList) -> None:
    """In the transaction of the caller, who has locked the owner; its ratings go with it (receivers.py)."""
    locked_clock()
    rating_list.delete()


def _require_valid(settings: ListSettings) -> None:
    if not LEAST_START <= settings.start <= MOST_START:
        text = _("Enter a first rating from %(least)d to %(most)d.")
        raise DomainError(
            "bad_first_rating", text % {"least": LEAST_START, "most": MOST_START}, 400
        )
    if settings.scope not in Scope.values:
        raise DomainError("bad_scope", _("Choose which tournaments count."), 400)
    if settings.scope == Scope.CHOSEN and not settings.chosen:
        raise DomainError("none_chosen", _("Choose at least one tournament."), 400)
