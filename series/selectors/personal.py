"""A user's series, for their own download."""

from typing import Any

from accounts.models import User
from series.models import Series, SeriesAdjustment


def export_series(user: User) -> dict[str, Any]:
    """The series that the user organizes, and the adjustments of their points. Two queries."""
    organized = Series.objects.filter(organizer=user).order_by("pk")
    adjusted = SeriesAdjustment.objects.filter(player__user=user).select_related("series")
    return {
        "organized": [{"series": row.name, "at": row.created_at} for row in organized],
        "adjustments": [
            {
                "series": row.series.name,
                "points": row.hundredths / 100,
                "reason": row.reason,
                "at": row.at,
                "withdrawn_at": row.withdrawn_at,
            }
            for row in adjusted.order_by("pk")
        ],
    }
