"""A process that waits for a processor is waited for; one that works and says nothing, or does nothing for long, is given up."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, cast

import pytest

from analysis import engine
from analysis.engine import process_lines
from analysis.engine.process_lines import lines_of

TIMEOUT_S = 0.4


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lines, "LOOK_S", 0.05)


def read(code: str, on_quiet: Callable[[], None] = lambda: None) -> Iterator[bytes]:
    with running(code) as process:
        output = cast(IO[bytes], process.stdout).fileno()
        yield from lines_of(process.pid, output, TIMEOUT_S, on_quiet)


@contextmanager
def running(code: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen([sys.executable, "-uc", code], stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_each_line_comes_whole_until_the_end() -> None:
    code = "print('a'); print('b' * 3_000_000); print('without an end', end='')"
    assert list(read(code)) == [b"a", b"b" * 3_000_000]


def test_a_process_without_a_processor_is_waited_for() -> None:
    quiet: list[None] = []
    code = f"import time; print(1); time.sleep({3 * TIMEOUT_S}); print(2)"
    assert list(read(code, lambda: quiet.append(None))) == [b"1", b"2"]
    assert quiet


def test_a_process_that_works_without_a_line_is_given_up() -> None:
    lines = read("print(1)\nwhile True: pass")
    assert next(lines) == b"1"
    with pytest.raises(TimeoutError):
        next(lines)


def test_a_process_that_does_nothing_is_given_up_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lines, "LONGEST_WAIT", 2)
    lines = read("print(1)\nimport time; time.sleep(600)")
    assert next(lines) == b"1"
    with pytest.raises(TimeoutError):
        next(lines)


def test_a_quiet_engine_shows_that_somebody_has_the_match() -> None:
    """`alive_at` of the row stays young, so no other worker begins it again."""
    code = f"""
import time
print('{{"done": 5, "total": 9}}')
time.sleep({TIMEOUT_S})
print('{{"result": {{}}, "file": ""}}')
"""
    progress: list[tuple[int, int]] = []
    with running(code) as process:
        answer = engine._read(process, TIMEOUT_S, lambda *at: progress.append(at), None)
    assert answer == {"file": b""}
    assert len(progress) > 1
    assert set(progress) == {(0, 0), (5, 9)} or set(progress) == {(5, 9)}
