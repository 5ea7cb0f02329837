"""The search of the top bar: a page of hits, and the same as suggestions while somebody types."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.avatars import avatar_of
from accounts.guest_request import network
from tournaments.public.page_parts import SearchHit
from tournaments.public.selectors.search import SearchResults, search, searched_text
from web.date_texts import day_text
from web.errors import DomainError
from web.rate_limit import is_within

MINUTE_S = 60
MOST_A_MINUTE = 120
"""Searches of one login; a fast typist makes two a second."""
MOST_OF_VISITORS = 600
"""Searches of all visitors of one network, such as a club."""


@require_safe
@never_cache
def search_page(request: HttpRequest) -> HttpResponse:
    """Players, tournaments, events and clubs by name. Refused: too_many_searches (429)."""
    text = searched_text(request.GET.get("q", ""))
    context = {"text": text, "results": _search(request, text)}
    return render(request, "tournaments/public/search.html", context)


@require_safe
@never_cache
def suggestions(request: HttpRequest) -> JsonResponse:
    """The same as JSON: `{"groups": [{"name": "Players", "hits": [{"name", "note", "url", "avatar"}]}]}`; empty groups are
    left out. 429 with a code when there were too many.
    """
    text = searched_text(request.GET.get("q", ""))
    try:
        results = _search(request, text)
    except DomainError as error:
        return JsonResponse({"code": error.code, "detail": error.detail}, status=error.status)
    groups = (
        (_("Players"), [_player(player) for player in results.players]),
        (_("Tournaments"), [_tournament(row) for row in results.tournaments]),
        (_("Events"), [_event(row) for row in results.events]),
        *((group.name, [_hit(hit) for hit in group.hits]) for group in results.groups),
    )
    shown = [{"name": name, "hits": hits} for name, hits in groups if hits]
    return JsonResponse({"groups": shown})


def _search(request: HttpRequest, text: str) -> SearchResults:
    if not text:
        return SearchResults()
    user, now = request.user, timezone.now()
    name = f"search:{user.pk}" if user.is_authenticated else f"search:{network(request)}"
    most = MOST_A_MINUTE if user.is_authenticated else MOST_OF_VISITORS
    if not is_within(name, most, MINUTE_S, now):
        raise DomainError("too_many_searches", _("Too many searches. Try again in a minute."), 429)
    return search(text, user)


def _player(player: Any) -> dict[str, Any]:
    look = avatar_of(player.pk)
    return {
        "name": player.name,
        "note": player.country.name if player.country else "",
        "url": reverse("player", args=[player.pk]),
        "avatar": {"pattern": look.pattern, "colour": look.colour},
    }


def _tournament(row: Any) -> dict[str, Any]:
    note = day_text(timezone.localtime(row.starts_at)) if row.starts_at else ""
    return {
        "name": row.name,
        "note": note or row.get_status_display(),
        "url": row.get_absolute_url(),
    }


def _hit(hit: SearchHit) -> dict[str, Any]:
    return {"name": hit.name, "note": hit.note, "url": hit.url}


def _event(row: Any) -> dict[str, Any]:
    return {
        "name": row.name,
        "note": day_text(row.starts_on) if row.starts_on else "",
        "url": reverse("event", args=[row.slug]),
    }
