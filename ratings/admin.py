"""Ratings on the staff's pages: what the hourly check said, and the rows to look at."""

from django.contrib import admin

from accounts.admin_base import ReadOnlyAdmin
from ratings.models import PlayerRating, RatingChange, RatingClock


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
