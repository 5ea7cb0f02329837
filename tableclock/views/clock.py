"""The clock beside a board: a page that works on without the site, and what it asks and sends. Also the way to it from a match slip."""

import json
from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.live.watch_feed import announce
from tableclock.models import LinkPurpose
from tableclock.selectors.links import OpenedLink, find_link, opened, opens
from tableclock.selectors.payload import KnownLog, clock_payload, log_change, server_ms
from tableclock.selectors.versions import version_of
from tableclock.services.exchange import ClockSender, SentTap, receive
from tableclock.services.links import give_to_slip
from tournaments.models import Slip
from tournaments.venue.views import codes
from web.errors import DomainError, NotFound
from web.requests import number_in

MOST_BYTES = 1_000_000
REFUSED_BODIES = (
    ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError,
)  # fmt: skip
"""What reading a body raises when it is not one of this page; an infinite number overflows."""


@require_safe
@never_cache
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """The page. A link that no longer works says so, with the status of its refusal."""
    now = timezone.now()
    try:
        shown = open_link(request, code, LinkPurpose.CLOCK, now)
    except DomainError as error:
        refused = {"refused": error.detail}
        return render(request, "tableclock/refused.html", refused, status=error.status)
    version = version_of(shown.link.code)
    data = clock_payload(version, now, KnownLog()) | {"csrf": get_token(request)}
    context = {"link": shown.link, "data": data, "table": shown.link.table}
    return render(request, "tableclock/clock.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The log. GET with `key`: only the time where nothing has changed. POST: events of a device, each counted once."""
    try:
        return _log(request, code, timezone.now())
    except DomainError as error:
        return JsonResponse({"code": error.code, "detail": error.detail}, status=error.status)


def _log(request: HttpRequest, code: str, now: datetime) -> HttpResponse:
    shown = open_link(request, code, LinkPurpose.CLOCK, now)
    asker_has = known_log(request.GET)
    notices: list[str] = []
    if request.method == "POST":
        notices = _receive(request, shown, now)
    version = version_of(shown.link.code)
    if request.method != "POST" and request.GET.get("key") == version.key:
        return JsonResponse({"now": server_ms(timezone.now())})
    data = clock_payload(version, now, asker_has)
    if request.method == "POST":
        change = log_change(data, asker_has)
        announce(LinkPurpose.CLOCK, shown.link.code, version.key, change)
    data |= {"now": server_ms(timezone.now()), "csrf": get_token(request), "notices": notices}
    return JsonResponse(data)


@require_POST
@never_cache
def from_slip(request: HttpRequest, code: str) -> HttpResponse:
    """Open the clock of a match with its slip."""
    now = timezone.now()
    slips = Slip.objects.select_related("pairing__stage")
    slip = codes.look_up(request, now, slips.filter(code=code.lower()).first)
    if slip is None:
        raise NotFound("no_such_slip", _("Match slip not found. Check the code."))
    return redirect(give_to_slip(slip, now))


def open_link(request: HttpRequest, code: str, purpose: str, now: datetime) -> OpenedLink:
    """The link of a code; wrong codes are counted. Refused: no_such_clock (404), link_withdrawn (410), too_many_tries (429)."""
    link = codes.look_up(request, now, partial(find_link, code, purpose))
    if link is None:
        raise NotFound("no_such_clock", _("Link not found. Check the address or ask the desk."))
    return opened(link)


def known_log(asked: QueryDict) -> KnownLog:
    """What the asker has already: `match` and `after` of the address, 0 where they are missing or no numbers."""
    match, after = (number_in(asked.get(name, "")) or 0 for name in ("match", "after"))
    return KnownLog(match, after)


def sender_of(request: HttpRequest, slip: Slip) -> ClockSender:
    user = request.user if isinstance(request.user, User) else None
    return ClockSender(user, codes.network_digest(request, slip.pk))


def match_of(shown: OpenedLink, slip_id: int) -> Slip:
    """The match that events are for: the one of the link, or one that was at its table before. Refused: wrong_match (409)."""
    if shown.slip is not None and shown.slip.pk == slip_id:
        return shown.slip
    slips = Slip.objects.select_related("pairing__round", "pairing__stage__tournament")
    slip = slips.filter(pk=slip_id).first()
    if slip is None or not opens(shown.link, slip_id):
        raise DomainError("wrong_match", _("This link does not open that match. Reload the page."))
    return slip


def _receive(request: HttpRequest, shown: OpenedLink, now: datetime) -> list[str]:
    slip_id, taps = _sent(request)
    slip = match_of(shown, slip_id)
    return receive(slip, taps, sender_of(request, slip), now=now)


def _sent(request: HttpRequest) -> tuple[int, list[SentTap]]:
    """The match and the events in the body of a request. Refused: bad_event (400)."""
    try:
        body = json.loads(request.body if len(request.body) <= MOST_BYTES else b"")
        taps = [
            SentTap(each["device"], each["n"], each["kind"], each["at"], each.get("data", {}))
            for each in body["events"]
        ]
        return int(body["match"]), taps
    except REFUSED_BODIES as error:
        text = _("This page sent something that the clock does not know. Reload it.")
        raise DomainError("bad_event", text, status=400) from error
