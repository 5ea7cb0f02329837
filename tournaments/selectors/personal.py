"""What tournaments know of a person, for his own download."""

from typing import Any

from accounts.models import User
from tournaments.models import Entry


def entries_of(user: User) -> list[dict[str, Any]]:
    """His entries. One query."""
    entries = Entry.objects.filter(player__user=user).select_related("tournament")
    return [
        {
            "tournament": entry.tournament.name,
            "entered_at": entry.entered_at.isoformat(),
            "seed": entry.seed,
            "status": entry.status,
        }
        for entry in entries
    ]
