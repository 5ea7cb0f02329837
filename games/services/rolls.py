"""Counts every roll of closed epochs for the public page, each exactly once (`MatchSeed.counted_at` is owed).

Seeds and counts are written in one transaction under the lock on the counts: a second sweep waits, and then finds
nothing left to do.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from django.db import transaction
from django.db.models import F

from games.models import MatchSeed, RollCount
from games.records.tally import PAIRS, pairs_of
from games.selectors.certificates import sealed_epochs
from games.selectors.rolls import owed
from games.selectors.visibility import delay_of
from games.services.yield_to_writers import give_way

AT_ONCE = 50
"""Few, because nobody else writes to SQLite meanwhile: a flag that falls waits for it."""


def count_rolls(now: datetime) -> int:
    """Count what is owed; returns how many epochs. Safe to run twice, and in parallel."""
    total = 0
    while counted := _count_some(now):
        total += counted
        give_way()
    return total


@transaction.atomic
def _count_some(now: datetime) -> int:
    if not owed().exists():
        return 0
    rows = _locked_counts()
    seeds = list(islice((seed for seed in _owed() if _may_be_counted(seed, now)), AT_ONCE))
    epochs_by_match = sealed_epochs({seed.match_id: seed.match.seq for seed in seeds})
    wanted = {(seed.match_id, seed.epoch) for seed in seeds}
    counts = pairs_of(
        roll.dice
        for match_id, epochs in epochs_by_match.items()
        for epoch in epochs
        if (match_id, epoch.epoch) in wanted
        for roll in epoch.rolls
    )
    changed = [row for row in rows if (row.first, row.second) in counts]
    for row in changed:
        row.count = F("count") + counts[row.first, row.second]
    RollCount.objects.bulk_update(changed, ["count"])
    MatchSeed.objects.filter(pk__in=[seed.pk for seed in seeds]).update(counted_at=now)
    return len(seeds)


def _locked_counts() -> list[RollCount]:
    """The 36 rows, made by the first sweep; on SQLite the immediate transaction is the lock."""
    rows = [RollCount(first=a, second=b) for a, b in PAIRS]
    if RollCount.objects.count() < len(rows):
        RollCount.objects.bulk_create(rows, ignore_conflicts=True)
    return list(RollCount.objects.select_for_update().order_by("first", "second"))


def _owed() -> Iterator[MatchSeed]:
    """The longest owed first; no seed is read."""
    seeds = owed().select_related("match").defer("seed", "match__state")
    return seeds.order_by("revealed_at", "pk").iterator(chunk_size=AT_ONCE)


def _may_be_counted(seed: MatchSeed, now: datetime) -> bool:
    """A match shown late to spectators is counted when they have seen its end."""
    shown_at = seed.revealed_at
    return shown_at is not None and shown_at + delay_of(seed.match.context) <= now
