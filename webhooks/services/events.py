"""From changes of tournaments to events: noted in the transaction of the change, worked out by a sweep a moment later.

However often a tournament changes in between, and whatever is killed, the events between two looks are made once: the new
state, the events and their deliveries are one transaction.
"""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import connection, transaction

from tournaments.models import Tournament
from web.post_senders import warm_up
from web.rate_limit import go_on, one_at_a_time
from webhooks.models import (
    TournamentChange,
    TournamentFeed,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from webhooks.selectors.endpoints import OVER, listeners_of, tournaments_heard_by
from webhooks.selectors.payloads import data_of
from webhooks.selectors.public_events import interest_since, is_anybody_listening, is_public
from webhooks.selectors.tournament_state import TournamentState, differences, state_of
from webhooks.services.publishing import publish_due

log = structlog.get_logger(__name__)

AT_ONCE = 50
MOST_FEEDS, FEEDS_AT_ONCE = 100, 20
BATCH = 500
LEASE_S = 15
"""Renewed for each tournament. The next sweep waits no longer for one that was killed."""
LEASE = "webhook_events"


def note_changes(ids: Sequence[int]) -> None:
    """These tournaments have changed. Called in the transaction of the change, which has them locked; one statement."""
    rows = [TournamentChange(tournament_id=pk) for pk in ids]
    if rows:
        TournamentChange.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["tournament"], update_fields=["mark"]
        )


def make_events(now: datetime) -> int:
    """Look at the tournaments that have changed; returns how many events were made. One sweep at a time."""
    with one_at_a_time(LEASE, LEASE_S) as is_first:
        return _make_events(now) if is_first else 0


def _make_events(now: datetime) -> int:
    rows = list(TournamentChange.objects.values_list("tournament_id", "mark")[:AT_ONCE])
    if not rows:
        return 0
    if not WebhookEndpoint.objects.filter(is_active=True).exists() and not is_anybody_listening(
        now
    ):
        TournamentFeed.objects.all().delete()
        for pk, mark in rows:
            TournamentChange.objects.filter(pk=pk, mark=mark).delete()
        return 0
    made = 0
    warm_up()
    for pk, mark in rows:
        try:
            made += _look_at(pk, mark, now)
            go_on(LEASE, LEASE_S)
            publish_due(now)  # its lock is for all, so nothing else is locked meanwhile
        except Exception:  # a tournament that cannot be read holds up no other
            log.exception("webhook_events_not_made", tournament=pk)
    return made


@transaction.atomic
def _look_at(pk: int, mark: uuid.UUID, now: datetime) -> int:
    """A change that is committed meanwhile has another mark, and its row stays for the next sweep."""
    tournament = Tournament.objects.select_related("event").filter(pk=pk).first()
    made = 0
    if tournament is None:
        return 0  # its rows went with it
    listeners = listeners_of(tournament)
    since = [row.created_at for row in listeners]
    since += interest_since(tournament, now)
    if tournament.is_rehearsal or not since:
        TournamentFeed.objects.update_or_create(pk=pk, defaults={"state": {}})
    else:
        made = _make_events_of(tournament, listeners, min(since), now)
    TournamentChange.objects.filter(pk=pk, mark=mark).delete()
    return made


def _make_events_of(
    tournament: Tournament, listeners: Sequence[WebhookEndpoint], since: datetime, now: datetime
) -> int:
    """Events for these endpoints and for the streams, of which the first has heard `since` then."""
    feed = TournamentFeed.objects.select_for_update().filter(pk=tournament.pk).first()
    state = state_of(tournament)
    if feed is None:
        is_new = tournament.created_at >= since
        before = TournamentState() if is_new else state
        feed = TournamentFeed(tournament=tournament)
    else:
        before = TournamentState(**feed.state) if feed.state else state
    happened = differences(before, state)
    public_at = now + delay_of(tournament) if is_public(tournament) else None
    rows = [
        WebhookEvent(type=event.type, tournament=tournament, data=data, at=now, public_at=public_at)
        for event, data in zip(happened, data_of(tournament, happened), strict=True)
    ] if happened else []  # fmt: skip
    WebhookEvent.objects.bulk_create(rows, batch_size=BATCH)
    owe(rows, listeners, now + delay_of(tournament))
    _bring_forward(tournament, now + delay_of(tournament))
    # entries of before it became a draft again are no news when it opens
    is_draft = tournament.status == Tournament.Status.DRAFT
    feed.state = (replace(before, status=state.status) if is_draft else state).as_json()
    feed.save()
    return len(rows)


def delay_of(tournament: Tournament) -> timedelta:
    """Where spectators see results late, endpoints hear of them as late: what they do with them is usually public."""
    is_late = tournament.delay_results and tournament.status not in OVER
    return timedelta(seconds=tournament.spectator_delay_s if is_late else 0)


def _bring_forward(tournament: Tournament, due_at: datetime) -> None:
    """What was made under a longer delay waits no longer than what is made now, so that the order stays."""
    waiting = WebhookDelivery.objects.filter(
        event__tournament=tournament,
        status=WebhookDelivery.Status.PENDING,
        attempts=0,
        due_at__gt=due_at,
    )
    waiting.update(due_at=due_at)
    unpublished = WebhookEvent.objects.filter(tournament=tournament, sequence=None)
    unpublished.filter(public_at__gt=due_at).update(public_at=due_at)


def owe(
    events: Sequence[WebhookEvent], listeners: Sequence[WebhookEndpoint], due_at: datetime
) -> None:
    """Each of these endpoints is to be sent those events that it wants."""
    quoted = connection.ops.quote_name
    deliveries, endpoints = (
        quoted(model._meta.db_table) for model in (WebhookDelivery, WebhookEndpoint)
    )
    # One statement for a thousand: on SQLite nobody else writes meanwhile, and moves would wait.
    statement = f"""INSERT INTO {deliveries} (event_id, endpoint_id, status, due_at, attempts, error)
        SELECT %s, id, %s, %s, 0, '' FROM {endpoints} WHERE id IN ({{}}) ORDER BY id"""  # noqa: S608  # names of our own tables
    due = connection.ops.adapt_datetimefield_value(due_at)
    with connection.cursor() as cursor:
        for event in events:
            wanting = [each.pk for each in listeners if event.type in each.event_types]
            for start in range(0, len(wanting), BATCH):
                ids = wanting[start : start + BATCH]
                marks = ",".join(["%s"] * len(ids))
                cursor.execute(
                    statement.format(marks), [event.pk, WebhookDelivery.Status.PENDING, due, *ids]
                )


def begin_feeds(endpoint: WebhookEndpoint) -> None:
    """An endpoint hears of what happens from now on: the present state of its tournaments is known to it. Call it outside of
    transactions: it reads much. A feed that a sweep writes meanwhile stays."""
    begin_feeds_of(tournaments_heard_by(endpoint), MOST_FEEDS)


def begin_feeds_of(heard: Any, most: int) -> int:
    """The same of the first `most` of these tournaments, a query set, that have none yet; returns how many there were."""
    with_state = TournamentFeed.objects.exclude(state={}).values("pk")
    tournaments = list(heard.exclude(pk__in=with_state)[:most])
    for start in range(0, len(tournaments), FEEDS_AT_ONCE):
        feeds = [
            TournamentFeed(tournament=tournament, state=state_of(tournament).as_json())
            for tournament in tournaments[start : start + FEEDS_AT_ONCE]
        ]
        TournamentFeed.objects.bulk_create(feeds, ignore_conflicts=True)
        for feed in feeds:
            TournamentFeed.objects.filter(pk=feed.pk, state={}).update(state=feed.state)
    return len(tournaments)
