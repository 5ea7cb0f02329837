"""A process beside the site: its jobs call the site, fail, and die."""

import os
import time
from collections.abc import Iterator

import pytest

from tests.web import side_jobs
from web.side_process import SideProcess


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[SideProcess]:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.settings")
    side_jobs.NOTED.clear()
    made = SideProcess("tests.web.side_jobs_worker", list(side_jobs.JOBS))
    yield made
    if made._child is not None:
        made._child.kill()
        made._child.wait()


def test_a_job_runs_there_and_its_calls_run_here(process: SideProcess) -> None:
    pid, first, second = process.run("calls")
    assert pid != os.getpid()
    assert (first, second) == (1, 2)
    pids = [pid for pid, _text in side_jobs.NOTED]
    assert pids == [os.getpid()] * 2
    assert process.run("calls")[0] == pid


def test_what_a_call_raises_here_is_raised_there(process: SideProcess) -> None:
    with pytest.raises(RuntimeError, match="ValueError\\('wrong'\\)"):
        process.run("fails")
    assert process.run("calls")[1] == 1


def test_a_process_that_dies_is_an_error_and_the_next_job_starts_another(
    process: SideProcess,
) -> None:
    pid = process.run("calls")[0]
    with pytest.raises((EOFError, OSError)):
        process.run("dies")
    assert process.run("calls")[0] != pid


def test_of_each_kind_one_job_runs_at_a_time(process: SideProcess) -> None:
    with process._busy["calls"]:
        assert process.run("calls") is None
    assert process.run("calls") is not None


def test_it_ends_with_its_parent(process: SideProcess) -> None:
    process.run("calls")
    child = process._child
    assert child is not None
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(10) == 1


def test_it_is_ready_once_it_serves_and_ends_on_request(process: SideProcess) -> None:
    until = time.monotonic() + 20
    while not process.is_ready("calls") and time.monotonic() < until:
        time.sleep(0.05)
    pid = process.run("calls")[0]
    assert process.is_ready("calls")
    process.end()
    process.end()
    assert not process.is_ready("calls")
    assert process.run("calls")[0] != pid
