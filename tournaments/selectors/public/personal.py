"""What tournaments know of a person, for his own download."""

from typing import Any

from accounts.models import User
from tournaments.models import Entry
from tournaments.selectors.tournament.lists import played_by


def entries_of(user: User) -> list[dict[str, Any]]:
    """His entries, as partner and team-mate too. One query."""
    entries = Entry.objects.filter(played_by(user)).select_related("tournament")
    return [
        {
            "tournament": entry.tournament.name,
            "entered_at": entry.entered_at.isoformat(),
            "team": entry.name,
            "seed": entry.seed,
            "status": entry.status,
        }
        for entry in entries
    ]
