"""A process beside the site gives way to it, also where Linux groups tasks by session."""

import subprocess
import sys

import pytest

from tests.services.compose import ROOT

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
