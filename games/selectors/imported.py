"""Matches that came out of files: of whoever imported them. Everybody else needs the link."""

from django.db.models import QuerySet

from accounts.models import User
from games.models import Match, MatchKind


def imports_of(user: User) -> QuerySet[Match]:
    """What this user imported, the latest first."""
    mine = Match.objects.filter(kind=MatchKind.IMPORTED, imported_by=user)
    return mine.defer("state").order_by("-created_at", "id")


def export_imports(user: User) -> list[dict[str, object]]:
    """For the user's own download."""
    return [
        {
            "match": str(match.pk),
            "names": match.context.get("names", {}),
            "title": match.context.get("title", ""),
            "score": {"A": match.score_a, "B": match.score_b},
            "imported_at": match.created_at,
        }
        for match in imports_of(user)
    ]
