"""The public API under /api/v1/: one include an app, the schema and its page."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import schema  # noqa: F401 (registers itself)

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("", include("accounts.api_urls")),
    path("", include("games.api_urls")),
    path("", include("tournaments.api_urls")),
]
