"""Celery inside the serving process (internals, pinned): it starts, works, beats and stops."""

import os
import subprocess
import sys
from types import SimpleNamespace

from celery.signals import task_prerun

from config.background import let_pages_go_first
from tests.services.compose import ROOT

SCRIPT = """
import time, django
django.setup()
from config.celery import app
from config.background import Background

done = set()

@app.task(name="tests.note")
def note(word):
    done.add(word)

app.conf.beat_schedule = {"beat": {"task": "tests.note", "schedule": 0.5, "args": ("beat",)}}
waited = []
background = Background(waited.append)
background.start()
for queue in ("default", "clocks"):
    note.apply_async((queue,), queue=queue)
end = time.monotonic() + 30
while len(done) < 3 and time.monotonic() < end:
    time.sleep(0.01)
note.delay("while it runs")
while "while it runs" not in done and time.monotonic() < end:
    time.sleep(0.01)
background.stop()
print(sorted(done), set(waited))
import os; os._exit(0)
"""


def test_worker_and_beat_run_on_threads_and_stop() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("REDIS_URL", None)
    done = subprocess.run(
        [sys.executable, "-u", "-c", SCRIPT],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "['beat', 'clocks', 'default', 'while it runs'] {0.25}" in done.stdout


def test_only_tasks_for_which_nobody_waits_let_pages_go_first() -> None:
    waited: list[float] = []
    let_pages_go_first(waited.append)
    try:
        for name, waits in (
            ("games.tasks.watch_flags", False),
            ("games.tasks.sweep_bots", False),
            ("tournaments.tasks.sweep_board", True),
        ):
            waited.clear()
            task_prerun.send(sender=None, task=SimpleNamespace(name=name), task_id="1")
            assert bool(waited) is waits, name
    finally:
        task_prerun.disconnect(dispatch_uid="pages first")


ADDRESSES = """
import sys, django
from unittest.mock import Mock
django.setup()
from celery.signals import worker_ready
from config.celery import app

loaded = []
for queues in ({"clocks"}, {"default"}):
    consumer = Mock()
    consumer.app.amqp.queues.consume_from = queues
    worker_ready.send(sender=consumer)
    loaded.append("config.urls" in sys.modules)
print(loaded)
"""


def test_a_worker_that_sends_links_loads_all_addresses_before_it_is_ready() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-c", ADDRESSES]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1:] == ["[False, True]"], done.stdout + done.stderr
