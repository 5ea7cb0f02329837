"""The time zone of a browser: sent by the forms of signing up and logging in, and kept with the login until another is chosen.

A script fills the hidden field (js/site.js); without it, or with a zone that this server does not know, nothing changes.
"""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from accounts.models import User

FIELD = "browser_zone"


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def zone_sent(request: HttpRequest) -> str:
    """The name of the browser's zone, such as Europe/Tallinn; "" where none was sent, or none that is known here."""
    sent = request.POST.get(FIELD, "") if request.method == "POST" else ""
    return sent if sent in _zones() else ""


def zone_at_sign_up(request: HttpRequest, user: User) -> None:
    """Times are shown and emailed in the zone in which somebody signed up. Does not save."""
    user.time_zone = zone_sent(request) or user.time_zone


def zone_settings(request: HttpRequest, user: User, chosen: str) -> dict[str, Any]:
    """What the profile stores: the chosen zone, or for "" that of the browser, now and at each login."""
    follows = not chosen
    zone = chosen or zone_sent(request) or user.time_zone
    return {"time_zone": zone, "zone_follows_browser": follows}


def connect() -> None:
    user_logged_in.connect(_logged_in, dispatch_uid="accounts.browser_zone")


def _logged_in(sender: Any, request: HttpRequest | None, user: User, **_more: Any) -> None:
    zone = zone_sent(request) if request is not None else ""
    if zone and user.zone_follows_browser and zone != user.time_zone:
        user.time_zone = zone
        User.objects.filter(pk=user.pk).update(time_zone=zone)
