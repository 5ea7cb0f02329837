"""The public API under /api/v1/: one include an app, the schema and its page."""

from functools import wraps
from types import SimpleNamespace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, is_valid_path, path, re_path
from django.views.decorators.common import no_append_slash
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation

from config import schema  # noqa: F401 (registers itself)
from config.api_index import Index
from web.page_cache import cached_page


class _ByFormat(DefaultContentNegotiation):
    """`?format=json` chooses the notation of the schema, though elsewhere it is a filter."""

    settings: Any = SimpleNamespace(URL_FORMAT_OVERRIDE="format")


_schema = SpectacularAPIView.as_view(content_negotiation_class=_ByFormat)
# Of the page for people there is nothing to tell in JSON: what it takes is not said on OPTIONS.
docs_page = SpectacularSwaggerSplitView.as_view(
    url_name="api-schema", http_method_names=["get", "head"]
)


@wraps(_schema)
def schema_file(request: HttpRequest) -> HttpResponse:
    """Written once in each language: it takes longer than any page."""
    return cached_page(request, "schema", lambda: _schema(request).render())


@no_append_slash
def without_slash(request: HttpRequest, rest: str) -> HttpResponse:
    """API addresses end without a slash; 308 keeps the method and the body of whoever adds one."""
    if not is_valid_path(request.path.rstrip("/")):
        raise Http404
    query = request.META.get("QUERY_STRING", "")
    address = request.path.rstrip("/") + (f"?{query}" if query else "")
    return HttpResponse(status=308, headers={"Location": address})


urlpatterns = [
    path("", Index.as_view(), name="api-index"),
    path("schema/", schema_file, name="api-schema"),
    path("docs/", docs_page, name="api-docs"),
    path("", include("accounts.api_urls")),
    path("", include("notifications.api_urls")),
    path("", include("social.api_urls")),
    path("", include("games.api_urls")),
    path("", include("analysis.api_urls")),
    path("", include("tournaments.api_urls")),
    path("", include("ratings.api_urls")),
    path("", include("clubs.api_urls")),
    path("", include("series.api_urls")),
    path("", include("ladders.api_urls")),
    path("", include("leagues.api_urls")),
    path("", include("fairplay.api_urls")),
    path("", include("tableclock.api_urls")),
    path("", include("satellites.api_urls")),
    path("", include("webhooks.api_urls")),
    re_path(r"^(?P<rest>[\w/-]+)/$", without_slash),
]
