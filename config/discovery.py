"""What search engines and finders of holes ask for: /robots.txt, /sitemap.xml and /.well-known/security.txt.

The sitemap lists what every visitor may see: tournaments, events, clubs, series, leagues, ladders and players, page by page.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemap_views
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.selectors import players_found
from clubs.selectors import clubs
from ladders.selectors import ladders
from leagues.selectors import leagues
from series.selectors import series
from tournaments.bracket.selectors import lists
from tournaments.event.selectors import events

PER_PAGE = 5000
AN_HOUR_S = 3600
VISITOR = AnonymousUser()
SECURITY_TXT_LASTS = timedelta(days=180)
NOT_FOR_ROBOTS = (
    "/accounts/", "/admin/", "/api/", "/c/", "/calendar/", "/first-administrator/", "/live/", "/profile/", "/t/",
)  # fmt: skip


if TYPE_CHECKING:
    AnySitemap = Sitemap[Any]
else:
    AnySitemap = Sitemap


class PublicPages(AnySitemap):
    """Pages of one kind, by their numbers."""

    limit = PER_PAGE
    protocol = settings.SITE_URL.partition(":")[0]


class TournamentPages(PublicPages):
    def items(self) -> QuerySet[Any]:
        return lists.visible(VISITOR).order_by("pk")


class EventPages(PublicPages):
    def items(self) -> QuerySet[Any]:
        return events.reachable(VISITOR).order_by("pk")


class ClubPages(PublicPages):
    def items(self) -> QuerySet[Any]:
        return clubs.visible(VISITOR).order_by("pk")


class SeriesPages(PublicPages):
    def items(self) -> QuerySet[Any]:
        return series.visible(VISITOR).order_by("pk")


class LeaguePages(PublicPages):
    def items(self) -> QuerySet[Any]:
        return leagues.visible(VISITOR).order_by("pk")


class LadderPages(PublicPages):
    def items(self) -> QuerySet[Any]:
        return ladders.visible(VISITOR).order_by("pk")


class PlayerPages(PublicPages):
    """Those of the list of players who have an account, and bots: no guest, nobody who left, nobody whose name a director
    typed."""

    def items(self) -> QuerySet[Any]:
        has_page = Q(user__isnull=False) | ~Q(bot_kind="")
        return players_found("").filter(has_page).order_by("pk")

    def location(self, item: Player) -> str:
        return reverse("player", args=[item.pk])


SITEMAPS: dict[str, type[PublicPages]] = {
    "tournaments": TournamentPages,
    "events": EventPages,
    "clubs": ClubPages,
    "series": SeriesPages,
    "leagues": LeaguePages,
    "ladders": LadderPages,
    "players": PlayerPages,
}


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """No page that belongs to one person, and nothing for programs."""
    lines = ["User-agent: *", *(f"Disallow: {prefix}" for prefix in NOT_FOR_ROBOTS)]
    lines += ["", f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}"]
    return _plain(lines)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to write to about a security hole (RFC 9116); 404 while the site has no CONTACT."""
    if not settings.CONTACT:
        raise Http404
    expires = (timezone.now() + SECURITY_TXT_LASTS).replace(microsecond=0)
    return _plain(
        [
            f"Contact: {settings.CONTACT}",
            f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
            f"Canonical: {settings.SITE_URL}{reverse('security-txt')}",
        ]
    )


def _plain(lines: list[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


_for_an_hour = cache_control(public=True, max_age=AN_HOUR_S)

urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path(
        "sitemap.xml",
        require_safe(_for_an_hour(sitemap_views.index)),
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap-part"},
        name="sitemap",
    ),
    path(
        "sitemap-<str:section>.xml",
        require_safe(_for_an_hour(sitemap_views.sitemap)),
        {"sitemaps": SITEMAPS},
        name="sitemap-part",
    ),
]
