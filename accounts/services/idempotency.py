"""A POST of the API that is sent again with its `Idempotency-Key` is carried out once, and answered as the first time.

The row of a key is committed before the request is carried out, so a second request at the same moment is refused. The
answer is kept in the transaction of what the request did. If a process dies in between, nothing was done, and the key is
free again after LAPSE.
"""

import hashlib
import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

from django.db import IntegrityError, transaction

from accounts.models import IdempotentRequest, User
from web.encryption import decrypt, encrypt
from web.errors import DomainError

KEPT = timedelta(days=1)
LAPSE = timedelta(minutes=2)
LONGEST_KEY = 255
AT_ONCE = 1000
SWEPT_FOR_S = 60
PURPOSE = b"idempotent answers"


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What a request was answered."""

    status: int
    headers: dict[str, str]
    body: str


class TakenOverError(Exception):
    """Another request has taken the key over, because this one took too long. What it did must be rolled back."""


def digest_of(method: str, address: str, content_type: str, body: bytes) -> str:
    """What makes a request the same as another."""
    head = json.dumps([method, address, content_type]).encode()
    return hashlib.sha256(head + b"\0" + body).hexdigest()


def require_key(key: str) -> None:
    """Refused: bad_key (400)."""
    if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        text = f"Idempotency-Key must have 1 to {LONGEST_KEY} printable ASCII characters."
        raise DomainError("bad_key", text, status=400)


def claim(user: User, key: str, digest: str, now: datetime) -> IdempotentRequest | KeptAnswer:
    """The row of a request that is to be carried out, or the answer of one that was.

    Refused: key_reused (422) for another request, key_in_use (409) while the first one is carried out.
    """
    mark = uuid.uuid4().hex
    fresh = IdempotentRequest(user=user, key=key, digest=digest, mark=mark, at=now, claimed_at=now)
    try:
        with transaction.atomic():
            fresh.save(force_insert=True)
    except IntegrityError:
        return _claim_again(user, key, digest, now)
    return fresh


def _claim_again(
    user: User, key: str, digest: str, now: datetime
) -> IdempotentRequest | KeptAnswer:
    """The same for a key that has a row. A row that is over or that a dead process left behind is taken over by one request."""
    old = IdempotentRequest.objects.filter(user=user, key=key).first()
    if old is None:  # the first request has just been given up
        raise _in_use()
    is_over = old.at <= now - KEPT
    if not is_over and old.digest != digest:
        text = "This Idempotency-Key was used for another request. Use a new key."
        raise DomainError("key_reused", text, status=422)
    if not is_over and old.status is not None:
        return _answer_of(old)
    if not is_over and old.claimed_at > now - LAPSE:
        raise _in_use()
    mark = uuid.uuid4().hex
    taken = IdempotentRequest.objects.filter(pk=old.pk, mark=old.mark).update(
        digest=digest, mark=mark, at=now, claimed_at=now, status=None, headers={}, body=""
    )
    if not taken:
        raise _in_use()
    return IdempotentRequest.objects.get(pk=old.pk)


def keep(row: IdempotentRequest, answer: KeptAnswer) -> None:
    """Keep the answer; in the transaction of what the request did. Raises TakenOverError."""
    mine = IdempotentRequest.objects.filter(pk=row.pk, mark=row.mark)
    if not mine.update(
        status=answer.status, headers=answer.headers, body=encrypt(answer.body, PURPOSE)
    ):
        raise TakenOverError


def release(row: IdempotentRequest) -> None:
    """The request came to nothing that is worth keeping: the key may be used again at once."""
    IdempotentRequest.objects.filter(pk=row.pk, mark=row.mark, status=None).delete()


def sweep(now: datetime) -> int:
    """Delete keys whose day is over; returns how many. In batches, so that nobody waits for a long transaction."""
    over, deleted = IdempotentRequest.objects.filter(at__lte=now - KEPT).order_by("at"), 0
    until = monotonic() + SWEPT_FOR_S
    while monotonic() < until:
        pks = list(over.values_list("pk", flat=True)[:AT_ONCE])
        deleted += IdempotentRequest.objects.filter(pk__in=pks).delete()[0]
        if len(pks) < AT_ONCE:
            break
    return deleted


def _answer_of(row: IdempotentRequest) -> KeptAnswer:
    body = decrypt(row.body, PURPOSE)
    if body is None or row.status is None:
        text = "The answer to this Idempotency-Key can no longer be read. Look up what was done."
        raise DomainError("answer_lost", text)
    return KeptAnswer(row.status, row.headers, body)


def _in_use() -> DomainError:
    text = "The first request with this Idempotency-Key is still being carried out. Try again."
    return DomainError("key_in_use", text)
