"""What a match leaves in the database: the match, its log, its secrets, and when nobody could play."""

from games.models.log import Action, Game, MatchSeed
from games.models.match import Match, MatchKind, MatchSeat, MatchStatus, SeatName
from games.models.uptime import Heartbeat, Outage

__all__ = [
    "Action",
    "Game",
    "Heartbeat",
    "Match",
    "MatchKind",
    "MatchSeat",
    "MatchSeed",
    "MatchStatus",
    "Outage",
    "SeatName",
]
