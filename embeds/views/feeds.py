"""Atom feeds of results, as any visitor may see them: of a tournament, and of an event."""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from embeds.selectors.results import ResultEntry, latest_results
from tournaments.bracket.selectors.lists import get_tournament, visible
from tournaments.event.selectors.events import get_event
from tournaments.models import Tournament

MOST = 50


@require_safe
def of_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Its latest results, the newest first."""
    request.user = AnonymousUser()
    shown = get_tournament(slug, request.user)
    return _feed(request, [shown], shown.name, shown.get_absolute_url())


@require_safe
def of_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The same of all tournaments of an event."""
    request.user = AnonymousUser()
    event = get_event(slug, request.user)
    rows = visible(request.user).filter(event=event).order_by("pk")
    return _feed(request, list(rows), event.name, event.get_absolute_url())


def _feed(request: HttpRequest, rows: list[Tournament], name: str, path: str) -> HttpResponse:
    versions = ".".join(f"{row.pk}-{row.version}" for row in rows)
    etag = (
        ""
        if any(row.spectator_delay_s for row in rows)
        else quote_etag(f"{versions}/{get_language()}")
    )
    if etag and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag})
    answer = HttpResponse(
        _written(request, latest_results(rows, MOST), name, path),
        content_type="application/atom+xml; charset=utf-8",
    )
    if etag:
        answer["ETag"] = etag
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _written(request: HttpRequest, results: Iterable[ResultEntry], name: str, path: str) -> str:
    url = settings.SITE_URL + path
    feed = Atom1Feed(
        title=_("%(name)s: results") % {"name": name},
        link=url,
        description="",
        language=get_language(),
        feed_url=settings.SITE_URL + request.path,
        feed_guid=url,
        author_name=settings.SITE_NAME,
    )
    for result in results:
        link = reverse("match-review", args=[result.match]) if result.match else path
        feed.add_item(
            title=result.text,
            link=settings.SITE_URL + link,
            description=result.where,
            unique_id=f"{url}#{result.id}",
            pubdate=result.at,
            updateddate=result.at,
        )
    return feed.writeString("utf-8")
