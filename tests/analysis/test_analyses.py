"""Analysis of a match: who may ask, what runs, what is stored, and what the page shows."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from analysis import engine
from analysis.alignment import Misaligned, align, why_not
from analysis.api import AnalysisResultOut
from analysis.engine import EngineError
from analysis.models import AnalysisStatus, MatchAnalysis, PerformanceRating
from analysis.services import analyses
from analysis.summary import class_of_pr, level_of, luck_adjusted
from games.engine.rules import Rules
from games.models import Match
from games.records.games import games_of
from games.records.mat_writer import played
from games.records.replay import MatchRecord
from games.selectors.records import record_of
from tests.games.services.tables import Sitting, playing
from web.errors import DomainError

pytestmark = pytest.mark.django_db
TOTALS = {"pr": 7.9, "error": 0.3, "decisions": 20, "luck": -0.31, "luck_percent": -4.0}


@pytest.fixture(autouse=True)
def engine_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests need no engine: `judged` stands for it."""
    monkeypatch.setattr("analysis.selectors.is_available", lambda: True)
    monkeypatch.setattr("analysis.selectors.engine_version", lambda: "engine 1")


def finished() -> Sitting:
    sitting = playing(length=3)
    for _ in range(10):
        sitting.tick(10)
        sitting.step()
    sitting.until("roll")
    sitting.act("A", "concede", {})
    return sitting


def judged(record: MatchRecord) -> dict[str, Any]:
    """An answer as the engine gives it: the second play is a blunder."""
    decisions: list[list[dict[str, Any]]] = []
    for game in played(games_of(record)):
        decisions.append([])
        for step in game.steps:
            if step.dice is None or step.word != "play":
                continue
            number = sum(map(len, decisions))
            best = {"play": "13/7", "equity": 0.2, "win": 0.5, "gammon": 0.1, "played": number != 1}
            row: dict[str, Any] = {
                "seat": step.seat,
                "kind": "play",
                "dice": sorted(step.dice, reverse=True),
                "error": 0.173 if number == 1 else 0.0,
                "counts": True,
                "luck": 0.01,
                "win_a": 0.5,
                "candidates": [best],
                "cube": None,
            }
            decisions[-1].append(row)
    return {"decisions": decisions, "totals": {"A": TOTALS, "B": TOTALS}, "file": b"OGXM"}


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    sitting = finished()
    answer = judged(record_of(sitting.fresh()))

    def analyze(_mat: str, _preset: str, on_progress: Any, **_more: Any) -> dict[str, Any]:
        on_progress(5, 10)
        return answer

    monkeypatch.setattr(analyses, "analyze", analyze)
    return sitting


def user_of(sitting: Sitting) -> User:
    user = sitting.match.seats.get(seat="A").player.user
    assert user is not None
    return user


def ask(sitting: Sitting) -> MatchAnalysis:
    return analyses.request_analysis(sitting.fresh(), user_of(sitting), timezone.now())


def test_a_match_is_asked_for_once_judged_once_and_stored(sitting: Sitting) -> None:
    first = ask(sitting)
    assert ask(sitting).pk == first.pk
    assert analyses.run_next()
    assert not analyses.run_next()
    first.refresh_from_db()
    assert first.status == AnalysisStatus.DONE
    seqs = [entry["seq"] for entry in first.result["decisions"]]
    assert seqs == sorted(set(seqs))
    assert first.result["totals"]["A"]["pr"] == 7.9
    stored = PerformanceRating.objects.order_by("seat").values_list("seat", "pr", "decisions")
    totals = first.result["totals"]
    assert list(stored) == [(s, totals[s]["pr"], totals[s]["decisions"]) for s in "AB"]
    assert ask(sitting).pk == first.pk


def test_the_engine_that_fails_is_said_and_may_be_asked_again(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any, **_more: Any) -> None:
        raise EngineError("It gave no sign of life.")

    analysis = ask(sitting)
    monkeypatch.setattr(analyses, "analyze", fail)
    assert analyses.run_next()
    analysis.refresh_from_db()
    assert (analysis.status, analysis.error) == (AnalysisStatus.FAILED, "It gave no sign of life.")
    MatchAnalysis.objects.update(is_automatic=True)
    again = ask(sitting)
    assert (again.status, again.is_automatic) == (AnalysisStatus.WAITING, False)


def test_a_worker_that_was_killed_is_followed_by_another_and_thrice_is_enough(
    sitting: Sitting,
) -> None:
    analysis = ask(sitting)
    silent = timezone.now() - timedelta(minutes=5)
    running = {"status": AnalysisStatus.RUNNING, "alive_at": silent}
    MatchAnalysis.objects.filter(pk=analysis.pk).update(**running, attempts=1)
    assert analyses.run_next()
    analysis.refresh_from_db()
    assert (analysis.status, analysis.attempts) == (AnalysisStatus.DONE, 2)
    MatchAnalysis.objects.filter(pk=analysis.pk).update(**running, attempts=3)
    assert not analyses.run_next()
    analysis.refresh_from_db()
    assert analysis.status == AnalysisStatus.FAILED


def test_no_more_run_at_once_than_the_setting_says(sitting: Sitting, settings: Settings) -> None:
    ask(sitting)
    settings.ANALYSES_AT_ONCE = 0
    assert not analyses.run_next()
    settings.ANALYSES_AT_ONCE = 1
    assert analyses.run_next()


def test_an_hour_and_the_queue_have_limits(sitting: Sitting, settings: Settings) -> None:
    settings.ANALYSIS_QUEUE = 0
    with pytest.raises(DomainError, match="analysis_queue_full"):
        ask(sitting)
    settings.ANALYSIS_QUEUE = 10
    settings.ANALYSES_PER_HOUR = 0
    with pytest.raises(DomainError, match="too_many_analyses"):
        ask(sitting)


def test_a_match_in_play_is_not_analysed(client: Client) -> None:
    sitting = playing(length=3)
    with pytest.raises(DomainError, match="cannot_analyse_not_over"):
        ask(sitting)
    assert client.get(reverse("match-analysis-data", args=[sitting.match.pk])).status_code == 404


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, ""),
        ({"length": 1}, ""),
        ({"length": 1, "cube": False}, ""),
        ({"cube": False}, "no_cube"),
        ({"crawford": False}, "no_crawford"),
        ({"holland": True}, "holland"),
        ({"murphy_limit": 1}, "murphy"),
        ({"max_beavers": None}, "beavers"),
        ({"cube_cap": 8}, "cube_limit"),
        ({"cube_cap": 16}, ""),
        ({"jacoby": True}, "jacoby"),
        ({"kind": "session", "length": None, "games": 3}, "session"),
    ],
)
def test_what_the_engine_cannot_judge_is_left_out(change: dict[str, Any], reason: str) -> None:
    assert why_not(Rules(**{"length": 7, **change})) == reason


def test_an_answer_for_other_plays_is_refused(sitting: Sitting) -> None:
    record = record_of(sitting.fresh())
    answer = judged(record)["decisions"]
    answer[0][1]["dice"] = [7, 7]
    with pytest.raises(Misaligned):
        align(record, answer)
    with pytest.raises(Misaligned):
        align(record, [*answer, []])


def test_the_page_leads_from_the_button_to_the_numbers(sitting: Sitting, client: Client) -> None:
    review = reverse("match-review", args=[sitting.match.pk])
    start = reverse("match-analysis", args=[sitting.match.pk])
    assert "Log in to analyse" in client.get(review).content.decode()
    assert client.post(start).status_code == 302
    client.force_login(user_of(sitting))
    assert f'action="{start}"' in client.get(review).content.decode()
    assert client.post(start)["Location"] == review
    assert "data-progress" in client.get(review).content.decode()
    data = reverse("match-analysis-data", args=[sitting.match.pk])
    assert client.get(data).json()["status"] == "waiting"
    analyses.run_next()
    page = client.get(review).content.decode()
    assert "7.9" in page
    assert "advanced" in page
    assert "Blunder" in page
    state = client.get(data).json()
    assert state["status"] == "done"
    assert state["result"]["decisions"][1]["error"] == 0.173
    rows = [row for each in state["result"]["decisions"] for row in each["candidates"]]
    assert {row.get("played") for row in rows} <= {True, None}
    assert "played" not in rows[1]


def test_programs_ask_for_an_analysis_and_read_it(sitting: Sitting, client: Client) -> None:
    address = f"/api/v1/matches/{sitting.match.pk}/analysis"
    assert client.get(address).json()["status"] == "none"
    assert client.post(address).status_code == 401
    client.force_login(user_of(sitting))
    assert [client.post(address).json()["status"] for _ in range(2)] == ["waiting", "waiting"]
    assert MatchAnalysis.objects.count() == 1
    analyses.run_next()
    answer = client.get(address).json()
    assert answer["status"] == "done"
    assert answer["result"]["totals"]["A"]["pr"] == TOTALS["pr"]
    assert answer["result"]["decisions"][1]["error"] == 0.173
    described = AnalysisResultOut(answer["result"]).data["decisions"][1]
    assert {name: answer["result"]["decisions"][1][name] for name in described} == described


def test_programs_read_nothing_of_a_match_in_play(client: Client) -> None:
    sitting = playing(length=3)
    client.force_login(user_of(sitting))
    address = f"/api/v1/matches/{sitting.match.pk}/analysis"
    assert (client.get(address).status_code, client.post(address).status_code) == (404, 404)


def test_without_an_engine_the_page_says_so(
    sitting: Sitting, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analysis.selectors.is_available", lambda: False)
    page = client.get(reverse("match-review", args=[sitting.match.pk])).content.decode()
    assert "This site has no analysis engine." in page
    client.force_login(user_of(sitting))
    start = reverse("match-analysis", args=[sitting.match.pk])
    answer = client.post(start, headers={"Accept": "application/json"})
    assert (answer.status_code, json.loads(answer.content)["code"]) == (
        422,
        "cannot_analyse_no_engine",
    )


def test_errors_and_classes_have_their_limits() -> None:
    assert [level_of(error) for error in (0.0199, 0.02, 0.04, 0.0799, 0.08)] == [
        "", "inaccuracy", "mistake", "mistake", "blunder",
    ]  # fmt: skip
    assert [class_of_pr(pr) for pr in (None, 2.5, 4.0, 6.5, 10, 16, 16.1)] == [
        "", "super grandmaster", "grandmaster", "master", "advanced", "intermediate", "beginner",
    ]  # fmt: skip


def test_the_luck_adjusted_result_is_the_result_without_the_luck_of_both() -> None:
    totals = {"A": {"luck_percent": 20.0}, "B": {"luck_percent": -15.0}}
    assert luck_adjusted("A", totals) == {"A": 65.0, "B": 35.0}
    assert luck_adjusted("B", totals) == {"A": 0.0, "B": 100.0}
    assert luck_adjusted(None, totals) == {}
    assert luck_adjusted("A", totals | {"B": {"luck_percent": None}}) == {}


def test_a_match_that_was_conceded_has_no_luck_adjusted_result(
    sitting: Sitting, client: Client
) -> None:
    ask(sitting)
    analyses.run_next()
    review = reverse("match-review", args=[sitting.match.pk])
    assert "Luck-adjusted" not in client.get(review).content.decode()
    Match.objects.filter(pk=sitting.match.pk).update(reason="played")
    assert "Luck-adjusted" in client.get(review).content.decode()


def test_without_the_libraries_the_adapter_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "is_available", lambda: False)
    with pytest.raises(EngineError, match="not installed"):
        engine.analyze("", "fast", lambda _done, _total: None, timeout_s=1)
