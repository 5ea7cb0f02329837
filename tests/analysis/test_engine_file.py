"""What the engine's library reads is what was played, whatever the players are called; and what counts is what it counts."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from analysis.alignment import align
from analysis.engine import is_available
from analysis.engine.compact import compact
from analysis.engine_file import engine_file
from analysis.models import AnalysisStatus, MatchAnalysis
from games.records.replay import MatchRecord
from games.selectors.records import record_of
from tests.games.services.tables import playing

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_available(), reason="needs the library of the engine"),
]
CUBE = {"no_double_equity": 0.5, "double_take_equity": 0.8, "double_pass_equity": 1.0}


def record(seat_to_double: str | None = None) -> MatchRecord:
    sitting = playing(length=5)
    for _ in range(40):
        sitting.tick(10)
        sitting.step()
        state = sitting.state
        if seat_to_double and state.waiting_for == "roll" and state.to_act == seat_to_double:
            sitting.act(seat_to_double, "double", {})
            seat_to_double = None
    return record_of(sitting.fresh())


def read(record: MatchRecord) -> dict[str, Any]:
    from gvformat.mat import mat_to_ogxm

    document: dict[str, Any] = mat_to_ogxm(engine_file(record))
    return document


@pytest.mark.parametrize(
    "names", [("Zoë", "Anne"), ("Anne", "Anne"), ("31", "62"), ("Ann:e, 1500", "A" * 60)]
)
def test_the_library_sees_our_match_whatever_the_names_are(names: tuple[str, str]) -> None:
    seen = replace(record("B"), names=names, title="Match of 3 points")
    document = read(seen)
    assert (document["match_length"], document["player_white"]) == (5, "A")
    assert len(align(seen, compact(document)["decisions"])) > 20


@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_roll_that_was_never_played_at_the_end_is_no_decision(seat: str) -> None:
    sitting = playing(length=5)
    for _ in range(200):
        sitting.tick(10)
        sitting.step()
        state = sitting.state
        if state.waiting_for == "play" and state.to_act == seat and sitting.fresh().seq > 20:
            break
    seen = record_of(sitting.fresh())
    judged = align(seen, compact(read(seen))["decisions"])
    assert judged[-1]["seq"] < seen.entries[-1].seq


def test_the_length_is_found_behind_many_notes() -> None:
    seen = record()
    long = replace(seen, title="A long title. " * 500)
    assert read(long)["match_length"] == 5


def missed(take_equity: float) -> dict[str, Any]:
    lost = round(min(take_equity, 1.0) - 0.5, 4)
    double = CUBE | {
        "double_take_equity": take_equity,
        "equity_loss": lost,
        "correct_action": "double",
    }
    analysis = {"equity_loss": 0.0, "decision": False, "missed_double": double}
    return {"color": 1, "action_id": 1, "d1": 2, "d2": 1, "analysis": analysis}


def test_a_missed_double_counts_as_it_does_in_the_totals() -> None:
    game = {"plies": [missed(0.8), missed(0.5004), missed(0.62)], "winner": 0, "points_won": 1}
    result = compact({"games": [game], "match_length": 5})
    cubes = [entry["cube"] for entry in result["decisions"][0]]
    assert [cube["counts"] for cube in cubes] == [True, False, True]
    counted = [cube["error"] for cube in cubes if cube["counts"]]
    assert (len(counted), sum(counted)) == (
        result["totals"]["A"]["decisions"],
        pytest.approx(result["totals"]["A"]["error"]),
    )


def test_stored_analyses_are_mended() -> None:
    migration = import_module("analysis.migrations.0005_missed_doubles_count")
    judged = {
        "no_double": 0.5,
        "double_take": 0.8,
        "double_drop": 1.0,
        "best": "double",
        "error": 0.3,
    }
    kept_back = judged | {"best": "no_double", "double_take": 0.2, "error": 0.0, "counts": False}
    analysis = MatchAnalysis.objects.create(
        match=playing(length=3).match, log_length=9, preset="fast", engine="engine 1",
        status=AnalysisStatus.DONE, requested_at=timezone.now(),
        result={
            "decisions": [
                {"kind": "play", "cube": judged | {"counts": False}},
                {"kind": "play", "cube": kept_back},
                {"kind": "play", "cube": None},
            ]
        },
    )  # fmt: skip
    migration.mend(apps, None)
    analysis.refresh_from_db()
    cubes = [entry["cube"] for entry in analysis.result["decisions"]]
    assert cubes == [judged | {"counts": True}, kept_back, None]
