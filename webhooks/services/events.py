"""From changes of tournaments to events: noted in the transaction of the change, worked out by a sweep a moment later.

However often a tournament changes in between, and whatever is killed, the events between two looks are made once: the new
state, the events and their deliveries are one transaction, which is taken back where the tournament has changed since the look.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import connection, transaction

from tournaments.models import Tournament
from web.parent_calls import in_parent
from web.post_senders import warm_up
from web.rate_limit import go_on, one_at_a_time
from webhooks.models import (
    TournamentChange,
    TournamentFeed,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from webhooks.selectors.endpoints import (
    OVER,
    listeners_of,
    sends_beside_the_site,
    tournaments_heard_by,
)
from webhooks.selectors.payloads import data_of
from webhooks.selectors.public_events import interest_since, is_anybody_listening, is_public
from webhooks.selectors.tournament_state import TournamentState, differences, state_of
from webhooks.services.publishing import publish_due

log = structlog.get_logger(__name__)

AT_ONCE = 50
MOST_FEEDS, FEEDS_AT_ONCE = 100, 20
BATCH = 500
UNLOCKED_LOOKS = 2
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
        _forget(rows)
        return 0
    made = 0
    if not sends_beside_the_site():
        warm_up()
    for pk, mark in rows:
        try:
            made += _look_at(pk, mark, now)
            go_on(LEASE, LEASE_S)
            publish_due(now)  # its lock is for all, so nothing else is locked meanwhile
        except Exception:  # a tournament that cannot be read holds up no other
            log.exception("webhook_events_not_made", tournament=pk)
    return made


@in_parent
def _forget(rows: Sequence[tuple[int, uuid.UUID]]) -> None:
    """Nobody listens to anything."""
    TournamentFeed.objects.all().delete()
    for pk, mark in rows:
        TournamentChange.objects.filter(pk=pk, mark=mark).delete()


def _look_at(pk: int, mark: uuid.UUID, now: datetime) -> int:
    """Nothing is locked while the tournament is read: what was worked out is stored if it has not changed since. One that changes
    again and again is locked in the end."""
    for _ in range(UNLOCKED_LOOKS):
        plan = _plan(pk, mark, now)
        made = _store(plan) if plan is not None else 0
        if made is not None:
            return made
        newest = TournamentChange.objects.filter(pk=pk).values_list("mark", flat=True).first()
        if newest is None:
            return 0
        mark = newest
    return _look_locked(pk, now)


@in_parent
@transaction.atomic
def _look_locked(pk: int, now: datetime) -> int:
    """Whoever changes the tournament waits for this."""
    row = TournamentChange.objects.select_for_update().filter(pk=pk).first()
    plan = _plan(pk, row.mark, now) if row is not None else None
    return (_store(plan) or 0) if plan is not None else 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be stored of a tournament with this mark: its new state, and events with the endpoints that want them."""

    pk: int
    mark: uuid.UUID
    state: dict[str, Any]
    at: datetime
    due_at: datetime
    public_at: datetime | None = None
    events: Sequence[tuple[str, dict[str, Any], list[int]]] = ()


def _plan(pk: int, mark: uuid.UUID, now: datetime) -> _Plan | None:
    """None where the tournament is gone; its rows went with it."""
    tournament = Tournament.objects.select_related("event").filter(pk=pk).first()
    if tournament is None:
        return None
    listeners = listeners_of(tournament)
    since = [row.created_at for row in listeners]
    since += interest_since(tournament, now)
    if tournament.is_rehearsal or not since:
        return _Plan(pk, mark, {}, now, now)
    return _plan_events(tournament, mark, listeners, min(since), now)


def _plan_events(
    tournament: Tournament,
    mark: uuid.UUID,
    listeners: Sequence[WebhookEndpoint],
    since: datetime,
    now: datetime,
) -> _Plan:
    """Events for these endpoints and for the streams, of which the first has heard `since` then."""
    feed = TournamentFeed.objects.filter(pk=tournament.pk).first()
    state = state_of(tournament)
    if feed is None:
        before = TournamentState() if tournament.created_at >= since else state
    else:
        before = TournamentState(**feed.state) if feed.state else state
    happened = differences(before, state)
    data = data_of(tournament, happened) if happened else []
    due_at = now + delay_of(tournament)
    # entries of before it became a draft again are no news when it opens
    is_draft = tournament.status == Tournament.Status.DRAFT
    return _Plan(
        pk=tournament.pk,
        mark=mark,
        state=(replace(before, status=state.status) if is_draft else state).as_json(),
        at=now,
        due_at=due_at,
        public_at=due_at if is_public(tournament) else None,
        events=[
            (event.type, each, [row.pk for row in listeners if event.type in row.event_types])
            for event, each in zip(happened, data, strict=True)
        ],
    )


@in_parent
@transaction.atomic
def _store(plan: _Plan) -> int | None:
    """How many events were made; None, and nothing is stored, where the tournament has changed since."""
    deleted, _rows = TournamentChange.objects.filter(pk=plan.pk, mark=plan.mark).delete()
    if not deleted:
        return None
    rows = [
        WebhookEvent(type=type_, tournament_id=plan.pk, data=data, at=plan.at, public_at=plan.public_at)
        for type_, data, _endpoints in plan.events
    ]  # fmt: skip
    WebhookEvent.objects.bulk_create(rows, batch_size=BATCH)
    for row, (_type, _data, endpoints) in zip(rows, plan.events, strict=True):
        _owe(row.pk, endpoints, plan.due_at)
    if plan.state:
        _bring_forward(plan.pk, plan.due_at)
    TournamentFeed.objects.bulk_create(
        [TournamentFeed(tournament_id=plan.pk, state=plan.state)],
        update_conflicts=True,
        unique_fields=["tournament"],
        update_fields=["state"],
    )
    return len(rows)


def delay_of(tournament: Tournament) -> timedelta:
    """Where spectators see results late, endpoints hear of them as late: what they do with them is usually public."""
    is_late = tournament.delay_results and tournament.status not in OVER
    return timedelta(seconds=tournament.spectator_delay_s if is_late else 0)


def _bring_forward(tournament: int, due_at: datetime) -> None:
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


def _owe(event: int, endpoints: Sequence[int], due_at: datetime) -> None:
    """Each of these endpoints is to be sent the event."""
    quoted = connection.ops.quote_name
    deliveries, listening = (
        quoted(model._meta.db_table) for model in (WebhookDelivery, WebhookEndpoint)
    )
    # One statement for a thousand: on SQLite nobody else writes meanwhile, and moves would wait.
    statement = f"""INSERT INTO {deliveries} (event_id, endpoint_id, status, due_at, attempts, error)
        SELECT %s, id, %s, %s, 0, '' FROM {listening} WHERE id IN ({{}}) ORDER BY id"""  # noqa: S608  # names of our own tables
    due = connection.ops.adapt_datetimefield_value(due_at)
    pending = WebhookDelivery.Status.PENDING
    with connection.cursor() as cursor:
        for start in range(0, len(endpoints), BATCH):
            ids = endpoints[start : start + BATCH]
            marks = ",".join(["%s"] * len(ids))
            cursor.execute(statement.format(marks), [event, pending, due, *ids])


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
