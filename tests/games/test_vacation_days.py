"""How many days a vacation uses, and how long it may be."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.vacation_days import DAY, Span, days_of, days_used, longest

JULY = datetime(2026, 7, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_vacation_that_ends_at_once_uses_a_day() -> None:
    assert days_of((JULY, JULY)) == {2026: 1}


def test_each_24_hours_begun_are_a_day() -> None:
    assert days_of((JULY, JULY + DAY)) == {2026: 1}
    assert days_of((JULY, JULY + DAY + HOUR)) == {2026: 2}


def test_days_belong_to_the_year_in_which_they_begin() -> None:
    start = datetime(2026, 12, 30, 12, tzinfo=UTC)
    assert days_of((start, start + 5 * DAY)) == {2026: 2, 2027: 3}


def test_a_vacation_may_be_as_long_as_days_are_left() -> None:
    assert longest([], JULY, 14) == 14
    assert longest([(JULY - 20 * DAY, JULY - 18 * DAY)], JULY, 14) == 12
    assert longest([(JULY, JULY)] * 14, JULY, 14) == 0
    assert longest([], JULY, 0) == 0


def test_the_days_of_the_next_year_follow_on() -> None:
    start = datetime(2026, 12, 25, tzinfo=UTC)
    assert longest([], start, 14) == 7 + 14
    assert longest([(JULY, JULY + 10 * DAY)], start, 14) == 4


@given(st.lists(st.tuples(st.integers(0, 700 * 24), st.integers(0, 30 * 24)), max_size=40))
def test_nobody_has_more_than_their_days_a_year(wishes: list[tuple[int, int]]) -> None:
    """Whatever is asked for in whatever order, and ended whenever."""
    taken: list[Span] = []
    now = JULY
    for wait, lasts in sorted(wishes):
        now = max(now, JULY + wait * HOUR)
        days = min(longest(taken, now, 14), lasts // 24 + 1)
        if days:
            end = min(now + days * DAY, now + lasts * HOUR)
            taken.append((now, end))
            now = end
    assert all(used <= 14 for used in days_used(taken).values())
    spent = sum((end - start for start, end in taken), timedelta())
    assert spent <= sum(days_used(taken).values()) * DAY
