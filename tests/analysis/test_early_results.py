"""The first results of a match that is being analysed: the same numbers, sooner."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analysis.alignment import Misaligned, align
from analysis.engine import analyze, is_available
from analysis.engine.early_results import PLAYS, joined, parts_of
from analysis.models import AnalysisStatus, MatchAnalysis
from analysis.services import analyses
from games.selectors.records import record_of
from tests.analysis.test_analyses import TOTALS, finished, judged, user_of

DATA = Path(__file__).resolve().parents[1] / "data"
needs_engine = pytest.mark.skipif(not is_available(), reason="needs the analysis engine")


def test_a_part_of_a_game_ends_behind_a_play() -> None:
    kinds = ["cube", "checker"] * (2 * PLAYS) + ["cube"]
    parts = list(parts_of([{"kind": kind} for kind in kinds]))
    assert [row["kind"] for part in parts for row in part] == kinds
    assert [len(part) for part in parts] == [2 * PLAYS, 2 * PLAYS, 1]
    assert [part[-1]["kind"] for part in parts] == ["checker", "checker", "cube"]


@pytest.mark.django_db
def test_a_beginning_of_the_match_has_its_place_in_the_log() -> None:
    record = record_of(finished().fresh())
    (game,) = judged(record)["decisions"]
    whole = align(record, [game])
    assert align(record, [game[:3]], is_part=True) == whole[:3]
    assert align(record, [], is_part=True) == []
    with pytest.raises(Misaligned):
        align(record, [game[:3]])
    with pytest.raises(Misaligned):
        align(record, [game, game[:1]], is_part=True)
    with pytest.raises(Misaligned):
        align(record, [[*game, game[0]]])


@pytest.mark.django_db
def test_whoever_waits_sees_what_is_judged_so_far_and_at_the_end_the_whole(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr("analysis.selectors.is_available", lambda: True)
    monkeypatch.setattr("analysis.selectors.engine_version", lambda: "engine 1")
    sitting = finished()
    whole = judged(record_of(sitting.fresh()))
    address = reverse("match-analysis-data", args=[sitting.match.pk])
    seen: list[dict[str, Any]] = []

    def analyze(*_args: Any, on_part: Any, **_more: Any) -> dict[str, Any]:
        seen.append(client.get(address).json())
        on_part({"decisions": [whole["decisions"][0][:2]], "totals": {"A": TOTALS, "B": TOTALS}})
        seen.append(client.get(address).json())
        return whole

    monkeypatch.setattr(analyses, "analyze", analyze)
    row = analyses.request_analysis(sitting.fresh(), user_of(sitting), timezone.now())
    assert analyses.run_next()
    assert [state["status"] for state in seen] == ["running", "running"]
    assert seen[0]["result"] is None
    assert [entry["error"] for entry in seen[1]["result"]["decisions"]] == [0.0, 0.173]
    row.refresh_from_db()
    assert (row.status, row.part) == (AnalysisStatus.DONE, None)
    decisions = client.get(address).json()["result"]["decisions"]
    assert [entry["seq"] for entry in decisions] == [
        entry["seq"] for entry in row.result["decisions"]
    ]


@pytest.mark.django_db
def test_an_analysis_that_begins_again_shows_nothing_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("analysis.selectors.is_available", lambda: True)
    sitting = finished()
    row = analyses.request_analysis(sitting.fresh(), user_of(sitting), timezone.now())
    MatchAnalysis.objects.filter(pk=row.pk).update(part={"decisions": [], "totals": {}})
    parts: list[Any] = []
    monkeypatch.setattr(
        analyses, "_run", lambda *_args: parts.append(MatchAnalysis.objects.get(pk=row.pk).part)
    )
    analyses.run_next()
    assert parts == [None]


@needs_engine
@pytest.mark.slow
@pytest.mark.django_db
def test_judging_in_parts_changes_no_byte_of_the_analysis(tmp_path: Path) -> None:
    text = (DATA / "matches" / "three.mat").read_text()
    (tmp_path / "match.mat").write_text(text)
    script = "import sys; from gvanalysis import analyze_match; sys.stdout.buffer.write(analyze_match('match.mat', preset='very_quick'))"  # fmt: skip
    command = [sys.executable, "-c", script]
    by_library = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout
    parts: list[dict[str, Any]] = []
    answer = analyze(
        text, "very_quick", lambda _done, _total: None, timeout_s=120, on_part=parts.append
    )
    assert answer["file"] == by_library
    assert len(parts) > 2
    for part in parts:
        for game, whole in zip(part["decisions"], answer["decisions"], strict=False):
            assert json.dumps(game) == json.dumps(whole[: len(game)])


def test_sums_of_two_parts_are_added_and_decisions_numbered_through() -> None:
    names = ("err", "dec", "cube_dec", "luck", "luck_mwc", "luck_count")
    part = {f"{side}_{name}": 1 for side in ("p1", "p2") for name in names}
    part |= {"illegal_moves": 0, "game_number": 1, "p1_pr": 0, "p2_pr": 0}
    first = part | {"moves": [{"move_number": 1}, {"move_number": 2}]}
    second = part | {"moves": [{"move_number": 1}]}
    whole = joined(joined({}, first), second)
    assert [entry["move_number"] for entry in whole["moves"]] == [1, 2, 3]
    assert (whole["p1_err"], whole["p2_dec"], whole["p1_pr"]) == (2, 2, 500)
