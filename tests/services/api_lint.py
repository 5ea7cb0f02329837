"""The description of the API against the recommended rules of Redocly, installed from tests/api_lint/package-lock.json."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.services import installed, node_folder
from tests.services.suite import required

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "api_lint"
REDOCLY = FOLDER / "node_modules" / "@redocly" / "cli"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}


def passes() -> bool:
    """Where Node.js or the package is missing, a sentence, and False only where they are required."""
    node = installed.node()
    if node is None:
        return _skipped("Node.js is not installed")
    if not node_folder.is_current(FOLDER) and not node_folder.npm_ci(FOLDER):
        return _skipped("npm could not install the package of tests/api_lint/package-lock.json")
    began = time.monotonic()
    problems = _problems(node)
    print(
        f"{'FAIL' if problems else 'ok  '} API lint ({time.monotonic() - began:.1f} s)", flush=True
    )
    if problems:
        print(problems, flush=True)
    return not problems


def _problems(node: str) -> str:
    """What is wrong, as text; empty where nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "openapi.json"
        write = ["manage.py", "spectacular", "--fail-on-warn", "--format", "openapi-json", "--file"]
        settings = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        made = subprocess.run(
            [sys.executable, *write, str(schema)], cwd=ROOT, env=settings, capture_output=True, text=True
        )  # fmt: skip
        if made.returncode:
            return made.stdout + made.stderr
        lint = [node, str(REDOCLY / "bin" / "cli.js"), "lint", str(schema)]
        lint += ["--config", str(FOLDER / "redocly.yaml"), "--format", "stylish"]
        done = subprocess.run(
            lint, cwd=FOLDER, env={**os.environ, **QUIET}, capture_output=True, text=True
        )
    return done.stdout + done.stderr if done.returncode else ""


def _skipped(why: str) -> bool:
    print(f"{'FAIL' if required() else 'skip'} API lint: {why}", flush=True)
    return not required()
