"""The events of tournaments as the streams of the live table read them (games/live/event_feed.py)."""

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from games.live.event_feed import EventSource, PublicEvent, Topic
from webhooks.models import StreamInterest, TournamentChange
from webhooks.selectors.public_events import (
    events_after,
    missed_events,
    newest_sequence,
    topic_of,
    tournaments_of_topic,
)
from webhooks.services.events import FEEDS_AT_ONCE, begin_feeds_of, make_events
from webhooks.services.publishing import publish_due

LASTS, RENEWED = timedelta(minutes=15), timedelta(minutes=10)
"""How long a topic counts as listened to, and how little of it is left when that is written anew."""
MOST_FEEDS = 200


class TournamentEvents:
    """An EventSource. Whoever reads makes the events first, so that nobody waits for the sweep of the worker.

    `_beginning` are topics that somebody has begun to listen to: since when, and how many feeds may still be begun. Each read
    of events begins some, so that a reader of the whole site holds nobody up.
    """

    def __init__(self) -> None:
        self._beginning: dict[Topic, tuple[datetime, int]] = {}

    def warm_up(self) -> None:
        """Events have addresses: the process `streams` has read those of no page until then, which takes a second."""
        reverse("api-standings", args=["any"])

    def topic(self, kind: str, key: str) -> Topic | None:
        topic = topic_of(kind, key)
        now = timezone.now()
        if topic is not None and note_interest(topic, now):
            self._beginning[topic] = now, MOST_FEEDS - FEEDS_AT_ONCE
        return topic

    def newest(self) -> int:
        return newest_sequence()

    def after(self, sequence: int, most: int) -> list[PublicEvent]:
        now = timezone.now()
        self._begin_feeds()
        if TournamentChange.objects.exists():
            make_events(now)
        publish_due(now)
        return events_after(sequence, most)

    def missed(self, topic: Topic, sequence: int, most: int) -> list[PublicEvent] | None:
        return missed_events(topic, sequence, most)

    def _begin_feeds(self) -> None:
        """Not of tournaments that are newer than the interest: all that happens in them is heard of."""
        if not self._beginning:
            return
        topic, (since, left) = self._beginning.popitem()
        heard = tournaments_of_topic(topic).filter(created_at__lte=since)
        if begin_feeds_of(heard, FEEDS_AT_ONCE) == FEEDS_AT_ONCE and left > FEEDS_AT_ONCE:
            self._beginning[topic] = since, left - FEEDS_AT_ONCE


_events = TournamentEvents()


def source() -> EventSource:
    """For the hook `event_source`."""
    return _events


def note_interest(topic: str, now: datetime) -> bool:
    """Somebody listens to it. At most one write in five minutes. Returns whether feeds are still to be begun."""
    row = StreamInterest.objects.filter(topic=topic).first()
    if row is None or row.until <= now:
        terms = {"since": now, "until": now + LASTS}
        StreamInterest.objects.update_or_create(topic=topic, defaults=terms)
        return begin_feeds_of(tournaments_of_topic(topic), FEEDS_AT_ONCE) == FEEDS_AT_ONCE
    if row.until < now + RENEWED:
        StreamInterest.objects.filter(topic=topic).update(until=now + LASTS)
    return False
