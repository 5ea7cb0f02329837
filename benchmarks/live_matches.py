"""Makes the matches that benchmarks/live.py plays: runs inside Django, prints tickets as one JSON line."""

import json
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.services.setup import create_match
from games.tickets import Ticket, issue
from games.timestamps import to_ms

LENGTH = 25


def make(number: int, spectators: int = 1) -> None:
    """So many matches to 25 with a running clock, and tickets for both seats and for spectators."""
    now = timezone.now()
    before = User.objects.count()
    users = User.objects.bulk_create(
        User(username=f"bench{before + index}", password="!") for index in range(2 * number)
    )
    players = Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
    made = []
    with transaction.atomic():
        for index in range(number):
            match = create_match(
                seat_a=players[2 * index],
                seat_b=players[2 * index + 1],
                rules=Rules.preset("tournament", LENGTH),
                clock=ClockSettings("simple", 3_600_000, 12_000),
                context={"title": "Bench", "break_s": 3600},
                join_within=None,
                now=now,
            )
            made.append(_tickets(match, users[2 * index].pk, users[2 * index + 1].pk, spectators))
    print(json.dumps(made))


def _tickets(match: Match, user_a: int, user_b: int, spectators: int) -> dict[str, str]:
    """By name: A, B, spectator0, spectator1, …"""
    end = to_ms(timezone.now() + timedelta(hours=1))
    tickets = {
        "match": str(match.pk),
        "A": issue(Ticket(match.pk, user_a, "A", 0, end)),
        "B": issue(Ticket(match.pk, user_b, "B", 0, end)),
    }
    for index in range(spectators):
        spectator = Ticket(match.pk, None, None, 0, end, nonce=str(index))
        tickets[f"spectator{index}"] = issue(spectator)
    return tickets
