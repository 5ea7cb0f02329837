"""A run of the suite that breaks down before it has a verdict says why, and is repeated once."""

import json
import sys
from pathlib import Path

import pytest

from tests.conftest import _encodable
from tests.services import suite


def attempts(monkeypatch: pytest.MonkeyPatch, *codes: int) -> list[int]:
    """The exit codes that pytest is to end with, one after the other. What is left of them was not asked for."""
    left = list(codes)
    monkeypatch.setattr(suite, "_echoed", lambda *_: (left.pop(0), "INTERNALERROR> the reason\n"))
    return left


@pytest.mark.parametrize("code", suite.HAS_VERDICT)
def test_a_run_with_a_verdict_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch, code: int, tmp_path: Path
) -> None:
    left = attempts(monkeypatch, code, 0)
    assert suite._pytest("quick", tmp_path) == suite.Run(code)
    assert left == [0]


@pytest.mark.parametrize("code", [2, 3, -9])
def test_a_run_without_a_verdict_is_repeated_once(
    monkeypatch: pytest.MonkeyPatch, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = attempts(monkeypatch, code, 1, 0)
    run = suite._pytest("slow", tmp_path)
    assert (run.code, run.is_ok, left) == (1, False, [0])
    suite._report({"slow": run}, tmp_path, 1.0)
    report = capsys.readouterr().out
    assert "the slow tests, on SQLite, again" in report
    assert f"exit code {code}\nINTERNALERROR> the reason" in report


def test_a_long_run_is_not_repeated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    left = attempts(monkeypatch, 3, 0)
    monkeypatch.setattr(suite, "REPEATED_WITHIN_S", -1)
    assert not suite._pytest("slow", tmp_path).is_ok
    assert left == [0]


def test_what_a_run_prints_is_shown_at_once_and_its_end_is_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = "import sys; print('\\n'.join(map(str, range(100)))); sys.exit(3)"
    code, output = suite._echoed([sys.executable, "-c", script], {})
    assert code == 3
    assert output.splitlines() == [str(n) for n in range(40, 100)]
    assert capsys.readouterr().out.splitlines()[0] == "0"


def test_a_report_with_half_a_surrogate_pair_can_be_sent_to_another_process() -> None:
    report = {"sections": [("stdout", "a\udc80")], "outcome": "failed", "duration": 1.5}
    assert _encodable(report) == report | {"sections": [("stdout", "a\\udc80")]}


def test_the_last_lines_say_why_a_test_failed_and_which_needed_a_second_attempt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = {
        "outcomes": {"failed": 1, "passed": 1},
        "failures": {"tests/a.py::test_a": "a.py:3: TimeoutError"},
        "repeated": {"tests/a.py::test_a": "a.py:3: first", "tests/b.py::test_b": "b.py:9: late"},
    }
    (tmp_path / "slow").write_text(json.dumps(note))
    suite._report({"slow": suite.Run(1)}, tmp_path, 1.0)
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("  failed: tests/a.py::test_a") + 1] == "    a.py:3: TimeoutError"
    assert "  failed at the first attempt, too: tests/a.py::test_a" in lines
    flaky = "  flaky, passed at the second attempt: tests/b.py::test_b"
    assert lines[lines.index(flaky) + 1] == "    b.py:9: late"
