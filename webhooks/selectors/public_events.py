"""The events that everybody may hear of, for the streams of tournaments, of events and of the site."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.live.event_feed import PublicEvent, Topic
from tournaments.models import Event, Tournament
from tournaments.models.tournament import NOT_PUBLIC
from webhooks.models import EventSequence, StreamInterest, WebhookEvent
from webhooks.selectors.endpoints import OVER
from webhooks.selectors.payloads import bodies_of

SITE = "site"
KINDS = ("tournament", "event")


def topic_of(kind: str, key: str) -> str | None:
    """The topic of `/live/events/<kind>/<key>`, with its number, which stays when the address changes; None where everybody
    would get 404 for its page."""
    if (kind, key) == (SITE, ""):
        return SITE
    if kind == "tournament":
        public = Tournament.objects.filter(~NOT_PUBLIC, slug=key)
        pk = public.values_list("pk", flat=True).first()
    elif kind == "event":
        pk = Event.objects.filter(slug=key, is_public=True).values_list("pk", flat=True).first()
    else:
        return None
    return f"{kind}:{pk}" if pk is not None else None


def topics_of(tournament: Tournament) -> tuple[Topic, ...]:
    """Whose listeners hear of it."""
    own = f"tournament:{tournament.pk}"
    return (
        (own, SITE) if tournament.event_id is None else (own, f"event:{tournament.event_id}", SITE)
    )


def is_public(tournament: Tournament) -> bool:
    """May everybody hear of what happens in it now? As NOT_PUBLIC says it of rows."""
    status = tournament.status
    is_cancelled_draft = status == Tournament.Status.CANCELLED and tournament.finished_at is None
    return not (tournament.is_rehearsal or status == Tournament.Status.DRAFT or is_cancelled_draft)


def is_anybody_listening(now: datetime) -> bool:
    return StreamInterest.objects.filter(until__gt=now).exists()


def interest_since(tournament: Tournament, now: datetime) -> list[datetime]:
    """Since when somebody has listened to its streams, for each that is listened to. One query."""
    rows = StreamInterest.objects.filter(topic__in=topics_of(tournament), until__gt=now)
    return list(rows.values_list("since", flat=True))


def tournaments_of_topic(topic: str) -> QuerySet[Tournament]:
    """Public tournaments that its listeners hear of, the newest first; for the whole site without those that are over."""
    rows = Tournament.objects.filter(~NOT_PUBLIC)
    if topic == SITE:
        rows = rows.exclude(status__in=OVER)
    kind, _colon, number = topic.partition(":")
    if kind == "tournament":
        rows = rows.filter(pk=int(number))
    elif kind == "event":
        rows = rows.filter(event=int(number))
    return rows.order_by("-pk")


def newest_sequence() -> int:
    """The place of the newest public event, even where it has been deleted; 0 before the first. One query."""
    return EventSequence.objects.values_list("last", flat=True).first() or 0


def events_after(sequence: int, most: int) -> list[PublicEvent]:
    """The next public events of all topics, in their order. Two queries."""
    return _public_events(list(_public_rows(sequence)[:most]))


def missed_events(topic: Topic, sequence: int, most: int) -> list[PublicEvent] | None:
    """Those of one topic after this place; None where there are more, or where some may have been deleted. Four queries."""
    oldest = WebhookEvent.objects.filter(sequence__isnull=False).order_by("sequence")
    first = oldest.values_list("sequence", flat=True).first()
    if sequence < (newest_sequence() if first is None else first - 1):
        return None
    rows = _public_rows(sequence)
    kind, _colon, number = topic.partition(":")
    if kind == "tournament":
        rows = rows.filter(tournament=int(number))
    elif kind == "event":
        rows = rows.filter(tournament__event=int(number))
    missed = list(rows[: most + 1])
    return _public_events(missed) if len(missed) <= most else None


def _public_rows(after: int) -> QuerySet[WebhookEvent]:
    """Without those of a tournament that has become a draft again."""
    public = Tournament.objects.filter(~NOT_PUBLIC).values("pk")
    rows = WebhookEvent.objects.filter(sequence__gt=after, tournament__in=public)
    return rows.select_related("tournament__event").order_by("sequence")


def _public_events(rows: Sequence[WebhookEvent]) -> list[PublicEvent]:
    return [
        PublicEvent(row.sequence, topics_of(row.tournament), row.type, _public_body(row, body))
        for row, body in zip(rows, bodies_of(rows), strict=True)
        if row.sequence is not None and row.tournament is not None
    ]


def _public_body(row: WebhookEvent, body: bytes) -> bytes:
    """The JSON that webhooks are sent, without the name of an event that is not public."""
    event = row.tournament.event if row.tournament is not None else None
    if event is None or event.is_public:
        return body
    message: dict[str, Any] = json.loads(body)
    message["data"]["tournament"]["event"] = None
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
