"""The audit trail of the staff: one line for each action, written in its transaction, never changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Model

from accounts.models import ApiToken, AppAccess, AuditLine, Player, User

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, when, from where and why; without a user it is the site itself (a sweep)."""

    user: User | None
    now: datetime
    ip: str = ""
    reason: str = ""


def record(
    doer: Actor,
    what: str,
    thing: Model | None = None,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> AuditLine:
    """Write one line. `what` is a dotted name (user.suspended); `before` and `after` are what differs, as JSON."""
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


def rows_of_login(user: User, players: Iterable[Player]) -> list[Model]:
    """All rows of a login that lines may name; read before it is deleted, for `forget`."""
    theirs = [EmailAddress, ApiToken, AppAccess, Authenticator, SocialAccount]
    rows = [row for model in theirs for row in model.objects.filter(user=user)]
    return [user, *players, *rows]


def anonymise(gone: Iterable[tuple[str, str]], user_id: int) -> None:
    """Blank the personal values of a deleted login in the trail. What was done, when, and by which id stays.

    The database allows no other change, and this one only for users who are gone (append_only.py).
    """
    blank = {"object_name": "", "reason": "", "before": {}, "after": {}}
    for model, object_id in gone:
        AuditLine.objects.filter(model=model, object_id=object_id).update(**blank)
    AuditLine.objects.filter(by_id=user_id).update(by_name="", ip=None)
