"""A process beside the site gives way to it, also where Linux groups tasks by session."""

import os
import platform
import subprocess
import sys

import pytest

from config import celery
from tests.services.compose import ROOT
from web.low_priority import LONG_SLICE_NS

SCRIPT = """
import os
from pathlib import Path
from web.low_priority import give_way
give_way(7)
print(os.nice(0))
group = Path("/proc/self/autogroup")
words = group.read_text().split() if group.exists() else []
print(words[-1] if words else "none")
"""
SLICES = """
import ctypes, sys, threading
from web.low_priority import _SchedAttr, give_way
def show():
    shown = _SchedAttr()
    size = ctypes.sizeof(shown)
    failed = ctypes.CDLL(None).syscall(int(sys.argv[1]), 0, ctypes.byref(shown), size, 0)
    print(failed, shown.policy, shown.nice, shown.runtime)
give_way(7)
thread = threading.Thread(target=show)
thread.start()
thread.join()
"""
SCHED_GETATTR = {"x86_64": 315, "aarch64": 275}


@pytest.mark.parametrize("has_own_session", [True, False])
def test_a_process_is_nice_in_its_session_and_its_session_among_others(
    has_own_session: bool,
) -> None:
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, start_new_session=has_own_session
    )
    niceness, group = done.stdout.split()
    assert niceness == "7", done.stderr
    if (
        has_own_session and group != "none"
    ):  # the file is empty where Linux does not group the session
        assert group == "7"


@pytest.mark.skipif(platform.machine() not in SCHED_GETATTR, reason="a number is needed")
def test_its_threads_stay_nice_and_take_long_slices_where_linux_has_them() -> None:
    command = [sys.executable, "-c", SLICES, str(SCHED_GETATTR[platform.machine()])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    failed, policy, niceness, slice_ns = (int(word) for word in done.stdout.split())
    assert (failed, policy, niceness) == (0, os.SCHED_OTHER, 7), done.stderr
    has_slices = tuple(map(int, platform.release().split(".")[:2])) >= (6, 12)
    assert slice_ns == LONG_SLICE_NS if has_slices else slice_ns in (0, LONG_SLICE_NS)


@pytest.mark.parametrize(("niceness", "times"), [(0, 0), (5, 1)])
def test_a_worker_takes_long_slices_where_it_was_started_nicer(
    monkeypatch: pytest.MonkeyPatch, niceness: int, times: int
) -> None:
    taken: list[bool] = []
    monkeypatch.setattr(celery, "take_long_slices", lambda: taken.append(True))
    monkeypatch.setattr(celery.os, "nice", lambda _more: niceness)
    celery.give_way()
    assert len(taken) == times
