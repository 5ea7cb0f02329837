"""Sending what endpoints are owed: claimed, sent, settled, and tried again for three days.

Each endpoint is sent one message at a time, the oldest first. Endpoints that answer late or not at all are swept apart from
the others, so that they delay nobody. A worker that is killed between sending and settling leaves the claim to lapse, and the
message is sent again with the same `webhook-id`. The same may happen after a crash of PostgreSQL, since claims and settlements do
not wait for the disk.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from time import monotonic, sleep
from typing import Any

import structlog
from django.db.models import Min, Q, QuerySet

from web.claims import claim
from web.post_pool import Attempt
from web.prepared_writes import update_each_of, update_of, write, write_locked
from web.rate_limit import go_on, one_at_a_time
from webhooks.channel_kinds import PAUSE_S as CHANNEL_PAUSE_S
from webhooks.channel_kinds import USUAL_PAUSE_S, WEBHOOK
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.selectors.endpoints import OWNER_IS_ACTIVE
from webhooks.services.messages import MessageWriter, NotSendableError, OutgoingMessage
from webhooks.services.senders import Senders
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
AT_ONCE, READ_AT_ONCE, CLAIMED_AT_ONCE = 1000, 500, 100
SETTLED_AT_ONCE, REFUSED_AT_ONCE = 50, 25
IN_ONE_STATEMENT = 500
"""A message of a channel has many deliveries, and a statement of SQLite a bounded number of values."""
MOST_IN_FLIGHT = 500
"""With those that wait for a receiver that is late."""
TOGETHER_S = 0.1
"""What has been finished for so long is settled, however little it is."""
PAUSE_S = 0.01
"""Between two transactions: on SQLite one writes at a time, and moves would wait."""
LONGEST_S = 10.0
"""A sweep begins nothing more after so long; the next one goes on."""
LEASE_S = 15
"""Renewed with each round of a sweep. The next one waits no longer for one that was killed."""
SETTLE_TAKEN = """
    UPDATE webhooks_webhookdelivery SET status = %s, due_at = NULL, tried_at = claimed_at, claimed_at = NULL, error = '',
        attempts = attempts + 1, response_status = answered.column2, duration_ms = answered.column3
        FROM (VALUES {}) AS answered WHERE id = answered.column1
"""
GONE, BUSY = 410, frozenset({429, 503})


@dataclass(frozen=True, slots=True)
class Lane:
    """How a kind of endpoint is sent to."""

    name: str
    threads: int
    deadline_s: float


FAST, SLOW = Lane("fast", 64, 3), Lane("slow", 16, 15)


def send_due(now: datetime, lane: Lane = FAST) -> int:
    """Send what is owed to the endpoints of a lane; returns how many deliveries were taken. One sweep a lane at a time."""
    with one_at_a_time(_lease(lane), LEASE_S) as is_first:
        return _send_due(now, lane) if is_first and _oldest(now, lane, ()) else 0


def is_owed(now: datetime, lane: Lane) -> bool:
    """Is anything owed to the endpoints of this lane?"""
    return _due(now, lane).exists()


def _lease(lane: Lane) -> str:
    return f"webhooks_{lane.name}"


def _send_due(now: datetime, lane: Lane) -> int:
    """What is finished is settled while others are on the network. What comes meanwhile is sent too, for LONGEST."""
    began, passed_s, taken = monotonic(), 0.0, 0
    busy: set[int] = set()
    waiting, asked_s = deque[int](), -TOGETHER_S
    writer = MessageWriter(now)
    done: list[tuple[OutgoingMessage, Attempt]] = []
    with Senders[OutgoingMessage](lane.threads, lane.deadline_s) as senders:
        while True:
            is_over = passed_s >= LONGEST_S
            if is_over:
                waiting.clear()
            is_idle = not senders.in_flight and not waiting
            if not is_over and not waiting and (is_idle or passed_s - asked_s >= TOGETHER_S):
                asked_s, writer = passed_s, MessageWriter(now + timedelta(seconds=passed_s))
                waiting.extend(_oldest(writer.now, lane, busy))
            if not (senders.in_flight or waiting or done):
                return taken
            if waiting and senders.in_flight < MOST_IN_FLIGHT:
                oldest = [waiting.popleft() for _ in range(min(CLAIMED_AT_ONCE, len(waiting)))]
                outgoing = _written(_claimed(oldest, writer), writer)
                busy.update(each.rows[0].endpoint_id for each in outgoing)
                senders.send([(each, each.message) for each in outgoing])
            is_more = bool(waiting) and senders.in_flight < MOST_IN_FLIGHT
            done += senders.finished(SETTLED_AT_ONCE - len(done), 0 if is_more else TOGETHER_S)
            if len(done) == SETTLED_AT_ONCE or not is_more:
                taken += _settle(done)
                busy.difference_update(each.rows[0].endpoint_id for each, _attempt in done)
                done = []
            go_on(_lease(lane), LEASE_S)
            passed_s = monotonic() - began


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
    failed = update_of(
        mine, status=Status.FAILED, due_at=None, claimed_at=None, error=word,
        response_status=None, duration_ms=None,
    )  # fmt: skip
    write(failed)


def _free(now: datetime) -> Q:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    return free & Q(due_at__lte=now)


def _oldest(now: datetime, lane: Lane, busy: Collection[int]) -> list[int]:
    """The oldest that is owed to each endpoint of the lane, without those that are being sent to; the endpoint that has waited
    longest comes first."""
    due = _due(now, lane).exclude(endpoint__in=busy)
    oldest = due.order_by().values("endpoint").annotate(oldest=Min("pk"), due=Min("due_at"))
    return list(oldest.order_by("due", "oldest").values_list("oldest", flat=True)[:READ_AT_ONCE])


def _due(now: datetime, lane: Lane) -> QuerySet[WebhookDelivery]:
    awake = Q(endpoint__paused_until=None) | Q(endpoint__paused_until__lte=now)
    return WebhookDelivery.objects.filter(
        _free(now),
        awake,
        OWNER_IS_ACTIVE,
        endpoint__is_active=True,
        endpoint__is_slow=lane is SLOW,
    )


def _claimed(oldest: list[int], writer: MessageWriter) -> list[WebhookDelivery]:
    """Those of these that are still owed, and are this sweep's alone from now on. With the oldest of a channel comes whatever
    else it is owed by now and has been tried as often: a message that is sent again says the same. So does one of which nobody
    knows whether it was sent, because its worker was killed: what was claimed with it then comes again, and nothing else."""
    wanted = Q(pk__in=oldest)
    channels = WebhookDelivery.objects.filter(pk__in=oldest).exclude(endpoint__kind=WEBHOOK)
    alike: dict[tuple[int, datetime | None], list[int]] = {}
    for endpoint, attempts, claimed_at in channels.values_list(
        "endpoint", "attempts", "claimed_at"
    ):
        alike.setdefault((attempts, claimed_at), []).append(endpoint)
    for (attempts, claimed_at), endpoints in alike.items():
        wanted |= Q(endpoint__in=endpoints, attempts=attempts, claimed_at=claimed_at)
    mine = _claim(wanted, writer.now, may_be_undone=not alike)
    rows = WebhookDelivery.objects.select_related("endpoint").in_bulk(mine)
    writer.read_events(rows.values())
    first = {pk: place for place, pk in enumerate(oldest)}
    return [rows[pk] for pk in sorted(rows, key=lambda pk: (first.get(pk, len(first)), pk))]


def _claim(wanted: Q, now: datetime, *, may_be_undone: bool) -> set[int]:
    """They are read apart: on SQLite one writes at a time, and moves would wait. A crash may undo a claim of webhooks: the same
    messages are sent again. Of a channel the claim also says what was sent as one message, so it is on the disk before that is."""
    owed = WebhookDelivery.objects.filter(_free(now)).filter(wanted).order_by("pk")
    pks = list(owed.values_list("pk", flat=True)[:AT_ONCE])
    free = WebhookDelivery.objects.filter(_free(now), pk__in=pks).order_by("pk")
    return claim(free, pks, now, may_be_undone=may_be_undone)


def _settle(done: list[tuple[OutgoingMessage, Attempt]]) -> int:
    """Write down what became of each message, all of its deliveries in one transaction; returns how many were taken."""
    taken = [(row, attempt) for each, attempt in done if attempt.is_taken for row in each.rows]
    refused = [(each, attempt) for each, attempt in done if not attempt.is_taken]
    if taken:
        _settle_taken(taken)
        sleep(PAUSE_S)
    for start in range(0, len(refused), REFUSED_AT_ONCE):
        part = refused[start : start + REFUSED_AT_ONCE]
        _settle_refused([(row, attempt) for each, attempt in part for row in each.rows])
        sleep(PAUSE_S)
    return len(taken)


def _settle_taken(taken: list[tuple[WebhookDelivery, Attempt]]) -> None:
    """An endpoint of which there is nothing new is not written, nor locked. Endpoints come before their deliveries, as everywhere."""
    endpoints: dict[int, dict[str, Any]] = {}
    for row, attempt in taken:
        if _changes_endpoint(row, attempt):
            endpoints[row.endpoint_id] = {
                "is_slow": _is_slow(attempt),
                "failing_since": None,
                "paused_until": _channel_pause(row),
            }
    mine = WebhookEndpoint.objects.filter(pk__in=list(endpoints))
    figures = [
        (row.pk, attempt.status, attempt.duration_ms)
        for row, attempt in sorted(taken, key=lambda each: each[0].pk)
    ]
    statements = update_each_of(mine, endpoints)
    for start in range(0, len(figures), IN_ONE_STATEMENT):
        part = figures[start : start + IN_ONE_STATEMENT]
        statement = SETTLE_TAKEN.format(",".join(["(%s,%s,%s)"] * len(part)))
        statements.append((statement, (str(Status.DELIVERED), *chain.from_iterable(part))))
    write_locked(mine, statements)


def _channel_pause(row: WebhookDelivery) -> datetime | None:
    endpoint = row.endpoint
    if not endpoint.is_channel or row.claimed_at is None:
        return None
    wait = CHANNEL_PAUSE_S.get(endpoint.kind, USUAL_PAUSE_S)
    return row.claimed_at + timedelta(seconds=wait)


def _is_slow(attempt: Attempt) -> bool:
    return attempt.duration_ms > SLOW_MS


def _changes_endpoint(row: WebhookDelivery, attempt: Attempt) -> bool:
    """Nobody else writes these fields of an endpoint that is being sent to, but for its owner, who sets them back."""
    endpoint = row.endpoint
    was_well = endpoint.failing_since is None and endpoint.paused_until is None
    return endpoint.is_channel or not was_well or endpoint.is_slow is not _is_slow(attempt)


def _settle_refused(refused: list[tuple[WebhookDelivery, Attempt]]) -> None:
    """The messages wait for their next attempt; after the last they have failed. A receiver that cannot be reached, or is too
    busy, is sent nothing else meanwhile."""
    deliveries: dict[datetime, dict[int, dict[str, Any]]] = {}
    endpoints: dict[int, dict[str, Any]] = {}
    off: list[tuple[int, str, datetime]] = []
    for row, attempt in refused:
        now = row.claimed_at
        if now is None:
            continue
        log.info("webhook_refused", delivery=row.pk, answer=attempt.status, error=attempt.error)
        wait = RETRIES[row.attempts] if row.attempts < len(RETRIES) else None
        deliveries.setdefault(now, {})[row.pk] = _after_refusal(row, attempt, wait, now)
        since = row.endpoint.failing_since or now
        if attempt.status == GONE:
            off.append((row.endpoint_id, Off.GONE, now))
        elif since <= now - SWITCHED_OFF_AFTER:
            off.append((row.endpoint_id, Off.FAILING, now))
        else:
            endpoints[row.endpoint_id] = _after_failure(row.endpoint, attempt, wait, since, now)
    failing = WebhookEndpoint.objects.filter(pk__in=list(endpoints))
    statements = update_each_of(failing, endpoints)
    for claimed_at, values in deliveries.items():
        mine = WebhookDelivery.objects.filter(claimed_at=claimed_at)
        statements += update_each_of(mine, values)
    write_locked(failing, statements)
    for endpoint, reason, now in off:
        switch_off(endpoint, reason, now)


def _after_refusal(
    row: WebhookDelivery, attempt: Attempt, wait: timedelta | None, now: datetime
) -> dict[str, Any]:
    return {
        "status": Status.FAILED if wait is None else Status.PENDING,
        "due_at": None if wait is None else now + wait,
        "claimed_at": None,
        "attempts": row.attempts + 1,
        "response_status": attempt.status,
        "error": attempt.error,
        "duration_ms": attempt.duration_ms,
        "tried_at": now,
    }


def _after_failure(
    endpoint: WebhookEndpoint,
    attempt: Attempt,
    wait: timedelta | None,
    since: datetime,
    now: datetime,
) -> dict[str, Any]:
    status, pause = attempt.status, _pause(attempt, since, now)
    if endpoint.is_channel and wait is not None and _is_passing(status):
        pause = max(pause or now, now + wait)  # what is newer must not come first
    return {
        "failing_since": since,
        "is_slow": status is None or endpoint.is_slow,
        "paused_until": pause,
    }


def _is_passing(status: int | None) -> bool:
    """Is it likely that the same message is taken later?"""
    return status is None or status in BUSY or status >= 500


def _pause(attempt: Attempt, since: datetime, now: datetime) -> datetime | None:
    """Until when the endpoint is sent nothing; None where it answers. One that cannot be reached waits as long again as it has
    been failing, within limits."""
    answer = attempt.answer
    if answer is None:
        return now + min(max(now - since, SHORTEST_PAUSE), LONGEST_PAUSE)
    if answer.status in BUSY:
        asked = timedelta(seconds=answer.retry_after or 0)
        return now + min(max(asked, SHORTEST_PAUSE), LONGEST_RETRY_AFTER)
    return None
