"""The events of tournaments as the streams of the live table read them (games/live/event_feed.py)."""

from datetime import datetime, timedelta

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
from webhooks.services.events import begin_feeds_of, make_events
from webhooks.services.publishing import publish_due

LASTS, RENEWED = timedelta(minutes=15), timedelta(minutes=10)
"""How long a topic counts as listened to, and how little of it is left when that is written anew."""
MOST_FEEDS = 200


class TournamentEvents:
    """An EventSource. Whoever reads makes the events first, so that nobody waits for the sweep of the worker."""

    def topic(self, kind: str, key: str) -> Topic | None:
        topic = topic_of(kind, key)
        if topic is not None:
            note_interest(topic, timezone.now())
        return topic

    def newest(self) -> int:
        return newest_sequence()

    def after(self, sequence: int, most: int) -> list[PublicEvent]:
        now = timezone.now()
        if TournamentChange.objects.exists():
            make_events(now)
        publish_due(now)
        return events_after(sequence, most)

    def missed(self, topic: Topic, sequence: int, most: int) -> list[PublicEvent] | None:
        return missed_events(topic, sequence, most)


def source() -> EventSource:
    """For the hook `event_source`."""
    return TournamentEvents()


def note_interest(topic: str, now: datetime) -> None:
    """Somebody listens to it. At most one write in five minutes; the first reader waits until the present state is known."""
    row = StreamInterest.objects.filter(topic=topic).first()
    if row is None or row.until <= now:
        terms = {"since": now, "until": now + LASTS}
        StreamInterest.objects.update_or_create(topic=topic, defaults=terms)
        begin_feeds_of(tournaments_of_topic(topic), MOST_FEEDS)
    elif row.until < now + RENEWED:
        StreamInterest.objects.filter(topic=topic).update(until=now + LASTS)
