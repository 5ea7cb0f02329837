"""What is stored of a tournament; the bracket is data (docs/adr/0006), the matches themselves live in `games`."""

from tournaments.models.record import Notice, Override, Result, Ruling
from tournaments.models.stage import Pairing, PairingMatch, Round, Slot, Stage
from tournaments.models.tournament import Entry, EntryMember, Tournament

__all__ = [
    "Entry",
    "EntryMember",
    "Notice",
    "Override",
    "Pairing",
    "PairingMatch",
    "Result",
    "Round",
    "Ruling",
    "Slot",
    "Stage",
    "Tournament",
]
