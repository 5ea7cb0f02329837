"""Sending what endpoints are owed: claimed, sent, settled, and tried again for three days.

Each endpoint is sent one message at a time, the oldest first. Endpoints that answer late or not at all are swept apart from
the others, so that they delay nobody. A worker that is killed between sending and settling leaves the claim to lapse, and the
message is sent again with the same `webhook-id`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic, sleep

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, Q

from web.public_post import PostAnswer
from web.rate_limit import one_at_a_time
from webhooks.channel_kinds import CHANNELS, USUAL_PAUSE_S, WEBHOOK
from webhooks.channel_kinds import PAUSE_S as CHANNEL_PAUSE_S
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.selectors.endpoints import OWNER_IS_ACTIVE
from webhooks.services.messages import MessageWriter, NotSendableError, OutgoingMessage
from webhooks.services.senders import Attempt, Senders
from webhooks.services.switching import switch_off

log = structlog.get_logger(__name__)

Status, Off = WebhookDelivery.Status, WebhookEndpoint.Off
RETRIES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 73_495)
)
"""How long a message waits after each failed attempt: three days in all. After the last it has failed."""
SWITCHED_OFF_AFTER = timedelta(days=3)
CLAIM_LAPSES = timedelta(minutes=2)
LONGEST_RETRY_AFTER = timedelta(days=1)
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
"""Of an endpoint that cannot be reached."""
SLOW_MS = 1500
AT_ONCE, SETTLED_AT_ONCE = 1000, 50
PAUSE_S = 0.005
"""Between two transactions: on SQLite one writes at a time, and moves would wait."""
THREADS_BESIDE_PLAY = 6
"""Where the worker is in the process that serves moves."""
LONGEST_S = 2.5
"""A sweep begins nothing more after so long; the next one goes on."""
LEASE_S = 60
GONE, BUSY = 410, frozenset({429, 503})


@dataclass(frozen=True, slots=True)
class Lane:
    """How a kind of endpoint is sent to."""

    name: str
    threads: int
    deadline_s: float


FAST, SLOW = Lane("fast", 16, 3), Lane("slow", 16, 15)


def send_due(now: datetime, lane: Lane = FAST) -> int:
    """Send what is owed to the endpoints of a lane; returns how many deliveries were taken. One sweep a lane at a time."""
    with one_at_a_time(f"webhooks_{lane.name}", LEASE_S) as is_first:
        return _send_due(now, lane) if is_first and _oldest(now, lane) else 0


def _send_due(now: datetime, lane: Lane) -> int:
    until, taken = monotonic() + LONGEST_S, 0
    writer = MessageWriter(now)
    threads = THREADS_BESIDE_PLAY if settings.EMBEDDED else lane.threads
    with Senders(threads, lane.deadline_s) as senders:
        while monotonic() < until and (oldest := _oldest(now, lane)):
            outgoing = _written(_claimed(oldest, now), writer)
            attempts = senders.attempts([each.message for each in outgoing], until)
            attempted = [
                (row, attempt)
                for each, attempt in zip(outgoing, attempts, strict=True)
                for row in each.rows
            ]
            taken += _settle(attempted, now)
    return taken


def _written(claimed: list[WebhookDelivery], writer: MessageWriter) -> list[OutgoingMessage]:
    """Those that can be sent, with their messages. The others have failed."""
    outgoing = []
    by_endpoint: dict[int, list[WebhookDelivery]] = {}
    for row in claimed:
        try:
            writer.require_sendable(row)
        except NotSendableError as refused:
            _fail([row], refused.word, writer.now)
        else:
            by_endpoint.setdefault(row.endpoint_id, []).append(row)
    for rows in by_endpoint.values():
        is_channel = rows[0].endpoint.is_channel
        try:
            message = writer.channel_message(rows) if is_channel else writer.message(rows[0])
        except NotSendableError as refused:
            _fail(rows, refused.word, writer.now)
        else:
            outgoing.append(OutgoingMessage(rows, message))
    return outgoing


def _fail(rows: list[WebhookDelivery], word: str, now: datetime) -> None:
    mine = WebhookDelivery.objects.filter(pk__in=[row.pk for row in rows], claimed_at=now)
    mine.update(
        status=Status.FAILED, due_at=None, claimed_at=None, error=word,
        response_status=None, duration_ms=None,
    )  # fmt: skip


def _free(now: datetime) -> Q:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    return free & Q(due_at__lte=now)


def _oldest(now: datetime, lane: Lane) -> list[int]:
    """The oldest that is owed to each endpoint of the lane; the endpoint that has waited longest comes first."""
    awake = Q(endpoint__paused_until=None) | Q(endpoint__paused_until__lte=now)
    due = WebhookDelivery.objects.filter(
        _free(now),
        awake,
        OWNER_IS_ACTIVE,
        endpoint__is_active=True,
        endpoint__is_slow=lane is SLOW,
    )
    oldest = due.order_by().values("endpoint").annotate(oldest=Min("pk"), due=Min("due_at"))
    return list(oldest.order_by("due", "oldest").values_list("oldest", flat=True)[:AT_ONCE])


@transaction.atomic
def _claimed(oldest: list[int], now: datetime) -> list[WebhookDelivery]:
    """Those of these that are still owed, and are this sweep's alone from now on. With the oldest of a channel comes whatever
    else it is owed by now and has been tried as often: a message that is sent again says the same."""
    free = WebhookDelivery.objects.filter(_free(now))
    channels = WebhookDelivery.objects.filter(pk__in=oldest).exclude(endpoint__kind=WEBHOOK)
    tried: dict[int, list[int]] = {}
    for endpoint, attempts in channels.values_list("endpoint", "attempts"):
        tried.setdefault(attempts, []).append(endpoint)
    wanted = Q(pk__in=oldest)
    for attempts, endpoints in tried.items():
        wanted |= Q(endpoint__in=endpoints, attempts=attempts)
    owed = free.filter(wanted).order_by("pk")[:AT_ONCE]
    mine = set(owed.select_for_update(skip_locked=True, of=("self",)).values_list("pk", flat=True))
    WebhookDelivery.objects.filter(pk__in=mine).update(claimed_at=now)
    related = WebhookDelivery.objects.select_related("endpoint", "event__tournament")
    rows = related.in_bulk(mine)
    first = {pk: place for place, pk in enumerate(oldest)}
    return [rows[pk] for pk in sorted(rows, key=lambda pk: (first.get(pk, len(first)), pk))]


def _settle(attempted: list[tuple[WebhookDelivery, Attempt | None]], now: datetime) -> int:
    """Write down what became of each; returns how many were taken."""
    late = [row.pk for row, attempt in attempted if attempt is None]
    WebhookDelivery.objects.filter(pk__in=late, claimed_at=now).update(claimed_at=None)
    done = [(row, attempt) for row, attempt in attempted if attempt is not None]
    taken = [(row, attempt) for row, attempt in done if attempt.is_taken]
    for row, attempt in taken:
        row.response_status, row.duration_ms = attempt.status, attempt.duration_ms
    _settle_taken(taken, now)
    for row, attempt in done:
        if not attempt.is_taken:
            _settle_refused(row, attempt, now)
    return len(taken)


def _settle_taken(taken: list[tuple[WebhookDelivery, Attempt]], now: datetime) -> None:
    for start in range(0, len(taken), SETTLED_AT_ONCE):
        _settle_some([row for row, _attempt in taken[start : start + SETTLED_AT_ONCE]], now)
        sleep(PAUSE_S)
    for is_slow in (False, True):
        ids = [row.endpoint_id for row, each in taken if (each.duration_ms > SLOW_MS) is is_slow]
        changed = ~Q(is_slow=is_slow) | Q(failing_since__isnull=False) | ~Q(paused_until=None)
        endpoints = WebhookEndpoint.objects.filter(changed, pk__in=ids)
        endpoints.update(is_slow=is_slow, failing_since=None, paused_until=None)
    for kind in CHANNELS:
        sent_to = [row.endpoint_id for row, _each in taken if row.endpoint.kind == kind]
        until = now + timedelta(seconds=CHANNEL_PAUSE_S.get(kind, USUAL_PAUSE_S))
        WebhookEndpoint.objects.filter(pk__in=sent_to).update(paused_until=until)


@transaction.atomic
def _settle_some(rows: list[WebhookDelivery], now: datetime) -> None:
    mine = WebhookDelivery.objects.filter(pk__in=[row.pk for row in rows])
    mine.update(
        status=Status.DELIVERED,
        due_at=None,
        claimed_at=None,
        tried_at=now,
        error="",
        attempts=F("attempts") + 1,
    )
    WebhookDelivery.objects.bulk_update(rows, ["response_status", "duration_ms"])


def _settle_refused(row: WebhookDelivery, attempt: Attempt, now: datetime) -> None:
    """The message waits for its next attempt; after the last it has failed. A receiver that cannot be reached, or is too
    busy, is sent nothing else meanwhile."""
    endpoint, status = row.endpoint, attempt.status
    log.info("webhook_refused", delivery=row.pk, answer=status, error=attempt.error)
    wait = RETRIES[row.attempts] if row.attempts < len(RETRIES) else None
    WebhookDelivery.objects.filter(pk=row.pk, claimed_at=now).update(
        status=Status.FAILED if wait is None else Status.PENDING,
        due_at=None if wait is None else now + wait,
        claimed_at=None,
        attempts=row.attempts + 1,
        response_status=status,
        error=attempt.error,
        duration_ms=attempt.duration_ms,
        tried_at=now,
    )
    since = endpoint.failing_since or now
    if status == GONE:
        switch_off(endpoint.pk, Off.GONE, now)
    elif since <= now - SWITCHED_OFF_AFTER:
        switch_off(endpoint.pk, Off.FAILING, now)
    else:
        pause = _pause(attempt, since, now)
        if endpoint.is_channel and wait is not None and _is_passing(status):
            pause = max(pause or now, now + wait)  # what is newer must not come first
        endpoints = WebhookEndpoint.objects.filter(pk=endpoint.pk)
        is_slow = status is None or endpoint.is_slow
        endpoints.update(failing_since=since, is_slow=is_slow, paused_until=pause)


def _is_passing(status: int | None) -> bool:
    """Is it likely that the same message is taken later?"""
    return status is None or status in BUSY or status >= 500


def _pause(attempt: Attempt, since: datetime, now: datetime) -> datetime | None:
    """Until when the endpoint is sent nothing; None where it answers. One that cannot be reached waits as long again as it has
    been failing, within limits."""
    answer = attempt.answer
    if not isinstance(answer, PostAnswer):
        return now + min(max(now - since, SHORTEST_PAUSE), LONGEST_PAUSE)
    if answer.status in BUSY:
        asked = timedelta(seconds=answer.retry_after or 0)
        return now + min(max(asked, SHORTEST_PAUSE), LONGEST_RETRY_AFTER)
    return None
