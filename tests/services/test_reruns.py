"""The second attempt of a browser test finds a site in which the first one has done nothing."""

import subprocess
import sys
from pathlib import Path

STORY = """
import pytest

SITES = []

@pytest.fixture(scope="module")
def site():
    SITES.append([])
    yield SITES[-1]
    SITES[-1].append("stopped")

@pytest.mark.flaky(reruns=1)
def test_story(site):
    assert site == []
    site.append("entered")
    assert len(SITES) == 2, "the first attempt fails"
    assert SITES[0] == ["entered", "stopped"]

def test_next(site):
    assert site == ["entered"], "a module keeps its site as long as nothing is repeated"
"""


def test_a_second_attempt_has_module_fixtures_of_its_own(tmp_path: Path) -> None:
    story = tmp_path / "test_story.py"
    story.write_text(STORY)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.reruns", "-p", "no:django"]
    command += ["-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={tmp_path}", str(story)]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert "2 passed, 1 rerun" in run.stdout, run.stdout + run.stderr
