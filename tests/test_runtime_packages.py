"""A site runs without the packages of developers: what it needs is among its own dependencies."""

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STARTED_WITHOUT = """
import json, sys
class Missing:
    absent = frozenset(json.loads(sys.argv[1]))
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
import django
django.setup()
import config.asgi, config.celery, config.embedded, config.server, config.urls, config.wsgi
"""


@pytest.mark.sqlite  # packages do not depend on the database
def test_a_site_starts_without_the_packages_of_developers() -> None:
    own = locked_dependencies()
    absent = [
        module
        for module, names in packages_distributions().items()
        if not own & {normal(name) for name in names}
    ]
    assert {"pytest", "playwright", "schemathesis"} <= set(absent)
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
    command = [sys.executable, "-c", STARTED_WITHOUT, json.dumps(absent)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def locked_dependencies() -> set[str]:
    """The packages of uv.lock that a site needs, without groups of developers."""
    packages: dict[str, list[dict[str, object]]] = {}
    for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]:
        needed = package.get("dependencies", [])
        extras = [
            name for names in package.get("optional-dependencies", {}).values() for name in names
        ]
        packages.setdefault(package["name"], []).extend([*needed, *extras])
    own, waiting = set[str](), ["barpoint"]
    while waiting:
        name = waiting.pop()
        if name not in own:
            own.add(name)
            waiting += [str(each["name"]) for each in packages.get(name, [])]
    return own


def normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
