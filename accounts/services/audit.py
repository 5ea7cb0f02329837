"""The audit trail of the staff: one line for each thing done, written with it in one transaction, never changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model

from accounts.models import AuditLine, User

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Doer:
    """Who does it, when, from where and why; without a user it is the house itself (a sweep)."""

    user: User | None
    now: datetime
    ip: str = ""
    reason: str = ""


def record(
    doer: Doer,
    what: str,
    thing: Model | None = None,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> AuditLine:
    """Write one line. `what` is a dotted word (user.suspended); `before` and `after` say what differs, as JSON."""
    return AuditLine.objects.create(
        at=doer.now,
        by=doer.user,
        by_name="" if doer.user is None else doer.user.get_username(),
        what=what,
        model="" if thing is None else thing._meta.label_lower,
        object_id="" if thing is None else str(thing.pk),
        object_name="" if thing is None else str(thing)[:LONGEST],
        before=dict(before or {}),
        after=dict(after or {}),
        reason=doer.reason[:300],
        ip=doer.ip or None,
    )
