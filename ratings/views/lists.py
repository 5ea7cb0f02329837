"""The page of a rating list that an event keeps; clubs show theirs in the same way."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ratings.models import RatingList
from ratings.selectors.lists import list_of_event
from ratings.views.leaderboard import leaderboard_context
from tournaments.core.permissions import Right, rights_in
from tournaments.event.selectors.events import get_event


@require_safe
def event_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of an event, with the filters of the leaderboard."""
    event = get_event(slug, request.user)
    may_change = Right.DIRECT in rights_in(request.user, event)
    owner = {
        "name": event.name,
        "url": event.get_absolute_url(),
        "settings": reverse("event-list-settings", args=[event.slug]) if may_change else "",
    }
    return list_page(request, list_of_event(event), owner)


def list_page(request: HttpRequest, rating_list: RatingList, owner: dict[str, Any]) -> HttpResponse:
    """`owner`: the name, the address of its page, and that of the settings for whoever may change them."""
    context = leaderboard_context(request, rating_list.pool)
    context |= {"rating_list": rating_list, "owner": owner}
    return render(request, "ratings/list.html", context)
