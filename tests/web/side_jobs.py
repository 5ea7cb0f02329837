"""Jobs of a process beside the tests (test_side_process.py): they call what runs in the process of the test."""

import os
import signal

from web.parent_calls import in_parent

NOTED: list[tuple[int, str]] = []


@in_parent
def note(text: str) -> int:
    """Notes who was asked."""
    if text == "wrong":
        raise ValueError(text)
    NOTED.append((os.getpid(), text))
    return len(NOTED)


def calls() -> tuple[int, int, int]:
    return os.getpid(), note("a"), note("b")


def fails() -> None:
    note("wrong")


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


JOBS = {"calls": calls, "fails": fails, "dies": dies}
