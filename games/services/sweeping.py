"""One transaction for all matches in which something is due; one each when that fails.

A match that cannot be settled is logged and left owed, and keeps no other waiting.
"""

import logging
from collections.abc import Callable, Sequence
from uuid import UUID

from django.db import transaction

from games.services.batch import Batch
from games.services.locked_match import LockedMatch

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200
Settle = Callable[[LockedMatch, int], bool]


def sweep(match_ids: Sequence[UUID], settle: Settle, until_ms: int) -> int:
    """Settle what is due by `until_ms`; matches locked elsewhere are left for the next sweep."""
    if not match_ids:
        return 0
    try:
        return _settled(match_ids, settle, until_ms)
    except Exception:
        logger.exception("%s failed for %d matches", settle.__name__, len(match_ids))
        if len(match_ids) == 1:
            return 0
        return sum(sweep([match_id], settle, until_ms) for match_id in match_ids)


@transaction.atomic
def _settled(match_ids: Sequence[UUID], settle: Settle, until_ms: int) -> int:
    batch = Batch(match_ids, wait=False)
    settled = sum(settle(locked, until_ms) for locked in batch.matches.values())
    batch.write()
    return settled
