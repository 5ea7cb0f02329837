"""What is stored of a tournament; the bracket is data (docs/adr/0006), the matches themselves live in `games`."""

from tournaments.models.event import Announcement, Event
from tournaments.models.people import Invitation, Note, Role, RoleChange, RoleKind, Watch
from tournaments.models.record import Notice, Override, Result, Ruling
from tournaments.models.stage import Pairing, PairingMatch, Round, Slot, Stage
from tournaments.models.tournament import Entry, EntryMember, Tournament

__all__ = [
    "Announcement",
    "Entry",
    "EntryMember",
    "Event",
    "Invitation",
    "Note",
    "Notice",
    "Override",
    "Pairing",
    "PairingMatch",
    "Result",
    "Role",
    "RoleChange",
    "RoleKind",
    "Round",
    "Ruling",
    "Slot",
    "Stage",
    "Tournament",
    "Watch",
]
