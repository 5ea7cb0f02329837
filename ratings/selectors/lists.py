"""Rating lists of events and clubs: which tournaments count in them, and which of those are not rated as they are now."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from ratings.formulas.fibs import FibsOptions
from ratings.formulas.replay import DEFAULT, RatedResult, RatingOptions
from ratings.models import LIST_POOL, ListedTournament, RatingList
from ratings.selectors.outcomes import played_results
from tournaments.models import Event, Tournament
from web.errors import NotFound
from web.hooks import Hook

Scope = RatingList.ListScope
list_tournaments: Hook[Callable[[], list[QuerySet[Any]]]] = Hook("list_tournaments")
"""Each answers with tournaments of owners of lists, annotated with `counting_list`: the id of the owner's list."""


def of_events() -> list[QuerySet[Tournament]]:
    """The tournaments of events that keep a list."""
    kept = Tournament.objects.filter(event__rating_list__isnull=False)
    return [kept.annotate(counting_list=F("event__rating_list"))]


def counted_tournaments() -> list[QuerySet[Any]]:
    """Begun tournaments of single players, with `counting_list`: each list in which one counts."""
    functions = list_tournaments.functions().values()
    return [_counted(owned) for function in functions for owned in function()]


def _counted(owned: QuerySet[Any]) -> QuerySet[Any]:
    kept = RatingList.objects.filter(pk=OuterRef("counting_list"))
    chosen = RatingList.chosen.through.objects.filter(
        ratinglist=OuterRef("counting_list"), tournament=OuterRef("pk")
    )
    begun = owned.filter(
        started_at__isnull=False, entry_kind=Tournament.EntryKind.SINGLE, is_rehearsal=False
    )
    return begun.filter(
        Exists(kept.filter(counted=Scope.ALL))
        | Q(Exists(kept.filter(counted=Scope.RATED)), rated=True)
        | Q(Exists(kept.filter(counted=Scope.CHOSEN))) & Q(Exists(chosen))
    ).order_by("pk")


def able_to_count(owned: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of an owner's tournaments that could count in their list, the latest first."""
    single = owned.filter(entry_kind=Tournament.EntryKind.SINGLE, is_rehearsal=False)
    return single.exclude(status=Tournament.Status.CANCELLED).order_by("-created_at", "-pk")


def list_of_event(event: Event) -> RatingList:
    """Raises NotFound no_rating_list. One query."""
    kept = RatingList.objects.filter(event=event).first()
    if kept is None:
        raise NotFound("no_rating_list", _("This event keeps no rating list."))
    return kept


def tournaments_in(rating_list: RatingList, *only: int) -> Iterator[Tournament]:
    """What counts in one list; of these tournaments only, where any are given."""
    for rows in counted_tournaments():
        own = rows.filter(counting_list=rating_list.pk, **({"pk__in": only} if only else {}))
        yield from own.select_related("venue").defer("card")


def owed_in_lists(now: datetime) -> list[tuple[int, int]]:
    """(list, tournament) whose results are not rated there as they are now; also those that count there no longer."""
    if not RatingList.objects.exists():
        return []
    rated = ListedTournament.objects.filter(
        rating_list=OuterRef("counting_list"), tournament_id=OuterRef("pk"), version=OuterRef("version")
    )  # fmt: skip
    gone = ListedTournament.objects.all()
    owed: set[tuple[int, int]] = set()
    for counted in counted_tournaments():
        owed |= set(counted.filter(~Exists(rated)).values_list("counting_list", "pk"))
        same = counted.filter(pk=OuterRef("tournament_id"), counting_list=OuterRef("rating_list"))
        gone = gone.filter(~Exists(same))
    owed |= set(gone.values_list("rating_list", "tournament_id"))
    due = ListedTournament.objects.filter(due_at__lte=now)
    return sorted(owed | set(due.values_list("rating_list", "tournament_id")))


def list_results(
    rating_list: RatingList, tournament: Tournament, now: datetime
) -> tuple[list[RatedResult], datetime | None]:
    """The results of a tournament as this list rates them, and when the next may be rated. Three queries."""
    results, due = played_results(tournament, now)
    pool = rating_list.pool
    return [replace(each, pool=pool, source=f"{pool}/{each.source}") for each in results], due


def options_of(pool: str) -> RatingOptions:
    """How a pool is rated: that of a list begins with its own first rating. One query for a list."""
    if not pool.startswith(LIST_POOL):
        return DEFAULT
    starts = RatingList.objects.filter(pk=int(pool.removeprefix(LIST_POOL)))
    start = starts.values_list("start", flat=True).first()
    return DEFAULT if start is None else RatingOptions(fibs=FibsOptions(start=float(start)))
