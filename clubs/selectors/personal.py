"""A user's clubs, for their own download."""

from typing import Any

from accounts.models import User
from clubs.models import Club, ClubMember


def export_memberships(user: User) -> dict[str, Any]:
    """The clubs that the user is in, has asked to join or was removed from, and those they started. Two queries."""
    rows = ClubMember.objects.filter(player__user=user).select_related("club").order_by("pk")
    started = Club.objects.filter(founder=user).order_by("pk")
    return {
        "memberships": [
            {"club": row.club.name, "status": row.status, "since": row.at} for row in rows
        ],
        "started": [{"club": club.name, "at": club.created_at} for club in started],
    }
