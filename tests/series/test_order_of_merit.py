"""The order of merit of real tournaments: it follows the published places, at each correction, in a constant number of queries."""

import random
from fractions import Fraction

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from series.models import Series
from series.selectors.standings import order_of
from series.services.series import change_series
from tests.series.making_series import counted, field, played, season, table
from tests.tournaments import making
from tests.tournaments.making import NOW, director, pairing
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.models import Entry, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult

pytestmark = [pytest.mark.django_db]
POINTS = {"kind": "place", "points": ["10", "6", "4", "2"]}


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()
    caches["pages"].clear()


def recomputed(series: Series, tournaments: list[Tournament]) -> dict[int, Fraction]:
    """Totals from nothing but the published standings and the points by place."""
    points = [Fraction(n) for n in series.scheme["points"]] + [Fraction(0)] * 99
    totals: dict[int, list[Fraction]] = {}
    for tournament in tournaments:
        for row in standing_rows(Tournament.objects.get(pk=tournament.pk)):
            assert row.place_from is not None
            assert row.place_to is not None
            shared = points[row.place_from - 1 : row.place_to]
            totals.setdefault(row.player.id, []).append(sum(shared, Fraction(0)) / len(shared))
    best = series.best or None
    return {player: sum(sorted(own)[::-1][:best], Fraction(0)) for player, own in totals.items()}


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_merit_is_what_the_published_places_give(seed: int) -> None:
    chance = random.Random(seed)
    boss, everybody = director(), field(7)
    series = season(boss, scheme=POINTS, best=chance.choice([0, 2]))
    formats = ["single_elimination", "round_robin", "swiss"]
    made = [
        played(
            boss,
            chance.sample(everybody, chance.randint(4, 6)),
            week=week,
            best=chance.sample(everybody, 7),
            format=formats[(week + seed) % 3],
            options={"rounds": 3} if formats[(week + seed) % 3] == "swiss" else {},
        )
        for week in range(3)
    ]
    counted(series, *made)
    lines = order_of(series).lines
    assert {line.row.player: line.row.total for line in lines} == recomputed(series, made)


def test_a_corrected_result_moves_the_points_at_once() -> None:
    boss, players = director(), field(4)
    series = season(boss, scheme=POINTS)
    cup = played(boss, players)
    counted(series, cup)
    assert table(series)[:2] == [(1, "1", "10"), (2, "2", "6")]
    final = pairing(cup, "W2.1")
    winner = Entry.objects.get(tournament=cup, player=players[1])
    ruling = SetResult(pairing_id=final.pk, winner=winner.pk)
    rule(ruling, RulingRequest(boss, NOW, "The slip was read wrong."))
    assert table(series)[:2] == [(1, "2", "10"), (2, "1", "6")]


def test_a_tournament_counts_once_it_is_finished() -> None:
    boss, players = director(), field(4)
    series = season(boss, scheme=POINTS)
    counted(series, played(boss, players), running := making.started(4, organizer=boss))
    assert len(table(series)) == 4
    making.play_out(running)
    assert len(table(series)) == 8


def test_a_weight_halves_the_points() -> None:
    boss = director()
    series = season(boss, scheme=POINTS)
    counted(series, played(boss, field(4)), weight=50)
    assert table(series)[0] == (1, "1", "5")


def test_wins_in_the_consolation_count_as_such() -> None:
    boss = director()
    series = season(boss, scheme={"kind": "wins", "wins": {"main": "7", "consolation": "5", "last_chance": "3"}})  # fmt: skip
    counted(series, played(boss, field(4), format="consolation"))
    totals = {name: total for _place, name, total in table(series)}
    assert totals == {"1": "14", "2": "7", "3": "5", "4": "0"}


def test_the_page_asks_the_same_number_of_queries_for_two_and_for_six_events(
    client: Client,
) -> None:
    boss, players = director(), field(4)
    series = season(boss, scheme=POINTS)
    numbers = []
    for size in (2, 6):
        for week in range(size - 2 if size > 2 else 0, size):
            counted(series, played(boss, players, week=week))
        client.get(series.get_absolute_url())
        with CaptureQueriesContext(connection) as asked:
            assert client.get(series.get_absolute_url()).status_code == 200
        numbers.append(len(asked))
    assert numbers[0] == numbers[1]
    assert numbers[0] <= 7


def test_settings_that_change_order_the_same_results_anew() -> None:
    boss, players = director(), field(4)
    series = season(boss, scheme=POINTS)
    counted(series, *(played(boss, players, week=week) for week in (0, 1)))
    assert table(series)[0] == (1, "1", "20")
    change_series(series.pk, boss, NOW, best=1)
    assert table(series)[0] == (1, "1", "10")
