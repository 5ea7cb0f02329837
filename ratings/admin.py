"""Ratings on the staff's pages: what the hourly check said, and the rows to look at."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone

from accounts.admin_base import ReadOnlyAdmin
from ratings.models import ExternalRating, PlayerRating, RatingChange, RatingClock, RatingGain
from ratings.selectors import gains


@admin.register(RatingClock)
class RatingClockAdmin(ReadOnlyAdmin):
    """One row: when ratings were checked, and how many rows differed from those computed from nothing."""

    list_display = ["checked_at", "differences", "swept_to", "recompute_owed_at"]
    fields = list_display
    readonly_fields = fields


@admin.register(PlayerRating)
class PlayerRatingAdmin(ReadOnlyAdmin):
    """The current ratings."""

    list_display = ["player", "pool", "rating", "experience", "matches", "last_at"]
    list_filter = ["pool"]
    list_select_related = ["player"]
    search_fields = ["player__name"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """Each side of each rated match."""

    list_display = ["ended_at", "pool", "player", "opponent", "won", "length", "rating_before", "rating_after"]  # fmt: skip
    list_filter = ["pool", "won"]
    list_select_related = ["player", "opponent"]
    search_fields = ["player__name", "source"]
    show_full_result_count = False


@admin.register(ExternalRating)
class ExternalRatingAdmin(ReadOnlyAdmin):
    """Numbers of players in the lists of others. The import writes them (/ratings/import/)."""

    list_display = ["player", "list_name", "number", "rating", "as_of", "source", "imported_at"]
    list_filter = ["list_name"]
    list_select_related = ["player"]
    search_fields = ["player__name", "number"]
    show_full_result_count = False


@admin.register(RatingGain)
class RatingGainAdmin(ReadOnlyAdmin):
    """One page with three lists, for reading: gains from one opponent, from accounts without a verified email, and pairs who
    meet the limit of rated matches on several days."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.changelist_view)
        return [path("", view, name="ratings_ratinggain_changelist")]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        now = timezone.now()
        context = self.admin_site.each_context(request) | {
            "title": "Gains that look farmed",
            "opts": self.model._meta,
            "pairs": gains.gains_from_one_opponent(now),
            "players": gains.gains_from_unverified_accounts(now),
            "at_limit": gains.pairs_at_limit(now),
            "limit": settings.RATED_PER_OPPONENT_A_DAY,
            "days_at_limit": gains.DAYS_AT_LIMIT,
            "days": gains.WINDOW.days,
            "least": int(gains.LEAST_GAIN),
            "most_rows": gains.MOST_ROWS,
            "listed": gains.LISTED,
        }
        return TemplateResponse(request, "admin/rating_gains.html", context)
