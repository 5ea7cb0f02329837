"""PR over several matches: averages and the line of a graph; what is stored beside an analysis, and who sees which rows."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from analysis.kinds import KINDS
from analysis.models import AnalysisStatus, MatchAnalysis, PerformanceRating
from analysis.performance import AVERAGED, Performance, average, by_kind, graph_of, grouped
from analysis.selectors import performances
from analysis.services.performance import store_performance
from games.models import Match, MatchKind
from games.selectors.records import record_of
from tests.games.services.tables import playing

START = datetime(2026, 9, 1, tzinfo=UTC)
TOTALS = {
    "A": {"pr": 6.25, "error": 0.25, "decisions": 20},
    "B": {"pr": 12.5, "error": 1.0, "decisions": 40},
}


def row(
    pr: float, decisions: int = 10, day: int = 0, length: int | None = 5, **kinds: tuple[float, int]
) -> Performance:
    ended = START + timedelta(days=day)
    return Performance(uuid4(), 1, "Anne", "", False, length, pr, decisions, ended, kinds)


def test_the_pr_of_a_kind_is_that_of_its_decisions_over_all_matches() -> None:
    rows = [row(5, race=(0.1, 10), cube=(0.4, 2)), row(5, race=(0.3, 10)), row(5)]
    kinds = by_kind(rows, KINDS)
    assert {kind: (row.pr, row.decisions, row.matches) for kind, row in kinds.items()} == {
        "race": (10, 20, 2),
        "cube": (100, 2, 1),
    }


def test_an_average_counts_decisions_not_matches() -> None:
    both = average([row(10, 10), row(4, 30)])
    assert (both.pr, both.decisions, both.matches) == (5.5, 40, 2)


def test_one_match_is_no_line() -> None:
    assert graph_of([]) is graph_of([row(5)]) is None


def test_the_line_goes_from_the_oldest_match_to_the_latest() -> None:
    graph = graph_of([row(2, day=2), row(4, day=1), row(6, day=0)])
    assert graph is not None
    assert [level for level, _y in graph.levels] == [8, 6, 4, 2, 0]
    assert graph.spots == ((0.0, 25.0), (50.0, 50.0), (100.0, 75.0))
    assert graph.line == "M0.0 25.0 50.0 37.5 100.0 50.0"
    assert (graph.since, graph.until) == (START, START + timedelta(days=2))


def test_the_line_forgets_what_was_long_ago_and_fits_its_box() -> None:
    graph = graph_of([*[row(3)] * AVERAGED, row(900)])
    assert graph is not None
    assert graph.end[1] == round(100 * (1 - 3 / graph.levels[0][0]), 1)
    assert all(0 <= y <= 100 for _x, y in (*graph.spots, *graph.levels))
    still = graph_of([row(0), row(0)])
    assert still is not None
    assert still.spots == ((0.0, 100.0), (100.0, 100.0))


def test_groups_come_in_the_order_of_their_rows() -> None:
    groups = grouped(
        [row(1, length=7), row(2, length=3), row(3, length=7)], lambda item: item.length
    )
    assert {key: [item.pr for item in rows] for key, rows in groups.items()} == {7: [1, 3], 3: [2]}


def analysed(**changed: object) -> Match:
    """A finished match with its analysis."""
    sitting = playing(length=3)
    sitting.until("roll")
    sitting.act("A", "concede", {})
    match = sitting.fresh()
    Match.objects.filter(pk=match.pk).update(**changed)
    store(judged(match), TOTALS)
    return match


def judged(match: Match, preset: str = "fast") -> MatchAnalysis:
    return MatchAnalysis.objects.create(
        match=match,
        log_length=match.seq,
        preset=preset,
        engine="engine 1",
        status=AnalysisStatus.DONE,
        requested_at=START,
        result={"decisions": [], "totals": TOTALS},
    )


def store(analysis: MatchAnalysis, totals: dict[str, dict[str, float | None]]) -> None:
    result = {"decisions": [], "totals": totals}
    store_performance(analysis, record_of(analysis.match), result)


def player_of(match: Match, seat: str = "A") -> Player:
    return match.seats.get(seat=seat).player


def seen(match: Match, seat: str = "A", now: datetime | None = None) -> list[float]:
    rows = performances(Q(match__seats__player=player_of(match, seat)), now or timezone.now())
    return [row.pr for row in rows]


@pytest.mark.django_db
def test_each_seat_has_the_pr_of_the_analysis() -> None:
    match = analysed()
    assert (seen(match, "A"), seen(match, "B")) == ([6.25], [12.5])
    (first,) = performances(Q(match__seats__player=player_of(match)), timezone.now())
    assert (first.length, first.decisions, first.name) == (3, 20, player_of(match).name)


@pytest.mark.django_db
def test_the_analysis_asked_for_last_counts_whichever_ends_first() -> None:
    match = analysed()
    older, newer = judged(match, "deep"), judged(match, "world_class")
    better = TOTALS | {"A": TOTALS["A"] | {"pr": 5.0}}
    store(newer, better)
    store(older, TOTALS)
    assert seen(match) == [5.0]
    nothing = TOTALS | {"A": {"pr": None, "error": 0.0, "decisions": 0}}
    store(judged(match, "very_quick"), nothing)
    assert (seen(match, "A"), seen(match, "B")) == ([], [12.5])


@pytest.mark.django_db
def test_a_ruling_that_changes_the_log_ends_the_pr() -> None:
    match = analysed()
    Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
    assert seen(match) == []


@pytest.mark.django_db
@pytest.mark.parametrize("changed", [{"status": "void"}, {"kind": MatchKind.IMPORTED}])
def test_void_and_imported_matches_are_left_out(changed: dict[str, str]) -> None:
    assert seen(analysed(**changed)) == []


@pytest.mark.django_db
def test_a_match_shown_late_has_its_pr_when_spectators_have_seen_its_end() -> None:
    ended = timezone.now()
    match = analysed(context={"spectator_delay_s": 300}, last_at=ended, finished_at=ended)
    assert seen(match, now=ended + timedelta(seconds=299)) == []
    assert seen(match, now=ended + timedelta(seconds=300)) == [6.25]


@pytest.mark.django_db
def test_the_migration_fills_in_old_analyses_and_may_run_again() -> None:
    match = analysed()
    judged(match, "deep")
    PerformanceRating.objects.all().delete()
    migration = import_module("analysis.migrations.0003_performance_of_old_analyses")
    for _ in range(2):
        migration.fill(apps, None)
        rows = PerformanceRating.objects.order_by("seat").values_list("seat", "pr", "decisions")
        assert list(rows) == [("A", 6.25, 20), ("B", 12.5, 40)]
    assert PerformanceRating.objects.filter(analysis__preset="deep").count() == 2


@pytest.mark.django_db
def test_the_page_of_a_player_has_a_card_once_a_match_is_analysed(client: Client) -> None:
    sitting = playing(length=3)
    page = reverse("player", args=[player_of(sitting.match).pk])
    assert 'id="pr-h"' not in client.get(page).content.decode()
    match = analysed()
    shown = client.get(reverse("player", args=[player_of(match).pk])).content.decode()
    assert 'id="pr-h"' in shown
    assert "20 decisions" in shown
    assert reverse("match-review", args=[match.pk]) in shown
