"""Overlays for streams: transparent pages for a browser source of OBS, in the size of the picture. They ask for their data once a second."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID
from zlib import crc32

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from tableclock.models import LinkPurpose
from tableclock.selectors.keyed_pages import overlay_keys
from tableclock.selectors.overlay import OverlayView, match_overlay, table_overlay
from tableclock.selectors.versions import overlay_versions_of
from tableclock.views.clock import open_link
from web.errors import DomainError, NotFound


@require_safe
@never_cache
def of_match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A match played online, as spectators see it: where they see it late, the overlay is as late."""
    if not Match.objects.filter(pk=match_id).exists():
        raise NotFound("no_such_match", _("Match not found."))
    view = match_overlay(match_id, timezone.now())
    return _overlay(request, view, _with_key(view))


@require_safe
@never_cache
def of_link(request: HttpRequest, code: str) -> HttpResponse:
    """The match at a table, by a link of the desk."""
    now = timezone.now()
    try:
        version = overlay_versions_of([code.lower()]).get(code.lower(), "")
        opened = open_link(request, code, LinkPurpose.OVERLAY, now)
    except DomainError as error:
        context = {"refused": error.detail}
        return render(request, "tableclock/refused.html", context, status=error.status)
    view = table_overlay(opened, now)
    data = _with_key(view)
    overlay_keys.put(code.lower(), data["key"], version)
    return _overlay(request, view, data)


def _with_key(view: OverlayView | None) -> dict[str, Any]:
    data: dict[str, Any] = {} if view is None else asdict(view)
    key = f"{crc32(json.dumps({**data, 'now': 0}, sort_keys=True).encode()):x}"
    return data | {"key": key}


def _overlay(request: HttpRequest, view: OverlayView | None, data: dict[str, Any]) -> HttpResponse:
    """The page, or with `key` its data; 204: nothing has changed but the time that clocks count down by themselves."""
    if "key" in request.GET:
        if request.GET["key"] == data["key"]:
            return HttpResponse(status=204)
        return JsonResponse(data)
    context = {"view": view, "data": data, "is_preview": "preview" in request.GET}
    return render(request, "tableclock/overlay.html", context)
