"""Pages for frames of other sites: what any visitor may see, without cookies, forms or anything about the reader.

They may be framed by everybody (config/csp.py looks at `csp_policy`); no other page of the site may.
"""

import re
from collections.abc import Callable
from hashlib import blake2s
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from embeds.kinds import BRACKET, KINDS, LIVE, ROUNDS, STANDINGS, THEMES
from games.selectors.cards import live_cards
from tournaments.bracket.selectors import change_key, lists
from tournaments.bracket.selectors.outline import Outline, outline
from tournaments.models import Tournament
from tournaments.public.selectors.current_matches import playing_matches
from tournaments.public.views import draw_tab, rounds_tab, standings_tab
from web.bundles import manifest
from web.errors import NotFound
from web.page_cache import cached_page
from web.site_identity import site_identity

ASKED = ("stage", "section")
PART = re.compile(r"((stage|section)=[\w-]{0,9}&?){0,2}")
"""Queries worth caching: nobody can fill the cache with made up ones."""
MOST_BOARDS = 8
SCRIPT = "js/embeds/embed.js"
AN_HOUR = "public, max-age=3600"
Values = dict[str, Any]


@require_safe
def frame(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """One part of a tournament. 304 while nothing has changed."""
    if kind not in KINDS:
        raise Http404
    asked = request.GET.get("theme", "")
    theme = asked if asked in THEMES else "auto"
    _forget_reader(request)
    try:
        shown = lists.get_tournament(slug, request.user)
    except NotFound as refused:
        return _answer(request, "embeds/missing.html", {"text": refused.detail}, theme, 404)
    etag = _etag(request, shown, kind, theme)
    if etag and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _framed(HttpResponseNotModified(headers={"ETag": etag}))
    if not etag:
        return _rendered(request, shown, kind, theme)
    asked_part = request.GET.urlencode()
    if not PART.fullmatch(asked_part):
        answer = _rendered(request, shown, kind, theme)
    else:
        # Sites with many readers embed the same part: it is rendered once for all of them, until it changes.
        address = f"{request.path}?{asked_part}&theme={theme}"
        answer = _framed(
            cached_page(
                request, etag, lambda: _rendered(request, shown, kind, theme), address=address
            )
        )
    answer["ETag"] = etag
    return answer


def _rendered(request: HttpRequest, shown: Tournament, kind: str, theme: str) -> HttpResponse:
    kind, values = _content(request, shown, kind)
    return _answer(request, f"embeds/{kind}.html", {"tournament": shown, **values}, theme)


def _forget_reader(request: HttpRequest) -> None:
    """Whoever is logged in here sees in a frame what everybody sees, and the query may only choose a part."""
    request.user = AnonymousUser()
    asked = {name: request.GET[name][:16] for name in ASKED if request.GET.get(name)}
    request.GET = QueryDict(urlencode(asked))


def _etag(request: HttpRequest, shown: Tournament, kind: str, theme: str) -> str:
    """Empty where spectators see matches late: what they may see grows with time alone. A day is the longest that a frame
    of a former release stays."""
    if shown.spectator_delay_s:
        return ""
    key = change_key.page_key(shown, with_moves=kind == LIVE)
    look = (manifest.current().version, site_identity(), timezone.now().date())
    parts = (shown.pk, key, kind, theme, get_language(), request.GET.urlencode(), look)
    return quote_etag(blake2s(repr(parts).encode(), digest_size=16).hexdigest())


def _content(request: HttpRequest, shown: Tournament, kind: str) -> tuple[str, Values]:
    """What is shown, and its values; before the draw that it begins later."""
    if kind == LIVE:
        on = playing_matches(shown, limit=MOST_BOARDS)
        return LIVE, {"cards": live_cards(timezone.now(), ids=on, limit=len(on)) if on else []}
    parts = outline(shown)
    if not parts.stages:
        return "before", {}
    if kind == BRACKET and not parts.has_drawing:
        kind = ROUNDS
    context: Callable[[HttpRequest, Tournament, Outline, None], Values] = {
        STANDINGS: standings_tab.context,
        BRACKET: draw_tab.context,
        ROUNDS: rounds_tab.context,
    }[kind]
    values = context(request, shown, parts, None)
    if "to" in values:  # the stage has no tree
        kind, values = ROUNDS, rounds_tab.context(request, shown, parts, None)
    return kind, values


def _answer(
    request: HttpRequest, template: str, values: Values, theme: str, status: int = 200
) -> HttpResponse:
    context = {"theme": theme, "site_url": settings.SITE_URL, **values}
    return _framed(render(request, template, context, status=status))


def _framed(answer: HttpResponse) -> HttpResponse:
    answer.csp_policy = "framed"  # type: ignore[attr-defined]  # see config/csp.py
    answer.xframe_options_exempt = True
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """What gives frames their height on the pages of other sites, under an address that stays."""
    path = finders.find(SCRIPT)
    if not isinstance(path, str):
        raise Http404
    with open(path, "rb") as file:
        answer = HttpResponse(file.read(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = AN_HOUR
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
