"""What is sent to the addresses of clubs and of one's own matches and training."""

from typing import Any

from accounts.models import Player

OWN_BODIES: dict[tuple[str, str], Any] = {
    ("api-clubs", "POST"): {"name": "New Club"},
    ("api-club", "PATCH"): {"name": "Renamed"},
    ("api-club-members", "POST"): {"do": "step_down"},
    ("api-club-hostings", "POST"): {"tournament": "open"},
    ("api-club-list-settings", "PUT"): {"counted": "all"},
    ("api-event-list-settings", "PUT"): {"counted": "all"},
    ("api-lobby", "POST"): {"length": 3},
    ("api-vacation", "POST"): {"days": 3},
    ("api-match-times", "PUT"): {"times": ["2090-01-01T20:00:00Z"]},
    ("api-match-times", "POST"): {"offer": 1},
    ("api-training-card", "POST"): {"choice": "take", "turn": 0},
    ("api-training-plan", "PUT"): {"new_a_day": 20},
}


def with_a_player(fields: Any) -> Any:
    """The same fields, with the id of a player where they name one."""
    if not isinstance(fields, dict) or "player" not in fields:
        return fields
    return {**fields, "player": Player.objects.order_by("pk").values_list("pk", flat=True)[0]}
