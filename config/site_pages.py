"""The operator's own: imprint, house rules, logo, accent colour, and the manifest of the site as an app."""

import json
import re
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.env import link
from config.identity import PICTURES, SitePicture
from web.site_identity import site_identity

FOR_A_YEAR = "public, max-age=31536000, immutable"
MANIFEST = "manifest.webmanifest"


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """The operator's text, or the page of theirs that has it."""
    return _text(request, _("Imprint"), settings.IMPRINT)


@require_safe
def house_rules(request: HttpRequest) -> HttpResponse:
    """The same for the rules of the house."""
    return _text(request, _("House rules"), settings.HOUSE_RULES)


@require_safe
def logo(request: HttpRequest) -> HttpResponse:
    """The picture as it is. No script in an SVG is run: the content policy forbids it (config/csp.py)."""
    if settings.SITE_LOGO is None:
        raise Http404
    picture: SitePicture = settings.SITE_LOGO
    answer = HttpResponse(picture.data, content_type=picture.content_type)
    answer["Cache-Control"] = FOR_A_YEAR
    return answer


@require_safe
def theme(request: HttpRequest) -> HttpResponse:
    """A stylesheet with the tokens that the accent colour replaces."""
    if not settings.SITE_THEME:
        raise Http404
    answer = HttpResponse(settings.SITE_THEME, content_type="text/css; charset=utf-8")
    answer["Cache-Control"] = FOR_A_YEAR
    return answer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """static/manifest.webmanifest with the name and the logo of this site."""
    path = finders.find(MANIFEST)
    if not isinstance(path, str):
        raise Http404
    with open(path, encoding="utf-8") as file:
        made: dict[str, Any] = json.load(file)
    identity = site_identity()
    made["name"] = made["short_name"] = identity.name
    for icon in [*made["icons"], *(icon for way in made["shortcuts"] for icon in way["icons"])]:
        icon["src"] = static(icon["src"])
    if settings.SITE_LOGO is not None:
        icon = {"src": identity.logo_url, "sizes": _sizes(settings.SITE_LOGO)}
        made["icons"] = [{**icon, "type": settings.SITE_LOGO.content_type}]
    return JsonResponse(made, content_type="application/manifest+json")


def _text(request: HttpRequest, title: str, text: str) -> HttpResponse:
    if not text:
        raise Http404
    if link(text):
        return redirect(text)
    paragraphs = [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    return render(request, "site_text.html", {"title": title, "paragraphs": paragraphs})


def _sizes(picture: SitePicture) -> str:
    """Width and height of the logo as a manifest writes them; an SVG has any."""
    if picture.content_type == PICTURES[".svg"]:
        return "any"
    head = picture.data[16:24]
    return f"{int.from_bytes(head[:4], 'big')}x{int.from_bytes(head[4:], 'big')}"
