"""Analyses that nobody asks for: of matches the site analyses by itself, and again after a ruling; users go first."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from analysis.models import AnalysisStatus, MatchAnalysis
from analysis.selectors import ahead_of
from analysis.services import analyses, automatic
from games.models import Match, MatchKind
from tests.analysis.test_analyses import finished, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def engine_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.selectors.is_available", lambda: True)
    monkeypatch.setattr("analysis.services.automatic.is_available", lambda: True)
    monkeypatch.setattr("analysis.selectors.engine_version", lambda: "engine 1")


def ended(**changed: Any) -> Match:
    match = finished().match
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now(), **changed)
    return Match.objects.get(pk=match.pk)


def queued() -> list[Match]:
    return [row.match for row in MatchAnalysis.objects.order_by("id")]


def test_by_itself_the_site_analyses_what_its_setting_says(settings: Settings) -> None:
    of_tournament = ended(kind=MatchKind.TOURNAMENT)
    rated, _casual = ended(context={"rated": True}), ended(context={"rated": False})
    now = timezone.now()
    assert automatic.owe_analyses(now) == 0
    settings.ANALYSES_AUTOMATIC = "tournaments"
    assert [automatic.owe_analyses(now) for _ in range(2)] == [1, 0]
    assert queued() == [of_tournament]
    settings.ANALYSES_AUTOMATIC = "rated"
    assert automatic.owe_analyses(now) == 1
    assert queued() == [of_tournament, rated]


def test_old_matches_and_those_without_judgement_are_left_alone(settings: Settings) -> None:
    settings.ANALYSES_AUTOMATIC = "tournaments"
    match = ended(kind=MatchKind.TOURNAMENT)
    rules = match.rules | {"crawford": False}
    Match.objects.filter(pk=match.pk).update(rules=rules)
    assert automatic.owe_analyses(timezone.now()) == 0
    ended(kind=MatchKind.TOURNAMENT)
    assert automatic.owe_analyses(timezone.now() + timedelta(days=2)) == 0


def test_a_match_that_a_ruling_changed_is_analysed_again(settings: Settings) -> None:
    match = ended()
    row = analyses.request_analysis(match, user_of_match(match), timezone.now())
    MatchAnalysis.objects.filter(pk=row.pk).update(status=AnalysisStatus.DONE)
    assert automatic.owe_analyses(timezone.now()) == 0
    Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
    assert [automatic.owe_analyses(timezone.now()) for _ in range(2)] == [1, 0]
    assert MatchAnalysis.objects.get(log_length=match.seq + 1).is_automatic


def user_of_match(match: Match) -> Any:
    return match.seats.get(seat="A").player.user


def test_whoever_asks_goes_first_and_a_part_of_the_queue_is_theirs(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ANALYSES_AUTOMATIC, settings.ANALYSIS_QUEUE = "tournaments", 5
    earlier = timezone.now() - timedelta(minutes=5)
    for _ in range(6):
        ended(kind=MatchKind.TOURNAMENT)
    assert automatic.owe_analyses(earlier) == 4
    sitting = finished()
    asked = analyses.request_analysis(sitting.fresh(), user_of(sitting), timezone.now())
    assert ahead_of(asked) == 0
    assert ahead_of(MatchAnalysis.objects.filter(is_automatic=True)[0]) == 1
    claimed: list[int] = []
    monkeypatch.setattr(analyses, "_run", lambda row, _clock: claimed.append(row.pk))
    analyses.run_next()
    assert claimed == [asked.pk]


def test_asking_for_a_match_that_waits_by_itself_makes_it_urgent(settings: Settings) -> None:
    settings.ANALYSES_AUTOMATIC = "tournaments"
    match = ended(kind=MatchKind.TOURNAMENT)
    automatic.owe_analyses(timezone.now())
    row = analyses.request_analysis(match, user_of_match(match), timezone.now())
    row.refresh_from_db()
    assert not row.is_automatic
