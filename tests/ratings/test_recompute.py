"""Ratings after results have come, gone and changed are those computed from nothing, and only what depends on them moves."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import Player
from ratings.formulas.replay import RatedResult, first_state, rate
from ratings.models import (
    PeriodRating,
    PlayerRating,
    RatingChange,
    RatingClock,
    RatingList,
    RatingPool,
)
from ratings.selectors import rows
from ratings.services import bulk_rows, rebuild, sweep
from ratings.services.incremental import apply
from ratings.services.periods import PERIOD_COLUMNS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NOW = datetime(2026, 3, 7, tzinfo=UTC)
PEOPLE = 8


class Book:
    """The results that should be rated, in place of matches and tournaments."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.people = [Player.objects.create(name=f"p{i}") for i in range(PEOPLE)]
        self.results: dict[str, RatedResult] = {}
        monkeypatch.setattr(rebuild, "all_results", lambda now: iter(self.results.values()))

    def result(self, number: int, winner: int, loser: int, **more: Any) -> RatedResult:
        facts: dict[str, Any] = {"pool": "online", "length": 7, "ended_at": NOW + timedelta(hours=number)}  # fmt: skip
        return RatedResult(
            source=f"m{number}",
            winner=self.people[winner].pk,
            loser=self.people[loser].pk,
            **(facts | more),
        )

    def put(self, *results: RatedResult) -> int:
        gone = [self.results[r.source] for r in results if r.source in self.results]
        self.results |= {r.source: r for r in results}
        return apply(gone, results)

    def take_out(self, sources: Iterable[str]) -> int:
        return apply([self.results.pop(source) for source in sources], [])


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Book:
    return Book(monkeypatch)


def stored() -> tuple[list[Any], list[Any], list[Any]]:
    changes = RatingChange.objects.order_by("source", "won").values_list(*rebuild.COLUMNS)
    current = PlayerRating.objects.order_by("pool", "player").values_list(*rebuild.CURRENT_COLUMNS)
    periods = PeriodRating.objects.order_by("pool", "period", "player").values_list(*PERIOD_COLUMNS)
    return list(changes), list(current), list(periods)


@pytest.mark.parametrize("seed", range(12))
def test_random_results_and_corrections_give_the_numbers_from_nothing(
    book: Book, seed: int
) -> None:
    chance = Random(seed)
    own = RatingList.objects.create(start=1234, changed_at=NOW)
    for step in range(12):
        sources = list(book.results)
        if sources and chance.random() < 0.3:
            book.take_out(chance.sample(sources, chance.randint(1, min(3, len(sources)))))
        changed = []
        for number in chance.sample(range(40), chance.randint(1, 6)):
            winner, loser = chance.sample(range(PEOPLE), 2)
            more: dict[str, Any] = {"length": chance.choice((1, 5, 11))}
            if chance.random() < 0.3:
                more["pool"] = chance.choice((*RatingPool.values, own.pool))
            if chance.random() < 0.3:
                more["ended_at"] = NOW + timedelta(days=chance.randint(0, 400))
            changed.append(book.result(number, winner, loser, **more))
        book.put(*changed)
        if step % 3 == 2:
            assert rebuild.check(NOW) == 0
    after = stored()
    RatingChange.objects.all().delete()
    PlayerRating.objects.all().delete()
    PeriodRating.objects.all().delete()
    rebuild.rebuild(NOW)
    assert stored() == after


def test_a_correction_rewrites_only_what_depends_on_it(book: Book) -> None:
    book.put(
        book.result(1, 0, 1), book.result(2, 2, 3), book.result(3, 1, 4),
        book.result(4, 2, 3), book.result(5, 4, 5), book.result(6, 6, 7),
    )  # fmt: skip
    before = {row.source: row.rating_after for row in RatingChange.objects.filter(won=True)}
    written = book.put(book.result(1, 1, 0))
    after = {row.source: row.rating_after for row in RatingChange.objects.filter(won=True)}
    moved = {source for source in before if before[source] != after[source]}
    # p0 and p1 played m1; p1 met p4 in m3, who met p5 in m5: nobody else.
    assert moved == {"m3", "m5"}
    assert written == 2 + 2 + 4
    assert rebuild.check(NOW) == 0


def test_a_late_result_takes_its_place_in_the_order(book: Book) -> None:
    book.put(book.result(5, 0, 1))
    book.put(book.result(2, 1, 0))
    first, second = RatingChange.objects.filter(player=book.people[0]).order_by("ended_at")
    assert (first.source, first.rating_before) == ("m2", 1500)
    assert second.rating_before == first.rating_after
    current = PlayerRating.objects.get(player=book.people[0])
    assert (current.matches, current.experience, current.last_source) == (2, 14, "m5")
    assert current.rating == second.rating_after


def test_whose_last_result_is_taken_out_has_no_rating(book: Book) -> None:
    book.put(book.result(1, 0, 1))
    book.take_out(["m1"])
    assert not PlayerRating.objects.exists()
    assert not RatingChange.objects.exists()


def test_the_check_counts_a_row_that_somebody_changed_and_the_command_mends_it(book: Book) -> None:
    book.put(book.result(1, 0, 1), book.result(2, 1, 0))
    RatingChange.objects.filter(source="m1", won=True).update(rating_after=1700)
    assert rebuild.check(NOW) == 1
    assert RatingClock.objects.get().differences == 1
    with pytest.raises(CommandError, match="1 rows differ"):
        call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    call_command("recompute_ratings", "--check")
    assert RatingClock.objects.get().differences == 0


def test_columns_without_a_model_are_those_of_the_model(book: Book) -> None:
    result, state = book.result(1, 0, 1, match=UUID(int=5), tournament=3), first_state()
    after = rate(result, state, state)
    for at, won in enumerate((True, False)):
        row = rows.new_row(result, won, state, after[at])
        assert rows.columns(result, won, state, after[at]) == tuple(
            getattr(row, name) for name in rebuild.COLUMNS
        )
    book.results[result.source] = result
    rebuild.rebuild(NOW)
    assert rebuild.check(NOW) == 0


def test_many_rows_are_written_as_few_are_and_the_indexes_stay(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        book.put(book.result(number, number % 3, 3 + number % 5, match=UUID(int=number)))
    few, indexes = stored(), indexes_of_changes()
    RatingChange.objects.all().delete()
    PlayerRating.objects.all().delete()
    monkeypatch.setattr(bulk_rows, "MANY", 1)
    rebuild.rebuild(NOW)
    assert stored() == few
    assert indexes_of_changes() == indexes
    assert rebuild.check(NOW) == 0


def indexes_of_changes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, RatingChange._meta.db_table))


def test_a_merge_owes_a_recompute(book: Book) -> None:
    book.put(book.result(1, 0, 1), book.result(2, 2, 1))
    gone, kept = book.people[2], book.people[0]
    sweep.owe_recompute(book.people[5])
    assert not RatingClock.objects.filter(recompute_owed_at__isnull=False).exists()
    sweep.owe_recompute(gone)
    for model, column in (("RatingChange", "player"), ("RatingChange", "opponent"), ("PlayerRating", "player")):  # fmt: skip
        kind = {"RatingChange": RatingChange, "PlayerRating": PlayerRating}[model]
        kind.objects.filter(**{column: gone}).update(**{column: kept})  # type: ignore[attr-defined]
    book.results["m2"] = book.result(2, 0, 1)
    sweep.run_due(NOW)
    assert PlayerRating.objects.get(player=kept).matches == 2
    assert rebuild.check(NOW) == 0
