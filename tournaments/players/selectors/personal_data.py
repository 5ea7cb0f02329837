"""A user's data in tournaments, for their own download."""

from typing import Any

from accounts.models import Player, User
from tournaments.bracket.selectors.lists import played_by
from tournaments.models import Entry, EntryInvitation, EntryMember, OrganizerBlock


def entries_of(user: User) -> list[dict[str, Any]]:
    """The user's entries, also as partner and team-mate. One query."""
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


def has_entry(player: Player) -> bool:
    """Was the player ever entered in a tournament, alone or in a team? Two queries."""
    alone = Entry.objects.filter(player=player)
    return alone.exists() or EntryMember.objects.filter(player=player).exists()


def blocks_of(user: User) -> list[dict[str, Any]]:
    """Organizers who may not enter this user. One query."""
    rows = OrganizerBlock.objects.filter(player__user=user).select_related("organizer__player")
    return [{"organizer": str(row.organizer.player), "at": row.at.isoformat()} for row in rows]


def invitations_of(user: User) -> list[dict[str, Any]]:
    """Invitations of this user to tournaments, with their answers. One query."""
    rows = EntryInvitation.objects.filter(player__user=user).select_related("tournament")
    return [
        {
            "tournament": row.tournament.name,
            "at": row.at.isoformat(),
            "answer": row.answer,
            "answered_at": row.answered_at.isoformat() if row.answered_at else None,
        }
        for row in rows.order_by("at", "pk")
    ]
