"""The numbers of the site are those of the library, and they put players in the right order."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from analysis.engine import analyze, is_available
from analysis.models import AnalysisStatus, PerformanceRating
from analysis.services.analyses import request_analysis, run_next
from games.services.importing import import_match
from tests.games.services.tables import person

DATA = Path(__file__).resolve().parents[1] / "data"
PRESET = "very_quick"
BY_HAND = """
import json, sys
from gvanalysis import analyze_file
document = analyze_file("match.mat", preset=sys.argv[1], quiet=True)
json.dump(document, open("document.json", "w"))
"""
KINDS = {21: "double", 22: "take", 23: "drop"}
ROUNDED = 0.00011
"""A .gvab file keeps rounded equities, and a loss is the difference of two."""

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_available(), reason="needs the analysis engine"),
]


@pytest.mark.parametrize("name", ["three.mat", "three.sgf", "five.mat", "five.sgf", "five_xg.mat"])
def test_each_decision_is_that_of_gvanalysis_run_by_hand_on_the_exported_file(
    name: str, client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.ANALYSIS_PRESET = PRESET
    user = person().user
    assert user is not None
    match = import_match(user, (DATA / "matches" / name).read_bytes(), timezone.now())
    analysis = request_analysis(match, user, timezone.now())
    assert run_next()
    analysis.refresh_from_db()
    assert (analysis.status, analysis.error) == (AnalysisStatus.DONE, "")

    exported = b"".join(client.get(f"/matches/{match.pk}/files/match.mat"))
    document = by_hand(exported, tmp_path)
    names = match.context["names"]
    white, black = ("A", "B") if document["player_white"] == names["A"] else ("B", "A")
    seats = {1: white, 0: black}
    ours = analysis.result["decisions"]
    plies = _decided(document)
    assert len(ours) == len(plies) > 40
    assert {"play", "double"} < {entry["kind"] for entry in ours}
    assert sum(entry["cube"] is not None for entry in ours) > 5
    for entry, ply in zip(ours, plies, strict=True):
        _is_same(entry, ply, seats)
    from gvformat import read_gvab
    from gvformat.stats import compute_aggregates

    of_file = read_gvab(client.get(f"/matches/{match.pk}/analysis/match.gvab").content)
    assert (of_file["player_white"], of_file["player_black"]) == (names["A"], names["B"])
    for entry, ply in zip(ours, _decided(of_file), strict=True):
        _is_same(entry, ply, {1: "A", 0: "B"}, within=ROUNDED)

    sums = compute_aggregates(document)["match"]
    for colour, side in ((1, "white"), (0, "black")):
        totals = analysis.result["totals"][seats[colour]]
        by_library = [
            sums[side][key] for key in ("pr", "total_error", "total_decisions", "total_luck")
        ]
        assert [totals[key] for key in ("pr", "error", "decisions", "luck")] == by_library
        rating = PerformanceRating.objects.get(match=match, seat=seats[colour])
        assert (rating.pr, rating.decisions) == (totals["pr"], totals["decisions"])


def test_the_weaker_side_has_the_higher_pr_in_twenty_matches_of_gnu_backgammon() -> None:
    """benchmarks/gnubg_matches.py: neither side looks ahead, and one does not see well."""
    archive = zipfile.ZipFile(DATA / "gnubg-noise.zip")
    names = archive.namelist()
    assert len(names) == 20
    wrong = []
    for name in names:
        text = archive.read(name).decode()
        noisy, plain = ("A", "B") if int(name[:2]) % 2 else ("B", "A")
        totals = analyze(text, PRESET, lambda _done, _total: None, timeout_s=120)["totals"]
        if totals[noisy]["pr"] <= totals[plain]["pr"]:
            wrong.append((name, totals[noisy]["pr"], totals[plain]["pr"]))
    assert not wrong


def by_hand(mat: bytes, folder: Path) -> dict[str, Any]:
    """What the library says about the file, in a process that knows nothing of the site."""
    (folder / "match.mat").write_bytes(mat)
    (folder / "by_hand.py").write_text(BY_HAND)
    command = [sys.executable, "by_hand.py", PRESET]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
    document: dict[str, Any] = json.loads((folder / "document.json").read_text())
    return document


def _decided(document: dict[str, Any]) -> list[dict[str, Any]]:
    plies = [ply for game in document["games"] for ply in game["plies"]]
    return [ply for ply in plies if ply.get("d1") or ply["action_id"] in KINDS]


def _is_same(
    entry: dict[str, Any], ply: dict[str, Any], seats: dict[int, str], *, within: float = 0
) -> None:
    judged = ply.get("analysis") or {}
    assert entry["seat"] == seats[ply["color"]]
    assert entry["kind"] == (KINDS.get(ply["action_id"]) or "play")
    loss = max(0.0, round(judged.get("equity_loss") or 0.0, 4))
    assert entry["error"] == pytest.approx(loss, abs=within, rel=0)
    assert entry["counts"] == bool(judged.get("decision"))
    assert entry["luck"] == judged.get("luck")
    by_library = judged.get("alternatives") or []
    shown = by_library[:5] + [row for row in by_library[5:] if row["is_played"]]
    for row, of_library in zip(entry["candidates"], shown, strict=True):
        assert row["play"] == of_library.get("notation", row["play"])  # .gvab leaves some out
        assert row["equity"] == of_library["equity"]
        assert row["win"] == of_library["eval"]["win"]
        assert row["played"] == of_library["is_played"]
    cube = (
        judged
        if entry["kind"] != "play"
        else judged.get("cube_decision") or judged.get("missed_double")
    )
    if entry["cube"] is None:
        assert (cube or {}).get("no_double_equity") is None
    else:
        assert entry["cube"]["no_double"] == cube["no_double_equity"]
        assert entry["cube"]["double_take"] == cube["double_take_equity"]
        assert entry["cube"]["double_drop"] == cube["double_pass_equity"]
