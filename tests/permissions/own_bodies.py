"""What is sent to the addresses of clubs, of ladders, of leagues and of one's own matches and training."""

from types import SimpleNamespace
from typing import Any

from accounts.models import Player
from tournaments.models import EntryMember

OWN_BODIES: dict[tuple[str, str], Any] = {
    ("api-clubs", "POST"): {"name": "New Club"},
    ("api-club", "PATCH"): {"name": "Renamed"},
    ("api-club-members", "POST"): {"do": "step_down"},
    ("api-club-hostings", "POST"): {"tournament": "open"},
    ("api-club-list-settings", "PUT"): {"counted": "all"},
    ("api-event-list-settings", "PUT"): {"counted": "all"},
    ("api-ladders", "POST"): {"club": "night-owls", "name": "New Ladder"},
    ("api-ladder", "PATCH"): {"reach": 5},
    ("api-ladder-membership", "PATCH"): {"days": 0},
    ("api-ladder-player", "PATCH"): {"place": 1, "reason": "Because."},
    ("api-ladder-challenges", "POST"): {"player": 1},
    ("api-ladder-challenge", "POST"): {"do": "accept"},
    ("api-leagues", "POST"): {"name": "New League"},
    ("api-league", "PATCH"): {"name": "Renamed"},
    ("api-league-seasons", "POST"): {"name": "Season 9"},
    ("api-league-divisions", "POST"): {"tournament": "swiss"},
    ("api-league-division", "PATCH"): {"play_off": 1},
    ("api-league-next", "POST"): {"name": "Season 2"},
    ("api-lobby", "POST"): {"length": 3},
    ("api-vacation", "POST"): {"days": 3},
    ("api-match-times", "PUT"): {"times": ["2090-01-01T20:00:00Z"]},
    ("api-match-times", "POST"): {"offer": 1},
    ("api-own-lineup", "PUT"): {"players": []},
    ("api-training-card", "POST"): {"choice": "take", "turn": 0},
    ("api-training-plan", "PUT"): {"new_a_day": 20},
}

LADDER_NAMES = (
    "ladder", "ladder-log", "ladder-membership", "ladder-challenges", "ladder-settings", "ladder-players", "ladder-decide",
    "ladder-delete", "api-ladder", "api-ladder-membership", "api-ladder-player", "api-ladder-challenges", "api-ladder-challenge",
    "api-ladder-log",
)  # fmt: skip
LADDER = {
    "name": "Other Ladder", "length": "7", "preset": "tournament", "clock": "none", "reach": "3", "answer_days": "3",
    "play_days": "14", "unanswered": "place", "unplayed": "nothing", "rematch_days": "7", "idle_days": "0",
}  # fmt: skip
LADDER_FORMS = {
    "ladder-new": LADDER,
    "ladder-settings": LADDER,
    "ladder-membership": {"do": "resume"},
}
LADDER_FIELDS = {
    "ladder-challenges": ("do", "challenge"),
    "ladder-players": ("move-player", "move-place", "move-reason"),
    "ladder-decide": ("challenge", "winner", "loser_points", "reason"),
}
LADDERS = SimpleNamespace(names=LADDER_NAMES, forms=LADDER_FORMS, fields=LADDER_FIELDS)

LEAGUE_NAMES = (
    "league", "league-season", "league-settings", "league-seasons", "league-divisions", "league-next", "league-delete",
    "api-league", "api-league-seasons", "api-league-season", "api-league-divisions", "api-league-division", "api-league-next",
)  # fmt: skip
LEAGUE_FORMS = {
    "league-new": {"name": "New League"},
    "league-settings": {"name": "Renamed"},
    "league-seasons": {"do": "add", "season-name": "Season 9"},
    "league-next": {"do": "make", "name": "Season 2"},
}
LEAGUE_FIELDS = {"league-divisions": ("do", "division")}
LEAGUES = SimpleNamespace(names=LEAGUE_NAMES, forms=LEAGUE_FORMS, fields=LEAGUE_FIELDS)


LINEUP_NAMES = (
    "tournament-lineups", "tournament-manage-lineups", "api-lineups", "api-own-lineup",
)  # fmt: skip
LINEUP = ("pairing", "entry", "seen", "board_1", "board_2", "board_3")
LINEUP_FIELDS = {"tournament-lineups": LINEUP, "tournament-manage-lineups": (*LINEUP, "reason")}
LINEUPS = SimpleNamespace(names=LINEUP_NAMES, fields=LINEUP_FIELDS)


def with_a_player(fields: Any) -> Any:
    """The same fields, with the id of a player where they name one, and with the team of `player` for a line-up."""
    if isinstance(fields, dict) and "players" in fields:
        team = EntryMember.objects.filter(entry__name="Trio", entry__player__name="player")
        return {**fields, "players": list(team.order_by("board").values_list("player", flat=True))}
    if not isinstance(fields, dict) or "player" not in fields:
        return fields
    return {**fields, "player": Player.objects.order_by("pk").values_list("pk", flat=True)[0]}
