"""Background tasks that raised: written down once for each task in a row, and sent again once when staff ask for it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts.services.audit import Actor, record
from games.models import FailedTask
from web.errors import DomainError

LONGEST_ERROR = 2_000
LONGEST_TRACE = 8_000
IN_A_ROW = timedelta(minutes=10)
KEPT = timedelta(days=30)
Send = Callable[[str, Sequence[Any], Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Failure:
    """What is known of a task that raised."""

    task_id: str
    name: str
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    error: str
    trace: str


@transaction.atomic
def note_failure(failure: Failure, now: datetime) -> FailedTask:
    """Keep it; a sweep that fails each second with the same words is one row that counts."""
    error = failure.error[:LONGEST_ERROR]
    open_ones = FailedTask.objects.filter(retried_at=None, name=failure.name, error=error)
    args, kwargs = _plain(list(failure.args)), _plain(dict(failure.kwargs))
    for same in open_ones.filter(at__gt=now - IN_A_ROW).order_by("-at")[:20]:
        if (same.args, same.kwargs) == (args, kwargs):
            FailedTask.objects.filter(pk=same.pk).update(times=F("times") + 1, at=now)
            return same
    FailedTask.objects.filter(at__lt=now - KEPT).delete()
    made, _is_new = FailedTask.objects.get_or_create(
        task_id=failure.task_id,
        defaults={
            "name": failure.name[:120],
            "args": args,
            "kwargs": kwargs,
            "error": error,
            "trace": failure.trace[-LONGEST_TRACE:],
            "at": now,
        },
    )
    return made


@transaction.atomic
def retry(pk: int, doer: Actor, send: Send) -> FailedTask:
    """Send it again, once: whoever asks a second time is refused."""
    claimed = FailedTask.objects.filter(pk=pk, retried_at=None)
    if not claimed.update(retried_at=doer.now, retried_by=doer.user):
        raise DomainError("already_retried", "This task was already retried.")
    failed = FailedTask.objects.get(pk=pk)
    record(doer, "task.retried", failed, after={"task": failed.name, "args": failed.args})
    send(failed.name, failed.args, failed.kwargs)  # last: where nobody takes it, nothing is marked
    return failed


def _plain(value: Any) -> Any:
    """As JSON keeps it; what it cannot keep, in words."""
    return json.loads(json.dumps(value, default=str))
