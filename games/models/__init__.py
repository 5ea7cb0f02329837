"""What a match leaves in the database: the match, its log, its secrets, its chat, and when nobody could play."""

from games.models.challenge import ChallengeEmail, ChallengeKey
from games.models.chat import ChatLine, ChatReport, ChatRoom, Mute
from games.models.correspondence import TurnEmail, Vacation
from games.models.log import Action, Game, MatchSeed, RollCount
from games.models.match import Match, MatchKind, MatchSeat, MatchStatus, SeatName
from games.models.running import FailedTask, Maintenance, MaintenancePause, ProcessMinute
from games.models.shared_dice import SharedBoard, SharedDice
from games.models.uptime import Heartbeat, Outage

__all__ = [
    "Action",
    "ChallengeEmail",
    "ChallengeKey",
    "ChatLine",
    "ChatReport",
    "ChatRoom",
    "FailedTask",
    "Game",
    "Heartbeat",
    "Maintenance",
    "MaintenancePause",
    "Match",
    "MatchKind",
    "MatchSeat",
    "MatchSeed",
    "MatchStatus",
    "Mute",
    "Outage",
    "ProcessMinute",
    "RollCount",
    "SeatName",
    "SharedBoard",
    "SharedDice",
    "TurnEmail",
    "Vacation",
]
