"""Every address of the site, one include an app. /live/ is not here: see config/asgi.py."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.language_choice import set_language
from config import design, health, metrics, site_pages
from config.api_index import Index

# Its own log-in knows neither second factors nor how often a password was tried.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}img/mark.svg")),
    path("", include("config.discovery")),
    path("manifest.webmanifest", site_pages.manifest, name="manifest"),
    path("site/logo", site_pages.logo, name="site-logo"),
    path("site/theme.css", site_pages.theme, name="site-theme"),
    path("imprint/", site_pages.imprint, name="imprint"),
    path("house-rules/", site_pages.house_rules, name="house-rules"),
    path("i18n/setlang/", set_language, name="set_language"),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("social.urls")),
    path("", include("games.urls")),
    path("", include("embeds.urls")),  # before tournaments/<slug>/<tab>/
    path("", include("satellites.urls")),  # before tournaments/<slug>/manage/<action>/
    path("", include("tournaments.urls")),
    path("", include("analysis.urls")),
    path("", include("ratings.urls")),
    path("", include("clubs.urls")),
    path("", include("series.urls")),
    path("", include("ladders.urls")),
    path("", include("leagues.urls")),
    path("", include("tableclock.urls")),
    path("", include("webhooks.urls")),
    path("api/v1", Index.as_view(), name="api-root"),
    path("api/v1/", include("config.api")),
]

if settings.DEBUG:
    urlpatterns.append(path("design/", design.design, name="design"))

handler400 = "web.views.errors.unreadable"
handler404 = "web.views.errors.not_found"
handler429 = "web.views.errors.too_often"
handler500 = "web.views.errors.broken"
