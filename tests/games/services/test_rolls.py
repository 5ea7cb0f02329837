"""Rolls into the public counts: each closed epoch once, by any process and however often."""

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.utils import timezone

from games.models import Match, MatchSeed, RollCount
from games.selectors import rolls as tally_selectors
from games.selectors.certificates import certificate_of
from games.selectors.rolls import rolls
from games.services import rolls as counting
from games.services import rulings
from games.services.rolls import count_rolls
from games.tasks import count_rolls as task
from tests.games.services.tables import START, Sitting, playing, sit

pytestmark = pytest.mark.django_db
LATER = START + timedelta(hours=1)


def finished(**given: object) -> Sitting:
    sitting = sit(length=1, **given)
    sitting.join("left", "right")
    while sitting.fresh().finished_at is None:
        sitting.step()
    return sitting


def rolled(*sittings: Sitting) -> int:
    return sum(certificate_of(sitting.fresh()).rolls for sitting in sittings)


def total() -> int:
    return sum(RollCount.objects.values_list("count", flat=True))


def test_each_roll_is_counted_under_its_ordered_pair() -> None:
    sitting = finished()
    assert count_rolls(LATER) == 1
    assert RollCount.objects.count() == 36
    made = [roll.dice for epoch in certificate_of(sitting.fresh()).epochs for roll in epoch.rolls]
    for row in RollCount.objects.all():
        assert row.count == made.count((row.first, row.second))


def test_counting_twice_changes_nothing() -> None:
    first = finished()
    task()
    task()
    assert total() == rolled(first)
    two = finished()
    task()
    assert total() == rolled(first, two)
    assert not MatchSeed.objects.filter(counted_at=None).exists()


def test_a_match_still_on_is_not_counted() -> None:
    sitting = playing()
    assert count_rolls(LATER) == 0
    assert MatchSeed.objects.get(match=sitting.match).counted_at is None


def test_only_the_closed_epoch_of_a_reopened_match_is_counted() -> None:
    sitting = playing(length=5)
    sitting.act("A", "concede")
    before = sitting.state.rolls
    rulings.reopen(sitting.match.pk, by=None, reason="", now=sitting.tick(1))
    sitting.join()
    sitting.step()
    count_rolls(LATER)
    assert total() == before
    sitting.act("A", "concede")
    count_rolls(LATER)
    assert total() == sitting.state.rolls


def test_a_match_shown_late_is_counted_when_spectators_have_seen_its_end() -> None:
    sitting = finished(spectator_delay_s=600)
    end = sitting.fresh().finished_at
    assert end is not None
    assert count_rolls(end + timedelta(seconds=599)) == 0
    assert rolls(LATER)[1] == end
    assert count_rolls(end + timedelta(seconds=600)) == 1
    assert rolls(LATER)[1] == LATER


@pytest.mark.slow
def test_the_first_that_spectators_have_seen_is_found_behind_many_that_they_have_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tally_selectors, "AT_ONCE", 2)
    early = [finished(spectator_delay_s=3600) for _ in range(4)]
    seen = finished()
    ends = START + timedelta(minutes=10)
    MatchSeed.objects.filter(match__in=[item.match.pk for item in early]).update(revealed_at=ends)
    shown = ends + timedelta(minutes=1)
    MatchSeed.objects.filter(match=seen.match.pk).update(revealed_at=shown)
    assert rolls(ends + timedelta(minutes=2))[1] == shown


@pytest.mark.slow
def test_many_are_counted_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "AT_ONCE", 2)
    so_far: list[int] = []
    monkeypatch.setattr(counting, "give_way", lambda: so_far.append(total()))
    made = [finished() for _ in range(5)]
    assert count_rolls(LATER) == 5
    assert total() == rolled(*made)
    assert so_far == sorted({*so_far})  # others come to write after each part
    assert len(so_far) == 3


def test_a_count_that_fails_is_owed_still(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = finished()
    monkeypatch.setattr(counting, "sealed_epochs", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        count_rolls(LATER)
    assert total() == 0
    monkeypatch.undo()
    count_rolls(LATER)
    assert total() == rolled(sitting)


def test_counting_reads_no_seed(django_assert_max_num_queries) -> None:
    finished()
    with django_assert_max_num_queries(16) as asked:
        count_rolls(LATER)
    assert not any('"games_matchseed"."seed"' in query["sql"] for query in asked.captured_queries)


def at_once(count: int) -> None:
    """So many sweeps start together, each in a connection of its own."""
    start = Barrier(count)

    def sweep() -> None:
        start.wait()
        try:
            count_rolls(timezone.now() + timedelta(days=3650))
        finally:
            connections.close_all()

    threads = [Thread(target=sweep) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_sweeps_at_the_same_time_count_each_epoch_once() -> None:
    made = [finished() for _ in range(6)]
    at_once(4)
    assert total() == rolled(*made)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_control_without_the_lock_sweeps_count_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [finished() for _ in range(6)]
    RollCount.objects.bulk_create(
        RollCount(first=a, second=b) for a in range(1, 7) for b in range(1, 7)
    )
    both_read = Barrier(2)
    original = counting.sealed_epochs

    def together(*args: object) -> object:
        both_read.wait(10)
        return original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(counting, "_locked_counts", lambda: list(RollCount.objects.all()))
    monkeypatch.setattr(counting, "sealed_epochs", together)
    at_once(2)
    assert total() == 2 * rolled(*made)


@pytest.mark.slow
def test_a_match_that_is_gone_takes_nothing_with_it() -> None:
    finished()
    count_rolls(LATER)
    before = total()
    MatchSeed.objects.all().delete()
    assert total() == before
    assert Match.objects.count() == 1
