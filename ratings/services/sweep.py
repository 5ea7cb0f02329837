"""Rate what has ended, and rate again what has changed. What is owed is found in rows, so a lost kick costs seconds.

Friendly matches are owed when they ended lately and their rows are not what they should be. A tournament is owed when its
version is not the one whose results are rated. Everything is owed after two players were merged.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import Player
from ratings.formulas.replay import RatedResult
from ratings.models import (
    ListedTournament,
    PlayerRating,
    RatedTournament,
    RatingChange,
    RatingClock,
    RatingList,
    RatingPool,
)
from ratings.selectors.lists import list_results, owed_in_lists, tournaments_in
from ratings.selectors.outcomes import friendly_results, tournament_results
from ratings.selectors.rows import result_of, stored_pairs, stored_results
from ratings.services.incremental import apply
from ratings.services.rebuild import rebuild, rebuild_list
from tournaments.models import Tournament

LOOK_BACK = timedelta(hours=1)
"""A match may be dated before its commit: a flag falls when the time was over, not when somebody looked."""
MANY = 2000
"""With so many differences it is faster to compute everything again."""


def run_due(now: datetime) -> int:
    """Rate everything that is owed; how many rows were written."""
    written = sweep_friendlies(now)
    for tournament_id in owed_tournaments(now):
        written += rate_tournament(tournament_id, now)
    written += sweep_lists(now)
    if RatingClock.objects.filter(recompute_owed_at__isnull=False).exists():
        written += rebuild(now)
    return written


def owe_recompute(player: Player) -> None:
    """A player's rows are about to move to another player (a merge), or only their name changes: look at everything again."""
    if PlayerRating.objects.filter(player=player).exists():
        RatingClock.objects.get_or_create(pk=RatingClock.THE_ONE)
        RatingClock.objects.filter(pk=RatingClock.THE_ONE).update(recompute_owed_at=timezone.now())


def locked_clock() -> RatingClock:
    """The row that orders all who write ratings, locked until the transaction ends."""
    RatingClock.objects.get_or_create(pk=RatingClock.THE_ONE)
    return RatingClock.objects.select_for_update().get(pk=RatingClock.THE_ONE)


@transaction.atomic
def sweep_friendlies(now: datetime, *, everything: bool = False) -> int:
    """Friendly matches that ended since the last sweep, and an hour before it; or all there are."""
    clock = locked_clock()
    since = None if everything or clock.swept_to is None else clock.swept_to - LOOK_BACK
    ended = Q(finished_at__isnull=False) if since is None else Q(finished_at__gte=since)
    lately = Q(match_id__isnull=False, tournament_id=None)
    if since is not None:
        lately &= Q(ended_at__gte=since)
    stored = stored_results(RatingChange.objects.filter(lately))
    written = bring_up_to_date(stored, friendly_results(ended), now)
    clock.swept_to = now
    clock.save(update_fields=["swept_to"])
    return written


@transaction.atomic
def rate_match(match_id: UUID, now: datetime) -> int:
    """One friendly match that has just ended."""
    locked_clock()
    stored = stored_results(RatingChange.objects.filter(match_id=match_id, tournament_id=None))
    return bring_up_to_date(stored, friendly_results(Q(pk=match_id)), now)


def owed_tournaments(now: datetime) -> list[int]:
    """Tournaments whose results are not rated as they are now; also those that have been deleted."""
    seen = RatedTournament.objects.filter(tournament_id=OuterRef("pk"), version=OuterRef("version"))
    begun = Tournament.objects.filter(rated=True, started_at__isnull=False).filter(~Exists(seen))
    due = RatedTournament.objects.filter(due_at__lte=now).values_list("pk", flat=True)
    standing = Tournament.objects.filter(pk=OuterRef("tournament_id"))
    deleted = RatedTournament.objects.filter(~Exists(standing)).values_list("pk", flat=True)
    return sorted({*begun.values_list("pk", flat=True), *due, *deleted})


@transaction.atomic
def rate_tournament(tournament_id: int, now: datetime) -> int:
    """Its results as they are now. The version is read first: what changes meanwhile is owed again."""
    locked_clock()
    tournament = (
        Tournament.objects.select_related("venue").filter(pk=tournament_id).defer("card").first()
    )
    due: datetime | None = None
    results: list[RatedResult] = []
    if tournament is not None:
        results, due = tournament_results(tournament, now)
    of_site = RatingChange.objects.filter(tournament_id=tournament_id, pool__in=RatingPool.values)
    stored = stored_results(of_site)
    written = bring_up_to_date(stored, results, now)
    if tournament is None:
        RatedTournament.objects.filter(pk=tournament_id).delete()
    else:
        RatedTournament.objects.update_or_create(
            tournament_id=tournament_id, defaults={"version": tournament.version, "due_at": due}
        )
    return written


def sweep_lists(now: datetime) -> int:
    """The rating lists of events and clubs: those that are owed as a whole, then tournament by tournament."""
    owed = RatingList.objects.filter(recompute_owed_at__isnull=False).order_by("pk")
    written = sum(recompute_list(list_id, now) for list_id in owed.values_list("pk", flat=True))
    for list_id, tournament_id in owed_in_lists(now):
        written += rate_in_list(list_id, tournament_id, now)
    return written


@transaction.atomic
def recompute_list(list_id: int, now: datetime) -> int:
    """A list from nothing, after its owner changed what counts or the first rating."""
    locked_clock()
    rating_list = RatingList.objects.select_for_update().filter(pk=list_id).first()
    if rating_list is None:
        return 0
    written = rebuild_list(rating_list, now)
    RatingList.objects.filter(pk=list_id).update(recompute_owed_at=None, changed_at=now)
    return written


@transaction.atomic
def rate_in_list(list_id: int, tournament_id: int, now: datetime) -> int:
    """The results of one tournament in one list as they are now; none where it does not count there."""
    locked_clock()
    rating_list = RatingList.objects.filter(pk=list_id).first()
    if rating_list is None:
        return 0
    tournament = next(tournaments_in(rating_list, tournament_id), None)
    due: datetime | None = None
    results: list[RatedResult] = []
    if tournament is not None:
        results, due = list_results(rating_list, tournament, now)
    rows = RatingChange.objects.filter(tournament_id=tournament_id, pool=rating_list.pool)
    written = bring_up_to_date(stored_results(rows), results, now)
    if tournament is None:
        rating_list.listed.filter(tournament_id=tournament_id).delete()
    else:
        ListedTournament.objects.update_or_create(
            rating_list=rating_list,
            tournament_id=tournament_id,
            defaults={"version": tournament.version, "due_at": due},
        )
    if written:
        RatingList.objects.filter(pk=list_id).update(changed_at=now)
    return written


def bring_up_to_date(
    stored: Iterable[RatedResult], wanted: Iterable[RatedResult], now: datetime
) -> int:
    """Write the difference between two sets of results, and what depends on it."""
    is_, should_be = ({result.source: result for result in results} for results in (stored, wanted))
    unknown = should_be.keys() - is_.keys()
    for source, pair in stored_pairs(unknown).items():
        is_[source] = result_of(pair[True])
    gone = [result for source, result in is_.items() if should_be.get(source) != result]
    come = [result for source, result in should_be.items() if is_.get(source) != result]
    if not gone and not come:
        return 0
    if len(come) > MANY:
        return rebuild(now)
    return apply(gone, come)
