"""What kind of decision it was, and the equity lost in each kind."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analysis.kinds import OPENING_PLAYS, kind_of_play, lost_by_kind
from analysis.models import PerformanceRating
from analysis.services import performance
from analysis.services.performance import fill_kinds
from games.engine.board import Board
from games.models import Match
from games.records.replay import MatchRecord
from games.selectors.records import record_of
from tests.analysis.mistakes import analysed, finished, judged, plays_of


def board(own: dict[int, int], opponents: dict[int, int]) -> Board:
    points = [0] * 26
    for at, number in own.items():
        points[at] = number
    for at, number in opponents.items():
        points[at] = -number
    return Board.from_points(points)


@pytest.mark.parametrize(
    ("own", "opponents", "number", "kind"),
    [
        ({24: 2, 6: 5}, {1: 2, 19: 5}, OPENING_PLAYS, "opening"),
        ({24: 2, 6: 5}, {1: 2, 19: 5}, OPENING_PLAYS + 1, "contact"),
        ({6: 5, 5: 2}, {4: 1, 19: 5}, 40, "contact"),  # one checker is behind
        ({25: 1, 6: 5}, {19: 5}, 40, "contact"),  # on the bar
        ({6: 5}, {0: 1, 19: 5}, 40, "contact"),  # the opponent is on the bar
        ({8: 1, 6: 5}, {19: 5}, 40, "race"),
        ({6: 5}, {14: 1, 19: 5}, 40, "bear_off"),
        ({6: 5}, {}, 2, "bear_off"),
    ],
)
def test_the_position_before_a_play_says_its_kind(
    own: dict[int, int], opponents: dict[int, int], number: int, kind: str
) -> None:
    assert kind_of_play(board(own, opponents), number) == kind


@pytest.mark.django_db
def test_kinds_add_up_to_the_counted_decisions_with_the_missed_doubles() -> None:
    match = finished().fresh()
    plays = plays_of(match)
    cube: dict[str, Any] = {
        "no_double": 0.4, "double_take": 0.6, "double_drop": 1.0, "counts": True, "error": 0.2,
    }  # fmt: skip
    rows = [
        judged(plays[0], error=0.1),
        judged(plays[1], error=0.05, cube=cube),
        judged(plays[2], error=0.3, counts=False),
    ]
    assert lost_by_kind(record_of(match), rows) == {
        "A": {"opening": (0.15, 2), "cube": (0.2, 1)},
        "B": {},
    }


@pytest.mark.django_db
def test_the_page_of_a_player_shows_the_kinds_also_of_older_analyses(client: Client) -> None:
    match = finished().fresh()
    analysed(match, [judged(plays_of(match)[0], error=0.1)])
    PerformanceRating.objects.update(lost_by_kind=None)
    address = reverse("player", args=[match.seats.get(seat="A").player_id])
    assert fill_kinds(PerformanceRating.objects.filter(lost_by_kind__isnull=True), 10) == 2
    assert fill_kinds(PerformanceRating.objects.filter(lost_by_kind__isnull=True), 10) == 0
    page = client.get(address).content.decode()
    assert "By kind" in page
    assert "Opening" in page


@pytest.mark.django_db
def test_a_match_whose_kinds_fail_does_not_hold_up_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches = [finished().fresh() for _ in range(2)]
    for match in matches:
        analysed(match, [judged(plays_of(match)[0], error=0.1)])
    PerformanceRating.objects.update(lost_by_kind=None)
    read = []

    def record(match: Match) -> MatchRecord:
        read.append(match.pk)
        if match.pk == matches[0].pk:
            raise ValueError("a broken log")
        return record_of(match)

    monkeypatch.setattr(performance, "record_of", record)
    assert fill_kinds(PerformanceRating.objects.filter(lost_by_kind__isnull=True), 10) == 4
    assert read == [match.pk for match in matches]
    kinds = {row.match_id: row.lost_by_kind for row in PerformanceRating.objects.filter(seat="A")}
    assert kinds[matches[0].pk] == {}
    assert "opening" in kinds[matches[1].pk]
