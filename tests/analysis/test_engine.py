"""The engine itself, in its process: our numbers are those of the library, and a file it cannot read is refused."""

from pathlib import Path

import pytest

from analysis.alignment import align
from analysis.engine import EngineError, analyze, is_available
from games.engine.rules import Rules
from games.records.mat_writer import mat
from games.records.replay import MatchRecord
from tests.games.services.tables import playing

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_available(), reason="needs the analysis engine"),
]


def test_every_decision_and_the_pr_are_those_of_the_library(tmp_path: Path) -> None:
    from gvanalysis import analyze_file
    from gvformat.stats import compute_aggregates

    from games.selectors.records import record_of

    sitting = playing(length=1)
    while not sitting.fresh().is_over:
        sitting.tick(10)
        sitting.step()
    record = record_of(sitting.fresh())
    seen: list[tuple[int, int]] = []
    answer = analyze(
        mat(record), "very_quick", lambda done, n: seen.append((done, n)), timeout_s=60
    )
    entries = align(record, answer["decisions"])

    file = tmp_path / "by-hand.mat"
    file.write_text(mat(record))
    document = analyze_file(str(file), preset="very_quick", quiet=True)
    plies = [ply for game in document["games"] for ply in game["plies"] if ply.get("d1")]
    assert len(entries) == len(plies)
    for entry, ply in zip(entries, plies, strict=True):
        assert entry["error"] == max(0.0, round(ply["analysis"]["equity_loss"], 4))
        assert entry["luck"] == ply["analysis"]["luck"]
    by_hand = compute_aggregates(document)["match"]
    assert answer["totals"]["A"]["pr"] == by_hand["white"]["pr"]
    assert answer["totals"]["B"]["pr"] == by_hand["black"]["pr"]
    assert seen[-1][0] == seen[-1][1] > 0


def test_what_is_no_match_is_refused() -> None:
    with pytest.raises(EngineError, match="No games found"):
        analyze("nonsense", "very_quick", lambda _done, _total: None, timeout_s=60)


def test_a_silent_engine_is_ended() -> None:
    record = MatchRecord("m", ("A", "B"), Rules(length=1), None, ())
    with pytest.raises(EngineError, match="no sign of life"):
        analyze(mat(record), "very_quick", lambda _done, _total: None, timeout_s=0.001)
