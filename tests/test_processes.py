"""The production shape: the very commands of docker/compose.yaml on PostgreSQL and Redis."""

import json
import signal
from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import urlopen
from uuid import uuid4

import pytest

from tests.services.compose import SITE
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
GRACE = 15  # stop_grace_period of docker/compose.yaml


@pytest.fixture
def processes(topology: Callable[..., Site]) -> Site:
    return topology("processes")


def test_pages_come_from_web_and_tables_from_live_behind_one_address(processes: Site) -> None:
    with urlopen(f"{processes.url}/accounts/login/", timeout=10) as page:
        assert b"csrfmiddlewaretoken" in page.read()
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{processes.url}/live/matches/{uuid4()}/view", timeout=10)
    assert refused.value.code in (401, 404)
    assert {"code", "detail"} <= set(json.load(refused.value))


def test_worker_answers_and_works_on_both_queues(processes: Site) -> None:
    def replies() -> bool:
        found = processes.shell(
            "from config.celery import app;"
            "print([q['name'] for qs in app.control.inspect(timeout=2).active_queues().values()"
            " for q in qs])"
        )
        return "clocks" in found and "default" in found

    processes.processes["worker"].wait_until(replies)


def test_every_process_ends_within_its_grace_when_asked(processes: Site) -> None:
    for name in reversed(SITE):
        process = processes.processes[name]
        assert process.alive, process.tail()
        assert process.stop(signal.SIGTERM, within=GRACE) < GRACE, name
        assert process.child.returncode in (0, -signal.SIGTERM), process.tail()
        assert "Traceback" not in process.tail(400), process.tail(400)


def test_a_killed_process_comes_back_with_the_same_command(processes: Site) -> None:
    for name in ("web", "live", "worker"):
        processes.kill(name)
        assert not processes.processes[name].alive
        processes.restart(name)
    with urlopen(f"{processes.url}/accounts/login/", timeout=10) as page:
        assert page.status == 200
