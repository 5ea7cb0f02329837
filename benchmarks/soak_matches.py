"""Makes the matches of benchmarks/soak.py for as long as it runs: inside Django, one line in, one line out."""

import json
import sys
from datetime import timedelta

from django.utils import timezone

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.services.setup import MatchPlan, create_matches
from games.tickets import Ticket, issue
from games.timestamps import to_ms

LENGTH = 3  # over in some minutes: what a finished match leaves behind is part of the question
CLOCK = ClockSettings("simple", 600_000, 12_000)


def serve(pairs: int) -> None:
    """For each line of numbers, a new match for each of these pairs of players, and tickets."""
    users = User.objects.bulk_create(
        User(username=f"soak{number}", password="!") for number in range(2 * pairs)
    )
    players = Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
    for line in sys.stdin:
        numbers = [int(word) for word in line.split()]
        seats = [(players[2 * number], players[2 * number + 1]) for number in numbers]
        print(json.dumps(_make(seats)), flush=True)


def _make(seats: list[tuple[Player, Player]]) -> list[dict[str, str]]:
    now, rules = timezone.now(), Rules.preset("tournament", LENGTH)
    context = {"title": "Soak", "break_s": 3600, "chat": True}
    plans = [MatchPlan(a, b, rules, CLOCK, context, None) for a, b in seats]
    end = to_ms(now + timedelta(hours=1))
    return [
        {
            "match": str(match.pk),
            "A": issue(Ticket(match.pk, a.user_id, "A", 0, end)),
            "B": issue(Ticket(match.pk, b.user_id, "B", 0, end)),
            "spectator0": issue(Ticket(match.pk, None, None, 0, end)),
        }
        for match, (a, b) in zip(create_matches(plans, now), seats, strict=True)
    ]
