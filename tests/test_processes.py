"""The production shape: the very commands of docker/compose.yaml on PostgreSQL and Redis, with two live."""

import json
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import uuid4

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.services import installed
from tests.services.suite import required
from tests.services.topology import Backing, Processes
from tests.services.two_players import TwoPlayers, sequence_numbers

pytestmark = pytest.mark.e2e
GRACE = 15  # stop_grace_period of docker/compose.yaml
TOKEN = "shown-to-the-operator"


@pytest.fixture(scope="module")
def shared(_backing: list[Backing]) -> Iterator[Processes]:
    """One site for all tests here: its six processes take seconds to start."""
    if not (installed.postgres() and installed.redis()):
        (pytest.fail if required() else pytest.skip)("needs PostgreSQL")
    if not _backing:
        _backing.append(Backing())
    site = _backing[0].site(
        lives=2, WEB_WORKERS="2", METRICS_TOKEN=TOKEN, LOG_FORMAT="json", LOG_LEVEL="INFO"
    )
    yield site
    site.stop()


@pytest.fixture
def processes(shared: Processes) -> Processes:
    """All of it alive, whatever the test before did."""
    for name, running in shared.processes.items():
        if not running.alive:
            shared.restart(name)
    return shared


def figures(site: Processes, name: str, path: str = "/metrics") -> dict[tuple[str, str], float]:
    """What one process shows: (name of the sample, its label) → value, of all statuses together."""
    asked = Request(
        f"http://127.0.0.1:{site.ports[name]}{path}", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    with urlopen(asked, timeout=10) as answer:
        families = list(text_string_to_metric_families(answer.read().decode()))
    values: dict[tuple[str, str], float] = defaultdict(float)
    for sample in (sample for family in families for sample in family.samples):
        labels = {k: v for k, v in sample.labels.items() if k != "status"}
        if "le" not in labels:
            values[sample.name, next(iter(labels.values()), "")] += sample.value
    return values


def live_sum(site: Processes, name: str) -> float:
    return sum(figures(site, live, "/live/metrics")[(name, "")] for live in site.lives)


def test_pages_come_from_web_and_tables_from_live_behind_one_address(processes: Processes) -> None:
    with urlopen(f"{processes.url}/accounts/login/", timeout=10) as page:
        assert b"csrfmiddlewaretoken" in page.read()
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{processes.url}/live/matches/{uuid4()}/view", timeout=10)
    assert refused.value.code in (401, 404)
    assert {"code", "detail"} <= set(json.load(refused.value))


def _counts(processes: Processes, name: str, done: tuple[str, str]) -> bool:
    """Not yet, as long as its door is shut."""
    try:
        return figures(processes, name)[done] > 0
    except URLError:
        return False


def test_every_queue_has_its_worker_and_every_door_says_that_it_works(processes: Processes) -> None:
    for name, task in (
        ("worker", "tournaments.tasks.sweep_advancement"),
        ("clocks", "games.tasks.watch_flags"),
    ):
        done = ("barpoint_task_seconds_count", task)
        processes.processes[name].wait_until(
            lambda name=name, done=done: _counts(processes, name, done)
        )
    for name in ("worker", "clocks", "beat"):
        with urlopen(f"http://127.0.0.1:{processes.ports[name]}/healthz", timeout=5) as answer:
            assert answer.status == 200
    ended_early = ("barpoint_task_seconds_count", "games.tasks.watch_flags")
    assert ended_early not in figures(processes, "worker")


def test_a_match_is_played_across_two_live_processes_and_counted(processes: Processes) -> None:
    before = live_sum(processes, "barpoint_moves_total")
    table = TwoPlayers(processes)
    streams = [table.stream("B"), table.stream("B")]  # one at each
    assert live_sum(processes, "barpoint_listeners") == 2
    table.sit_down()
    last = [table.advance() for _ in range(4)][-1]["seq"]
    for stream in streams:
        assert sequence_numbers(stream, last) == list(range(1, last + 1))
        stream.close()
    assert live_sum(processes, "barpoint_moves_total") == before + 6
    assert live_sum(processes, "barpoint_action_seconds_count") == before + 6
    assert live_sum(processes, "barpoint_batch_actions_sum") >= 6


def test_the_workers_of_web_count_together(processes: Processes) -> None:
    counted = ("barpoint_request_seconds_count", "healthz")
    before = figures(processes, "web")[counted]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: urlopen(f"{processes.url}/healthz").read(), range(40)))
    text = figures(processes, "web")
    assert text[counted] == before + 40
    assert text[("barpoint_database_up", "")] == text[("barpoint_redis_up", "")] == 1
    assert {("barpoint_queue", "clocks"), ("barpoint_queue", "default")} <= set(text)
    assert text[("barpoint_owed_seconds", "flags")] < 5


@pytest.mark.parametrize(("name", "path"), [("web", "/metrics"), ("live", "/live/metrics")])
def test_figures_are_for_the_operator(processes: Processes, name: str, path: str) -> None:
    for token in ("", "Bearer wrong", f"Token {TOKEN}"):
        asked = Request(
            f"http://127.0.0.1:{processes.ports[name]}{path}", headers={"Authorization": token}
        )
        with pytest.raises(HTTPError) as refused:
            urlopen(asked, timeout=5)
        assert refused.value.code == 403


def test_a_batch_in_flight_is_answered_although_the_process_is_told_to_end(
    processes: Processes,
) -> None:
    table = TwoPlayers(processes)
    table.sit_down()
    first = table.advance()["seq"]
    port = processes.ports["live"]
    table.site = cast(Any, SimpleNamespace(url=f"http://127.0.0.1:{port}"))
    with psycopg.connect(processes.env["DATABASE_URL"]) as slow, ThreadPoolExecutor(1) as player:
        slow.execute("LOCK TABLE games_action IN SHARE ROW EXCLUSIVE MODE")
        answer = player.submit(table.advance)
        processes.processes["live"].wait_until(lambda: waits(slow), within=5)
        processes.processes["live"].ask_to_end()
        time.sleep(0.3)
        assert not answer.done()
        slow.rollback()
        assert answer.result(10)["seq"] > first
    assert processes.processes["live"].child.wait(GRACE) in (0, -signal.SIGTERM)
    table.site = processes
    assert table.view("A")["seq"] > first


def waits(connection: "psycopg.Connection[Any]") -> bool:
    """Is somebody kept waiting by the lock on the log?"""
    result = connection.execute(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_action'::regclass"
    ).fetchone()
    return bool(result and result[0])


def test_a_killed_process_comes_back_with_the_same_command(processes: Processes) -> None:
    for name in ("web", "live", "worker"):
        processes.kill(name)
        assert not processes.processes[name].alive
        processes.restart(name)
    with urlopen(f"{processes.url}/accounts/login/", timeout=10) as page:
        assert page.status == 200


def test_every_process_ends_within_its_grace_when_asked(processes: Processes) -> None:
    for name, process in reversed(processes.processes.items()):
        assert process.alive, process.tail()
        assert process.stop(signal.SIGTERM, within=GRACE) < GRACE, name
        assert process.child.returncode in (0, -signal.SIGTERM), process.tail()
        assert "Traceback" not in process.tail(400), process.tail(400)
