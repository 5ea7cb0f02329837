"""The wall: one page for a projector that shows the whole playing room all day by itself. TV shows one match."""

import re
from datetime import datetime
from math import ceil
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.bracket.selectors import change_key, lists
from tournaments.event.selectors import events
from tournaments.event.selectors.announcements import AnnouncementRow, current_announcements
from tournaments.event.selectors.events import short_names
from tournaments.models import Event, Tournament
from tournaments.public.selectors.countdowns import Countdown, countdowns
from tournaments.public.selectors.keyed_walls import wall_keys
from tournaments.public.selectors.wall import NOBODY, ROWS, WallContent, panels, wall_content
from web import qr
from web.page_cache import cached_page

AGAIN_S = 30  # how often it is read again for what changes with time alone
SHORT, LONG = 42, 60  # letters of an address in large print, and beside its label
TITLE_SHORT, TITLE_LONG = 26, 56  # letters of a title on one line, and on two
A_ROW = 100  # letters of an announcement that take as much room as a row of matches
SERVED_AT = re.compile(rb'(?<= data-served-at=")\d+')


@require_safe
@never_cache
def tournament_wall(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament. The page polls with the key of what it shows; 204: nothing has changed."""
    shown = lists.get_tournament(slug, request.user)
    return _wall(request, shown, [shown], shown.get_absolute_url())


@require_safe
@never_cache
def event_wall(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches of an event, division by division; a draft event only for its staff."""
    event = events.get_event(slug, request.user)
    running = lists.visible(NOBODY).filter(event=event, status=Tournament.Status.RUNNING)
    return _wall(
        request, event, list(running.order_by("event_order", "pk")), event.get_absolute_url()
    )


def _wall(
    request: HttpRequest, subject: Tournament | Event, shown: list[Tournament], path: str
) -> HttpResponse:
    now = timezone.now()
    announced = current_announcements(subject, now)
    counting = countdowns(subject, announced, now)
    key = _key(shown, announced, counting, now)
    wall_keys.put(request.path, key)
    if request.GET.get("key") == key:
        return HttpResponse(status=204)

    def make() -> HttpResponse:
        context = {
            **_heading(request, subject, path),
            "tournaments": shown,
            "key": key,
            "now_ms": _milliseconds(now),
            "announcements": [row for row in announced if not row.counts_down],
            "countdowns": counting,
            **_shown(_contents(subject, shown, now), _lines(announced, counting)),
        }
        return render(request, "tournaments/public/wall.html", context)

    if not request.GET.keys() <= {"key", "light"}:
        return make()
    if any(tournament.spectator_delay_s for tournament in shown):
        return make()  # what spectators may see grows with time alone
    light = "?light" if "light" in request.GET else ""
    response = cached_page(request, key, make, address=f"{request.path}{light}")
    response.content = SERVED_AT.sub(b"%d" % _milliseconds(now), response.content, count=1)
    return response


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _contents(
    subject: Tournament | Event, shown: list[Tournament], now: datetime
) -> list[WallContent]:
    named = short_names(subject, shown) if isinstance(subject, Event) else {}
    return [
        wall_content(tournament, now, division=named.get(tournament.pk, "")) for tournament in shown
    ]


def _heading(request: HttpRequest, subject: Tournament | Event, path: str) -> dict[str, Any]:
    address = request.build_absolute_uri(path)
    where = urlsplit(address).netloc + path.rstrip("/")
    return {
        "subject": subject,
        "is_light": "light" in request.GET,
        "where": where,
        "title_size": _size(subject.name),
        "where_size": "tiny" if len(where) > LONG else "long" if len(where) > SHORT else "",
        "picture": qr.svg(address),
    }


def _size(title: str) -> str:
    """The size in which the whole title fits on its lines."""
    return "tiny" if len(title) > TITLE_LONG else "long" if len(title) > TITLE_SHORT else ""


def _lines(announced: list[AnnouncementRow], counting: list[Countdown]) -> int:
    """How many rows of matches fit above the announcements and countdowns, which take turns."""
    texts = [row.text for row in announced] + [row.text for row in counting]
    longest = max(map(len, texts), default=0)
    return ROWS - ceil(longest / A_ROW)


def _shown(contents: list[WallContent], lines: int) -> dict[str, Any]:
    listed = list(panels(contents, lines))
    beside = [] if any(panel.dense and panel.kind == "matches" for panel in listed) else contents
    several = any(row.division for content in beside for row in content.coming)
    coming = [row for content in beside for row in content.coming][
        : lines - 4 if several else lines - 3
    ]
    only_next = bool(listed) and listed[0].kind == "next"
    return {
        "panels": listed,
        "lines": lines,
        "status": contents[0].status if len(contents) == 1 else "",
        "coming": () if only_next else coming,
    }


def _key(
    shown: list[Tournament],
    announced: list[AnnouncementRow],
    counting: list[Countdown],
    now: datetime,
) -> str:
    """Changes with everything that the wall shows."""
    pages = "/".join(change_key.page_key(tournament, with_moves=True) for tournament in shown)
    marks = crc32(repr([[(row.id, row.text) for row in announced], counting]).encode())
    return f"{pages}.{int(now.timestamp()) // AGAIN_S}.{marks:x}"
