"""What is stored of a tournament; the bracket is data (docs/adr/0006), the matches themselves live in `games`."""

from tournaments.models.bracket import Bracket, Pairing, PairingMatch, Round, Slot
from tournaments.models.record import Notice, Override, Result, Ruling
from tournaments.models.tournament import Entry, Tournament

__all__ = [
    "Bracket",
    "Entry",
    "Notice",
    "Override",
    "Pairing",
    "PairingMatch",
    "Result",
    "Round",
    "Ruling",
    "Slot",
    "Tournament",
]
