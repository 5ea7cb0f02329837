"""Claims of what is owed: of two workers that send, one alone sends it. For models with a field `claimed_at`."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from django.db.models import Model, QuerySet

from web.prepared_writes import update_of, write_unlocked

M = TypeVar("M", bound=Model)


def claim(
    free: QuerySet[M], pks: Sequence[int], now: datetime, *, may_be_undone: bool = False
) -> set[int]:
    """Which of these `pks` belong to the sweep that began at `now`, alone, from now on: those of the rows that are `free`.
    A claim that a crash may undo does not wait for the disk (async_commit.py)."""
    claimed = partial(update_of, claimed_at=now)
    written = write_unlocked(free, claimed, may_be_undone=may_be_undone)
    if sum(written) == len(pks):
        return set(pks)
    mine = free.model._default_manager.filter(pk__in=pks, claimed_at=now)
    return set(mine.values_list("pk", flat=True))
