"""A challenge sent again with its key, because the answer was lost, makes no second match: it is answered with the first."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import ChallengeKey, Match
from web.errors import DomainError

KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Keyed:
    """Who asks, by what key, and a hash of what for."""

    user: User
    key: str
    body_hash: str

    @classmethod
    def of(cls, user: User, key: str, body: Mapping[str, Any]) -> "Keyed":
        text = json.dumps(body, sort_keys=True, default=str)
        return cls(user, key, hashlib.sha256(text.encode()).hexdigest())


def made_before(asked: Keyed, now: datetime) -> Match | None:
    """What came of this key within a day. Refused: key_reused, where it was sent with something else."""
    earlier = ChallengeKey.objects.filter(user=asked.user, key=asked.key, at__gt=now - KEPT)
    old = earlier.select_related("match").first()
    if old is not None and old.body_hash != asked.body_hash:
        raise DomainError("key_reused", "This key was used for another match.")
    return None if old is None else old.match


@transaction.atomic
def once(asked: Keyed, make: Callable[[], Match], now: datetime) -> Match:
    """The match of this key, made by `make` if there is none. Two that ask at once take turns by the login's lock."""
    User.objects.select_for_update(no_key=True).get(pk=asked.user.pk)
    if (before := made_before(asked, now)) is not None:
        return before
    ChallengeKey.objects.filter(user=asked.user, at__lte=now - KEPT).delete()
    made = make()
    ChallengeKey.objects.create(
        user=asked.user, key=asked.key, body_hash=asked.body_hash, match=made, at=now
    )
    return made
