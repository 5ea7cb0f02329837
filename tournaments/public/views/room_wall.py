"""The plan of the playing room on a big screen: where people sit, what is called, how long they have played."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.bracket.selectors import change_key, lists
from tournaments.desk.selectors.room_plan import PlanView, room_plan
from tournaments.desk.selectors.room_scope import short_names_of
from tournaments.event.selectors import events
from tournaments.models import Event, Tournament
from tournaments.public.selectors.wall import NOBODY
from web import qr

AGAIN_S = 30  # minutes pass without any change


@require_safe
@never_cache
def tournament_room_wall(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of a tournament. The page polls with the key of what it shows; 204: nothing has changed."""
    tournament = lists.get_tournament(slug, request.user)
    shown = [tournament]
    if tournament.event is not None and not tournament.is_rehearsal:
        others = _running(tournament.event)
        shown = [tournament, *(row for row in others if row.pk != tournament.pk)]
    return _wall(request, tournament, shown, tournament)


@require_safe
@never_cache
def event_room_wall(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of an event; a draft event only for its staff."""
    event = events.get_event(slug, request.user)
    return _wall(request, event, _running(event), None)


def _running(event: Event) -> list[Tournament]:
    """The running tournaments of an event that everybody may see."""
    running = lists.visible(NOBODY).filter(event=event, status=Tournament.Status.RUNNING)
    return list(running.order_by("event_order", "pk"))


def _wall(
    request: HttpRequest,
    subject: Tournament | Event,
    shown: list[Tournament],
    of: Tournament | None,
) -> HttpResponse:
    now = timezone.now()
    first = of or next(iter(shown), None)
    pages = "/".join(change_key.page_key(tournament) for tournament in shown)
    key = f"{pages}.{int(now.timestamp()) // AGAIN_S}"
    if request.GET.get("key") == key:
        return HttpResponse(status=204)
    path = subject.get_absolute_url()
    address = request.build_absolute_uri(path)
    shorts = short_names_of(first, shown) if first else {}
    context = {
        "subject": subject,
        "key": key,
        "plan": room_plan(first, PlanView(shown, shorts, {}, now)) if first else None,
        "is_light": "light" in request.GET,
        "where": urlsplit(address).netloc + path.rstrip("/"),
        "picture": qr.svg(address),
    }
    return render(request, "tournaments/public/room_wall.html", context)
