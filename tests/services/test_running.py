"""The starters themselves: private servers come up, answer, and leave nothing behind."""

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests.services.compose import ROOT
from tests.services.running import PORTS, Running, free_port
from tests.services.servers import Postgres


def test_ports_are_below_the_range_of_outgoing_connections() -> None:
    assert free_port() in PORTS
    assert PORTS.stop <= 32_768


def test_postgres_makes_databases_that_know_nothing_of_each_other(
    postgres_server: Postgres,
) -> None:
    first, two = (postgres_server.create_database(name) for name in ("one", "two"))
    with psycopg.connect(first) as connection:
        connection.execute("CREATE TABLE seen_in_one (id int)")
    with psycopg.connect(two) as connection:
        result = connection.execute("SELECT to_regclass('seen_in_one')").fetchone()
    assert result == (None,)


def test_redis_answers(redis_url: str) -> None:
    assert redis.Redis.from_url(redis_url).ping()


def test_a_child_that_dies_is_reported_with_its_last_words(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('no board in the box')"]
    child = Running("table", command, log=tmp_path / "log")
    with pytest.raises(RuntimeError, match="no board in the box"):
        child.wait_until(lambda: False, within=10)


def test_a_stopped_child_takes_its_own_children_along(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time;"
        "c = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print(c.pid, flush=True); time.sleep(60)"
    )
    child = Running("parent", [sys.executable, "-c", code], log=tmp_path / "log")
    child.wait_until(lambda: bool(child.tail()))
    grandchild = Path(f"/proc/{child.tail().strip()}")
    assert child.stop(signal.SIGTERM) < 5
    end = time.monotonic() + 5
    while _lives(grandchild) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _lives(grandchild)


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is a tool of Linux")
def test_a_killed_test_run_leaves_no_server_behind(tmp_path: Path) -> None:
    code = (
        "import pathlib, time; from tests.services.running import Running;"
        f"r = Running('server', ['sleep', '60'], log=pathlib.Path({str(tmp_path / 'inner')!r}));"
        "print(r.child.pid, flush=True); time.sleep(60)"
    )
    run = Running("run", [sys.executable, "-c", code], log=tmp_path / "log", cwd=ROOT)
    run.wait_until(lambda: bool(run.tail()))
    server = Path(f"/proc/{run.tail().strip()}")
    time.sleep(0.2)
    run.kill()
    end = time.monotonic() + 5
    while _lives(server) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _lives(server)


def _lives(process: Path) -> bool:
    """A zombie that its new parent has not reaped yet is dead."""
    try:
        return ") Z " not in (process / "stat").read_text()
    except OSError:
        return False


@pytest.mark.skipif(
    not Path("/proc/self/autogroup").exists(), reason="Linux does not group tasks by session"
)
@pytest.mark.parametrize(("shares", "nice"), [(2048, -3), (1024, 0), (256, 6), (16, 19)])
def test_shares_of_the_processor_become_the_nice_of_a_session(
    shares: int, nice: int, tmp_path: Path
) -> None:
    if os.getuid() and nice < 0:
        pytest.skip("only root may prefer a session")
    child = Running("table", ["sleep", "60"], log=tmp_path / "log", cpu_shares=shares)
    try:
        group = Path(f"/proc/{child.child.pid}/autogroup").read_text()
    finally:
        child.kill()
    assert group.split()[-1] == str(nice)
