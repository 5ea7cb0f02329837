"""What benchmarks/webhooks.py does inside Django: owners with endpoints, and changes of the tournament that they direct."""

import json
import time

from django.db import transaction
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import create_login
from accounts.services.players import create_walk_in
from tournaments.entry.services import entries
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from web.encryption import encrypt
from webhooks.event_types import ENTRY_ADDED
from webhooks.models import WebhookEndpoint
from webhooks.selectors.endpoints import PURPOSE
from webhooks.services.events import begin_feeds
from webhooks.signing import new_secret

NAME = "Webhook Open"


def prepare(number: int, dead_each: int, origin: str) -> None:
    """One tournament with so many endpoints, twenty of each owner; of each `dead_each` of them one never answers."""
    owners = User.objects.bulk_create(
        User(username=f"owner{n}", email=f"owner{n}@example.org", password="!")
        for n in range(max(1, number // 20))
    )
    Player.objects.bulk_create(Player(user=user, name=user.username) for user in owners)
    boss = create_login("organizer", "organizer@example.org", new_secret())
    made = lifecycle.create(organizer=boss, name=NAME, lengths=[3], clock=None)
    lifecycle.open_entry(made.pk, by=None)
    made.directors.set(owners)
    now = timezone.now()
    rows = WebhookEndpoint.objects.bulk_create(
        WebhookEndpoint(
            owner=owners[n % len(owners)],
            tournament=made,
            url=f"{origin}/{'dead' if n % dead_each == 0 else 'alive'}{n}",
            event_types=[ENTRY_ADDED],
            secret=encrypt(new_secret(), PURPOSE),
            created_at=now,
        )
        for n in range(number)
    )
    begin_feeds(rows[0])


def change(times: int, seconds: float, begin_at: float) -> None:
    """Enter a player so many times, so far apart; prints when each was committed. With none it waits as long as for one."""
    committed: list[float] = []
    time.sleep(max(0.0, begin_at - time.time()))
    for _ in range(times):
        with transaction.atomic():
            player = create_walk_in(f"Walk-in {time.time_ns()}")
            pk = Tournament.objects.values_list("pk", flat=True).get(name=NAME)
            entries.add_walk_in(pk, by=None, now=timezone.now(), player=player)
        committed.append(time.time())
        time.sleep(seconds)
    if not times:
        time.sleep(seconds)
    print(json.dumps(committed))
