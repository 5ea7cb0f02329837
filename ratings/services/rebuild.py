"""All ratings from nothing: computed in memory, compared with what is stored, and only the differences written."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Q

from ratings.formulas.replay import PlayerState, RatedResult, replay
from ratings.models import (
    LIST_POOL,
    ListedTournament,
    PeriodRating,
    PlayerRating,
    RatingChange,
    RatingClock,
    RatingList,
    RatingPool,
)
from ratings.selectors import rows
from ratings.selectors.lists import list_results, options_of, tournaments_in
from ratings.selectors.outcomes import friendly_results, tournament_results
from ratings.services.bulk_rows import (
    COLUMNS,
    CURRENT_COLUMNS,
    insert_changes,
    insert_current,
    insert_periods,
)
from ratings.services.incremental import delete_sources, rewrite
from ratings.services.periods import PERIOD_COLUMNS, PeriodTallies
from tournaments.models import Tournament

AT_ONCE = 5000


@dataclass(slots=True)
class PoolDifference:
    """What is not stored as it is from nothing, in one pool. `stale` are names of matches that are not rated at all."""

    created: list[tuple[Any, ...]] = field(default_factory=list)
    changed: list[RatingChange] = field(default_factory=list)
    stale: set[str] = field(default_factory=set)
    current: list[tuple[Any, ...]] = field(default_factory=list)
    current_differs: int = 0
    periods: list[tuple[Any, ...]] = field(default_factory=list)
    periods_differ: int = 0

    def __len__(self) -> int:
        lists = len(self.created) + len(self.changed) + 2 * len(self.stale)
        return lists + self.current_differs + self.periods_differ


def all_results(now: datetime) -> Iterator[RatedResult]:
    """Every rated result of the site."""
    yield from friendly_results(Q(finished_at__isnull=False))
    tournaments = Tournament.objects.filter(rated=True, started_at__isnull=False)
    for tournament in tournaments.select_related("venue").order_by("pk"):
        yield from tournament_results(tournament, now)[0]


def results_of_lists(now: datetime) -> Iterator[RatedResult]:
    """Every result that counts in the rating list of an event or a club."""
    for rating_list in RatingList.objects.order_by("pk"):
        for tournament in tournaments_in(rating_list):
            yield from list_results(rating_list, tournament, now)[0]


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Within it Python looks for no reference cycles. Millions of tuples that stay make each look a long one, and it finds
    nothing: a quarter of the time of a recompute."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@garbage_collection_paused()
@transaction.atomic
def rebuild(now: datetime) -> int:
    """Compute everything, and write what differs; how many rows that were. No row is touched that is right."""
    RatingClock.objects.get_or_create(pk=RatingClock.THE_ONE)
    clock = RatingClock.objects.select_for_update().get(pk=RatingClock.THE_ONE)
    by_pool = dict(differences(now))
    for difference in by_pool.values():  # in all pools, before one of them comes into another
        delete_sources(difference.stale)
    written = sum(_write(pool, difference) for pool, difference in by_pool.items())
    clock.recompute_owed_at = None
    clock.save(update_fields=["recompute_owed_at"])
    return written


@garbage_collection_paused()
@transaction.atomic
def rebuild_list(rating_list: RatingList, now: datetime) -> int:
    """The same of one list, with which tournaments count in it now; the caller holds the lock of RatingClock."""
    results: list[RatedResult] = []
    listed: list[ListedTournament] = []
    for tournament in tournaments_in(rating_list):
        own, due = list_results(rating_list, tournament, now)
        results += own
        listed.append(
            ListedTournament(
                rating_list=rating_list, tournament_id=tournament.pk,
                version=tournament.version, due_at=due,
            )
        )  # fmt: skip
    difference = _difference(rating_list.pool, results)
    stored = RatingChange.objects.filter(pool=rating_list.pool).order_by()
    difference.stale = set(stored.values_list("source", flat=True)) - {r.source for r in results}
    delete_sources(difference.stale)
    rating_list.listed.all().delete()
    ListedTournament.objects.bulk_create(listed)
    return _write(rating_list.pool, difference)


@garbage_collection_paused()
@transaction.atomic
def check(now: datetime) -> int:
    """How many rows differ from what they are from nothing. Nothing is changed but the note of it."""
    RatingClock.objects.get_or_create(pk=RatingClock.THE_ONE)
    clock = RatingClock.objects.select_for_update().get(pk=RatingClock.THE_ONE)
    clock.differences = sum(len(difference) for _, difference in differences(now))
    clock.checked_at = now
    clock.save(update_fields=["differences", "checked_at"])
    return clock.differences


def differences(now: datetime) -> Iterator[tuple[str, PoolDifference]]:
    """Pool by pool. A row in a wrong pool is stale there and new here."""
    kept = PlayerRating.objects.filter(pool__startswith=LIST_POOL).order_by()
    lists = {rating_list.pool for rating_list in RatingList.objects.all()}
    lists |= set(kept.values_list("pool", flat=True).distinct())
    pools = (*RatingPool.values, *sorted(lists))
    by_pool: dict[str, list[RatedResult]] = {pool: [] for pool in pools}
    for result in chain(all_results(now), results_of_lists(now)):
        by_pool[result.pool].append(result)
    sources = {result.source: pool for pool, results in by_pool.items() for result in results}
    strays = {
        source: pool
        for source, pool in RatingChange.objects.values_list("source", "pool").order_by()
        if sources.get(source) != pool
    }
    for pool, results in by_pool.items():
        difference = _difference(pool, results)
        difference.stale = {source for source, where in strays.items() if where == pool}
        yield pool, difference


def _difference(pool: str, results: list[RatedResult]) -> PoolDifference:
    results.sort(key=lambda result: result.position)
    difference = PoolDifference()
    stored = _stored(pool)
    last: dict[int, tuple[str, PlayerState, int]] = {}
    tallies = PeriodTallies()
    for result, was, becomes in replay(results, options_of(pool)):
        for at, won in enumerate((True, False)):
            player = result.winner if won else result.loser
            matches = last[player][2] + 1 if player in last else 1
            last[player] = (result.source, becomes[at], matches)
            new = becomes[at].fibs
            tallies.add(player, result.ended_at, was[at].fibs.rating, new.rating, new.experience)
            row = rows.columns(result, won, was[at], becomes[at])
            old = stored.get((result.source, won))
            if old is None:
                difference.created.append(row)
            elif old[1:] != row:
                named = dict(zip(COLUMNS, row, strict=True))
                difference.changed.append(RatingChange(pk=old[0], **named))
    difference.current = [
        rows.current_columns(source, pool, player, state, matches)
        for player, (source, state, matches) in last.items()
    ]
    difference.current_differs = _differing(PlayerRating, CURRENT_COLUMNS, pool, difference.current)
    if pool in RatingPool.values:
        difference.periods = list(tallies.columns(pool))
        difference.periods_differ = _differing(
            PeriodRating, PERIOD_COLUMNS, pool, difference.periods
        )
    return difference


def _stored(pool: str) -> dict[tuple[str, bool], tuple[Any, ...]]:
    """The rows of a pool as tuples: (id, *COLUMNS), by their keys."""
    stored = RatingChange.objects.filter(pool=pool).order_by().values_list("id", *COLUMNS)
    source, won = COLUMNS.index("source") + 1, COLUMNS.index("won") + 1
    return {(row[source], row[won]): row for row in stored.iterator(chunk_size=AT_ONCE)}


def _differing(
    model: type[PlayerRating | PeriodRating],
    columns: list[str],
    pool: str,
    rows: list[tuple[Any, ...]],
) -> int:
    """How many rows that follow from matches are missing, wrong or too many."""
    stored = model._default_manager.filter(pool=pool).order_by().values_list(*columns)
    wanted, present = sorted(rows), sorted(stored)
    return 0 if wanted == present else max(len(set(wanted) ^ set(present)), 1)


def _write(pool: str, difference: PoolDifference) -> int:
    rewrite(difference.changed)
    insert_changes(difference.created)
    if difference.current_differs:
        PlayerRating.objects.filter(pool=pool).delete()
        insert_current(difference.current)
    if difference.periods_differ:
        PeriodRating.objects.filter(pool=pool).delete()
        insert_periods(difference.periods)
    return len(difference)
