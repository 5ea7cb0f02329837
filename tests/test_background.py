"""Celery inside the serving process (internals, pinned): it starts, works, beats and stops."""

import os
import subprocess
import sys

from tests.services.compose import ROOT

SCRIPT = """
import time, django
django.setup()
from config.celery import app
from config.background import Background

done = []

@app.task(name="tests.note")
def note(word):
    done.append((word, time.monotonic()))

app.conf.beat_schedule = {"beat": {"task": "tests.note", "schedule": 0.5, "args": ("beat",)}}
background = Background()
background.start()
for queue in ("default", "clocks"):
    note.apply_async((queue,), queue=queue)
end = time.monotonic() + 10
while len({word for word, _ in done}) < 3 and time.monotonic() < end:
    time.sleep(0.01)
sent = time.monotonic()
note.delay("prompt")
while not (took := [at - sent for word, at in done if word == "prompt"]) and time.monotonic() < end:
    time.sleep(0.005)
began = time.monotonic()
background.stop()
stopped = time.monotonic() - began
print(sorted({word for word, _ in done}), f"took {took[0]:.3f} stopped {stopped:.2f}")
assert took[0] < 0.5, took
assert stopped < 3, stopped
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
    assert "['beat', 'clocks', 'default', 'prompt']" in done.stdout
