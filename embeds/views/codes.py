"""The page with the code of embeds, and oEmbed: the same code for programs that unfold a link."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from embeds.kinds import BRACKET, HEIGHTS, KINDS, NAMES, STANDINGS, THEMES, EmbedCode
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.models import Tournament
from tournaments.models.tournament import NOT_PUBLIC
from web.errors import DomainError, NotFound

WIDTH = 800
PARTS = {"": BRACKET, **{kind: kind for kind in KINDS}}
"""What is embedded of a tournament's page, by its tab."""


@require_safe
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a part and a theme; the code to copy, and a preview."""
    shown = get_tournament(slug, request.user)
    kind, theme = request.GET.get("kind", STANDINGS), request.GET.get("theme", "auto")
    if kind not in KINDS or theme not in THEMES:
        raise NotFound("no_such_embed", _("Page not found."))
    themes = {
        "auto": pgettext("theme", "As the reader’s device"),
        "light": pgettext("theme", "Light"),
        "dark": pgettext("theme", "Dark"),
    }
    context = {
        "tournament": shown,
        "is_public": _is_public(shown),
        "embed": EmbedCode(shown, kind, theme),
        "preview": reverse("embed", args=[slug, kind])
        + ("" if theme == "auto" else f"?theme={theme}"),
        "height": HEIGHTS[kind],
        "kinds": NAMES.items(),
        "themes": themes.items(),
        "feed": settings.SITE_URL + reverse("tournament-feed", args=[slug]),
        "kind": kind,
        "theme": theme,
    }
    answer = render(request, "embeds/code.html", context)
    answer.csp_policy = "framing"  # type: ignore[attr-defined]  # see config/csp.py
    return answer


def _is_public(shown: Tournament) -> bool:
    return Tournament.objects.filter(~NOT_PUBLIC, pk=shown.pk).exists()


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """`?url=` of a tournament's page, and `maxwidth`, `maxheight`: JSON as oEmbed has it. XML is 501."""
    if request.GET.get("format", "json") != "json":
        return JsonResponse({"code": "json_only", "detail": "Only JSON is offered."}, status=501)
    width = _bound(request, "maxwidth", WIDTH)
    embed = replace(
        _embed_of(request.GET.get("url", "")),
        width=str(width),
        most_height=_bound(request, "maxheight", max(HEIGHTS.values())),
    )
    values: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": embed.title,
        "provider_name": settings.SITE_NAME,
        "provider_url": settings.SITE_URL,
        "width": width,
        "height": embed.height,
        "html": embed.html,
        "cache_age": 3600,
    }
    answer = JsonResponse(values)
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = "public, max-age=300"
    return answer


def _embed_of(url: str) -> EmbedCode:
    try:
        parts = urlsplit(url[:500])
        match = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Http404 from None
    is_here = parts.netloc == urlsplit(settings.SITE_URL).netloc
    kind = PARTS.get(match.kwargs.get("tab", ""))
    if not is_here or match.url_name not in {"tournament", "tournament-tab"} or kind is None:
        raise Http404
    shown = Tournament.objects.filter(~NOT_PUBLIC, slug=match.kwargs["slug"]).first()
    if shown is None:
        raise Http404
    return EmbedCode(shown, kind)


def _bound(request: HttpRequest, name: str, usual: int) -> int:
    text = request.GET.get(name, "")
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 6) or int(text) == 0:
        raise DomainError("bad_request", f"{name} must be a whole number.", 400)
    return min(usual, int(text))
