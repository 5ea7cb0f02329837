"""Tables are computed once a version, by one; who asks meanwhile sees those before."""

import pytest
from django.core.cache import caches

from tests.tournaments.public.drawing_made import begun, decide
from tournaments.bracket.selectors.standings_cache import PER_PAGE, CachedTables

pytestmark = pytest.mark.django_db


def test_a_table_is_computed_once_a_version(django_assert_num_queries) -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    CachedTables(made, 1)
    with django_assert_num_queries(0):
        assert len(CachedTables(made, 1).rows("main")) == 8
    decide(made)
    assert CachedTables(made, 1).rows("main")[0].won == 1


def test_who_asks_while_another_computes_gets_the_tables_before(django_assert_num_queries) -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    CachedTables(made, 1)
    decide(made)
    caches["pages"].add(f"tables.{made.pk}.1.computing", 1)
    with django_assert_num_queries(0):
        assert CachedTables(made, 1, or_before=True).rows("main")[0].won == 0
    caches["pages"].delete(f"tables.{made.pk}.1.computing")
    assert CachedTables(made, 1).rows("main")[0].won == 1


def test_a_piece_that_the_cache_has_dropped_is_made_again() -> None:
    made = begun(PER_PAGE + 2, format="swiss", options={"rounds": 2})
    kept = CachedTables(made, 1)
    caches["pages"].delete(f"{kept.key}.main.2")
    again = CachedTables(made, 1)
    assert [len(again.lines("main", page)) for page in (1, 2, 3)] == [PER_PAGE, 2, 0]


def test_who_has_no_tables_before_computes_too_and_leaves_the_first_alone() -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    mark = f"tables.{made.pk}.1.computing"
    caches["pages"].add(mark, 1)
    assert len(CachedTables(made, 1).rows("main")) == 8
    assert caches["pages"].get(mark) == 1


def test_why_is_told_for_a_page_at_once_and_kept_with_its_version(
    django_assert_num_queries,
) -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    entries = {row.entry for row in CachedTables(made, 1).rows("main")}
    assert CachedTables(made, 1).explained("main", 1).reasons.keys() == entries
    with django_assert_num_queries(0):
        assert CachedTables(made, 1).explained("main", 1).reasons.keys() == entries
    assert CachedTables(made, 1).explained("main", 2).reasons == {}
    assert CachedTables(made, 1).explained("nowhere", 1).reasons == {}
    decide(made)
    winner = CachedTables(made, 1).rows("main")[0].entry
    reason = CachedTables(made, 1).explained("main", 1).reasons[winner][0]
    assert reason.code == "points"
    assert reason.params["won"] == 1


def test_tables_and_their_reasons_read_the_stage_once(django_assert_num_queries) -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    with django_assert_num_queries(7):
        CachedTables(made, 1).explained("main", 1)


def test_where_losses_count_the_last_of_them_is_told() -> None:
    made = begun(8)
    decide(made)
    text = CachedTables(made, 1).explained("main", 1)
    assert text.reasons == {}
    assert len(text.last_losses) == 4
    assert not any(meeting.won for meeting in text.last_losses.values())


def test_a_piece_of_the_tables_before_that_is_gone_brings_the_new_ones() -> None:
    made = begun(8, format="swiss", options={"rounds": 2})
    old = CachedTables(made, 1)
    decide(made)
    caches["pages"].add(f"tables.{made.pk}.1.computing", 1)
    caches["pages"].delete(f"{old.key}.main.1")
    kept = CachedTables(made, 1, or_before=True)
    assert kept.is_before
    assert kept.rows("main")[0].won == 1
    assert not kept.is_before
