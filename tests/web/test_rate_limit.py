"""Bounds on work, counted in the cache."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from web.rate_limit import is_within, one_at_a_time

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def test_so_many_pass_in_one_stretch_of_time_and_again_in_the_next() -> None:
    asked = [is_within("test", 2, 60, NOON + timedelta(seconds=n)) for n in range(4)]
    assert asked == [True, True, False, False]
    assert is_within("test", 2, 60, NOON + timedelta(seconds=60))


def test_everybody_has_a_quota_of_their_own() -> None:
    assert is_within("ann", 1, 60, NOON)
    assert is_within("ben", 1, 60, NOON)
    assert not is_within("ann", 1, 60, NOON)


def test_a_name_is_held_by_one_and_free_afterwards() -> None:
    with one_at_a_time("ann", 60) as first, one_at_a_time("ann", 60) as second:
        assert (first, second) == (True, False)
        with one_at_a_time("ann", 60) as third:
            assert not third
        with one_at_a_time("ben", 60) as other:
            assert other
    with pytest.raises(ZeroDivisionError), one_at_a_time("ann", 60):
        raise ZeroDivisionError
    with one_at_a_time("ann", 60) as after:
        assert after


def test_who_takes_longer_than_their_time_does_not_free_the_name_for_a_third() -> None:
    with one_at_a_time("ann", 60):
        cache.delete("running:ann")  # it has lapsed
        second = one_at_a_time("ann", 60)
        assert second.__enter__()
    with one_at_a_time("ann", 60) as third:
        assert not third
    second.__exit__(None, None, None)
