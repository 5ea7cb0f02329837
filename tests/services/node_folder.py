"""Folders of tests with packages of their own for Node.js, installed from their package-lock.json."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.services import installed
from tests.services.suite import required

NPM_CI = ["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"]


def is_current(folder: Path) -> bool:
    """Are the packages of package.json there, in these versions?"""
    wanted = json.loads((folder / "package.json").read_text())["devDependencies"]
    return all(_version(folder, name) == version for name, version in wanted.items())


def npm_ci(folder: Path) -> bool:
    npm = installed.npm()
    if npm is None:
        return False
    print(f"Installing the packages of {folder.name}/package-lock.json …", flush=True)
    done = subprocess.run([npm, *NPM_CI], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip(), flush=True)
    return done.returncode == 0


def require(folder: Path) -> None:
    """Skip (or fail, REQUIRE_SERVICES=all) the test where the packages cannot be installed."""
    if not is_current(folder) and not npm_ci(folder):
        (pytest.fail if required() else pytest.skip)(f"needs the packages of {folder.name}")


def _version(folder: Path, name: str) -> str:
    file = folder / "node_modules" / name / "package.json"
    return str(json.loads(file.read_text())["version"]) if file.exists() else ""
