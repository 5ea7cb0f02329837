"""What benchmarks/lobby.py does inside Django: lists challenges, and accepts one a second as other players would."""

import json
import sys
import time

from django.utils import timezone

from accounts.models import Player, User
from games.engine.rules import Rules
from games.services import lobby
from web.errors import DomainError

RULES = Rules.preset("tournament", 5)


def post(number: int) -> None:
    """So many open challenges, one of each player."""
    for player in _players("host", number):
        lobby.post(player, RULES, None, timezone.now())


def accept(seconds: float) -> None:
    """Two players press the same challenge every second; prints a line for each: its number, when it was committed, how many got it."""
    guests = iter(_players(f"guest{User.objects.count()}-", 2 * int(seconds) + 4))
    until = time.time() + seconds
    while time.time() < until:
        number = lobby.open_challenges().values_list("pk", flat=True)[0]
        accepted = 0
        for _ in range(2):
            try:
                lobby.accept(number, next(guests), timezone.now())
                accepted += 1
            except DomainError as error:
                if error.code != "challenge_gone":
                    raise
            if accepted == 1:
                committed = time.time()
        print(json.dumps([str(number), committed, accepted]))
        sys.stdout.flush()
        time.sleep(1)


def _players(name: str, number: int) -> list[Player]:
    users = User.objects.bulk_create(
        User(username=f"{name}{n}", password="!") for n in range(number)
    )
    return Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
