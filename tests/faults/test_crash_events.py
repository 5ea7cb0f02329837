"""The drill of event streams and webhooks: its checker finds what it is there for, and a small drill finds nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
import crash_events
from crash_events import Reader

PUBLISHED = [3, 5, 8, 9]


def reader(*places: int, resets: int = 0) -> Reader:
    return Reader(1, "/live/events/site", begins_after=4, places=list(places), resets=resets)


def test_a_reader_that_was_sent_everything_once_has_no_faults() -> None:
    assert list(reader(5, 8, 9).faults(PUBLISHED)) == []


@pytest.mark.parametrize("places", [(5, 9), (5, 8, 8, 9), (8, 5, 9), (5, 8)])
def test_what_is_lost_doubled_or_out_of_order_is_a_fault(places: tuple[int, ...]) -> None:
    assert len(list(reader(*places).faults(PUBLISHED))) == 1


def test_a_stream_that_began_anew_is_a_fault() -> None:
    assert len(list(reader(5, 8, 9, resets=1).faults(PUBLISHED))) == 1


def test_the_stream_of_a_login_has_every_number_under_each_mark_and_ends_right() -> None:
    login = Reader(1, "/live/me", unread=2, marks={"a": [0, 1, 2], "b": [0]})
    assert list(login.login_faults(2)) == []
    assert len(list(login.login_faults(3))) == 1
    login.marks["a"] = [0, 2]
    assert len(list(login.login_faults(2))) == 1


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_site_that_is_killed_three_times_loses_and_doubles_nothing() -> None:
    command = [sys.executable, crash_events.__file__]
    options = ["--shape", "SQLite", "--kills", "3", "--every", "4"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
