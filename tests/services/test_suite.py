"""How a run without the services ends: skipped and counted, or failed where they are required."""

import os
import subprocess
import sys
from pathlib import Path

from tests.services.compose import ROOT

TEST = """
def test_needs_a_server(redis_url):
    assert redis_url

def test_needs_nothing():
    pass
"""


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """pytest on one small file, on a machine where nothing is to be found."""
    (folder / "test_it.py").write_text(TEST)
    hidden = (
        "from tests.services import installed\ninstalled.redis.__code__ = (lambda: None).__code__\n"
    )
    (folder / "hide.py").write_text(hidden)
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **settings}
    for name in ("SUITE_NOTE", "SUITE_TIER", "REDIS_URL", "DATABASE_URL", "PYTEST_XDIST_WORKER"):
        environment.pop(name, None)
    words = ["-p", "hide", "-p", "tests.conftest", "-p", "no:cacheprovider", "-n0", "-q"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words, str(folder / "test_it.py")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_without_the_service_its_tests_are_skipped_and_counted(tmp_path: Path) -> None:
    done = run(tmp_path, REQUIRE_SERVICES="")
    assert done.returncode == 0, done.stdout
    assert "1 passed, 1 skipped" in done.stdout
    assert "1 skipped for want of Redis." in done.stdout


def test_where_services_are_required_a_missing_one_fails(tmp_path: Path) -> None:
    done = run(tmp_path, REQUIRE_SERVICES="all")
    assert done.returncode == 1
    assert "needs Redis" in done.stdout
