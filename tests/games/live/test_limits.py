"""The token bucket: generous, per ticket, and forgetful."""

import pytest

from games.live import limits
from games.live.limits import RateLimit


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    limit = RateLimit(rate=20, burst=40)
    assert [limit.wait("x", 0.0) for _ in range(40)] == [0.0] * 40
    assert limit.wait("x", 0.0) == pytest.approx(0.05)
    assert limit.wait("x", 0.05) == 0.0
    assert limit.wait("x", 0.05) > 0


def test_each_ticket_has_its_own_bucket() -> None:
    limit = RateLimit(rate=1, burst=1)
    assert limit.wait("x", 0.0) == 0.0
    assert limit.wait("x", 0.0) > 0
    assert limit.wait("y", 0.0) == 0.0


def test_asking_in_vain_costs_nothing() -> None:
    limit = RateLimit(rate=1, burst=1)
    limit.wait("x", 0.0)
    for _ in range(1000):
        limit.wait("x", 0.5)
    assert limit.wait("x", 1.0) == 0.0


def test_the_longest_unseen_bucket_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CAPACITY", 2)
    limit = RateLimit(rate=1, burst=1)
    for key in "abc":
        limit.wait(key, 0.0)
    assert limit.wait("c", 0.0) > 0
    assert limit.wait("a", 0.0) == 0.0


def test_who_has_all_tokens_again_is_forgotten() -> None:
    limit = RateLimit(rate=1, burst=2)
    for key in range(100):
        limit.wait(key, 0.0)
    for number in range(100):
        limit.wait("x", 2.0 + number / 100)
    assert set(limit._buckets) == {"x"}
