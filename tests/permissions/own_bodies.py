"""What is sent to the addresses of clubs, of ladders and of one's own matches and training."""

from types import SimpleNamespace
from typing import Any

from accounts.models import Player

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
    ("api-lobby", "POST"): {"length": 3},
    ("api-vacation", "POST"): {"days": 3},
    ("api-match-times", "PUT"): {"times": ["2090-01-01T20:00:00Z"]},
    ("api-match-times", "POST"): {"offer": 1},
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


def with_a_player(fields: Any) -> Any:
    """The same fields, with the id of a player where they name one."""
    if not isinstance(fields, dict) or "player" not in fields:
        return fields
    return {**fields, "player": Player.objects.order_by("pk").values_list("pk", flat=True)[0]}
