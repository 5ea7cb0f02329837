"""The Django side of benchmarks/crash_events.py: whom events go to, changes, and at the end what was owed. `enter` comes first."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WANTED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "VAR_DIR", "EMBEDDED")
KIND = "ruling"


@dataclass(frozen=True, slots=True)
class Scene:
    """What was made: the names of the streams by their topics, and the login that listens to its own."""

    streams: dict[str, str]
    token: str
    user: int
    tournaments: list[int]


def enter(env: Mapping[str, str]) -> None:
    """Become part of a site: its database, its key."""
    os.environ.update({name: env[name] for name in WANTED if name in env})
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "CRITICAL"}
    import django
    from django.conf import settings

    settings.DATABASES["default"]["OPTIONS"].pop("pool", None)  # one connection a call will do
    django.setup()


def prepare(origin: str) -> Scene:
    """An event with two tournaments; webhooks for all, for the event and for one tournament; two channels; a login."""
    from django.utils import timezone

    from accounts.models import User
    from accounts.services.logins import create_login
    from accounts.services.tokens import create_token
    from tournaments.models import Event
    from tournaments.setup.services import lifecycle
    from web.encryption import encrypt
    from webhooks.event_types import EVENT_TYPES
    from webhooks.selectors.endpoints import PURPOSE
    from webhooks.services.events import begin_feeds
    from webhooks.signing import new_secret

    now = timezone.now()
    boss = create_login("organizer", "organizer@example.org", new_secret())
    day = now.date()
    event = Event.objects.create(
        name="Drill", slug="drill", organizer=boss, is_public=True, starts_on=day, ends_on=day
    )
    made = []
    for name in ("Left", "Right"):
        item = lifecycle.create(organizer=boss, name=name, lengths=[1], clock=None)
        item.event = event
        item.save(update_fields=["event"])
        lifecycle.open_entry(item.pk, by=None)
        made.append(item)
    for row in _endpoints(origin, event, made[0]):
        row.owner, row.event_types, row.created_at = boss, list(EVENT_TYPES), now
        row.secret = encrypt(row.secret, PURPOSE)
        row.save()
        begin_feeds(row)
    reader = User.objects.create(username="reader", password="!")
    streams = {
        f"tournament:{made[0].pk}": f"tournament/{made[0].slug}",
        f"event:{event.pk}": f"event/{event.slug}",
        "site": "site",
    }
    token = create_token(reader, "drill")[1]
    return Scene(streams, token, reader.pk, [item.pk for item in made])


def _endpoints(origin: str, event: Any, tournament: Any) -> list[Any]:
    """Webhooks with secrets and channels with targets, which are not encrypted yet."""
    from webhooks.models import WebhookEndpoint
    from webhooks.signing import new_secret

    matrix = {"address": origin, "room": "!room:localhost", "token": "t"}
    ntfy = {"address": f"{origin}/topic", "token": ""}
    return [
        WebhookEndpoint(url=f"{origin}/all", secret=new_secret()),
        WebhookEndpoint(url=f"{origin}/event", secret=new_secret(), event=event),
        WebhookEndpoint(url=f"{origin}/tournament", secret=new_secret(), tournament=tournament),
        WebhookEndpoint(url=origin, secret=json.dumps(matrix), kind="matrix", language="en"),
        WebhookEndpoint(url=origin, secret=json.dumps(ntfy), kind="ntfy", language="en"),
    ]


def change(scene: Scene, number: int) -> bool:
    """Enter a player, and notify the login of one more thing, in one transaction."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.services.players import create_walk_in
    from notifications.services.notify import News, notify
    from tournaments.entry.services import entries

    now = timezone.now()
    with transaction.atomic():
        player = create_walk_in(f"Walk-in {number}")
        entries.add_walk_in(scene.tournaments[number % 2], by=None, now=now, player=player)
        notify([News(scene.user, KIND, f"drill {number}", "/tournaments/")], now)
    return True


def left() -> int:
    """How many changes have not been looked at, events have no number and deliveries are owed."""
    from webhooks.models import TournamentChange, WebhookDelivery, WebhookEvent

    unpublished = WebhookEvent.objects.filter(public_at__isnull=False, sequence=None)
    owed = WebhookDelivery.objects.filter(status="pending")
    return TournamentChange.objects.count() + unpublished.count() + owed.count()


def newest(topic: str) -> int:
    """The place of the last event of a topic."""
    return max(published(topic), default=0)


def published(topic: str) -> list[int]:
    """The places of all events of a topic, in their order."""
    from webhooks.models import WebhookEvent

    kind, _colon, number = topic.partition(":")
    rows = WebhookEvent.objects.filter(sequence__isnull=False).order_by("sequence")
    if kind == "tournament":
        rows = rows.filter(tournament=int(number))
    elif kind == "event":
        rows = rows.filter(tournament__event=int(number))
    return [place for place in rows.values_list("sequence", flat=True) if place is not None]


def unread(user: int) -> int:
    """How many notifications the login has not read."""
    from notifications.selectors.lists import unread_counts

    return unread_counts([user]).get(user, 0)


@dataclass(frozen=True, slots=True)
class Arrived:
    """What receivers had: how many messages, how many of them again, and what is wrong."""

    messages: int
    webhooks_again: int
    matrix_again: int
    ntfy_again: int
    faults: list[str]


def reckon(arrivals: Path, changes: int) -> Arrived:
    """Compare what arrived with what was owed."""
    rows = [line.split() for line in arrivals.read_text().splitlines()]
    contents: dict[tuple[str, str], set[str]] = {}
    for path, number, digest in rows:
        contents.setdefault((path, number), set()).add(digest)
    hooks = [row for row in rows if row[1].startswith("msg_") and not row[0].startswith("/_matrix")]
    matrix = [row for row in rows if row[0].startswith("/_matrix")]
    ntfy = [row for row in rows if row[0] == "/topic"]
    faults = [
        f"{path} {number}: {len(each)} different messages"
        for (path, number), each in contents.items()
        if len(each) > 1 and number != "-"
    ]
    faults += webhook_faults({(path, number) for path, number, _digest in hooks}, changes)
    return Arrived(
        len(rows),
        len(hooks) - len({(path, number) for path, number, _digest in hooks}),
        len(matrix) - len({number for _path, number, _digest in matrix}),
        len(ntfy) - len({digest for _path, _number, digest in ntfy}),
        faults + list(channel_faults(len({digest for _path, _number, digest in matrix}), matrix)),
    )


def webhook_faults(arrived: set[tuple[str, str]], changes: int) -> Iterator[str]:
    """Every entry is one event, every event was owed to each webhook that hears of it, and each message that was owed came."""
    from django.db.models import Count

    from webhooks.event_types import ENTRY_ADDED
    from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent

    events = WebhookEvent.objects.filter(type=ENTRY_ADDED)
    if events.count() != changes:
        yield f"{events.count()} events of {changes} entries"
    twice = events.values("data__entry__id").annotate(n=Count("pk")).filter(n__gt=1)
    yield from (f"entry {row['data__entry__id']}: {row['n']} events" for row in twice)
    for hook in WebhookEndpoint.objects.all():
        rows = WebhookDelivery.objects.filter(endpoint=hook).select_related("event")
        heard = WebhookEvent.objects.filter(sequence__isnull=False)
        if hook.tournament_id is not None:
            heard = heard.filter(tournament=hook.tournament_id)
        if rows.count() != heard.count():
            yield f"{hook.url}: owed {rows.count()} of {heard.count()} events"
        path = "/" + hook.url.rpartition("/")[2]
        for row in rows:
            if row.status != "delivered":
                yield f"{hook.url} {row.event.message_id}: {row.status}"
            elif not hook.is_channel and (path, row.event.message_id) not in arrived:
                yield f"{hook.url} {row.event.message_id}: never came"


def channel_faults(texts: int, matrix: list[list[str]]) -> Iterator[str]:
    """A Matrix server shows a message once for each transaction: no two of them say the same."""
    if texts != len({number for _path, number, _digest in matrix}):
        yield f"Matrix: {texts} texts in {len({row[1] for row in matrix})} transactions"


def entries() -> int:
    """How many entries there are."""
    from tournaments.models import Entry

    return Entry.objects.count()
