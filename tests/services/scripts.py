"""The types of the scripts (static/js): TypeScript, installed from package-lock.json into node_modules."""

import json
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.services import installed
from tests.services.suite import required

ROOT = Path(__file__).resolve().parent.parent.parent
LOCK = ROOT / "package-lock.json"
MODULES = ROOT / "node_modules"
TSC = MODULES / "typescript" / "bin" / "tsc"
NPM_CI = ["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"]


def passes() -> bool:
    """`tsc --noEmit`; where Node.js or the packages are missing, a sentence, and False only where they are required."""
    installed.install("node", "npm")
    node = installed.node()
    if node is None:
        return _skipped("Node.js is not installed")
    if not is_current() and not _npm_ci():
        return _skipped("npm could not install the packages of package-lock.json")
    began = time.monotonic()
    done = subprocess.run([node, str(TSC), "--noEmit"], cwd=ROOT, capture_output=True, text=True)
    good = done.returncode == 0
    print(f"{'ok  ' if good else 'FAIL'} tsc ({time.monotonic() - began:.1f} s)", flush=True)
    if not good:
        print((done.stdout + done.stderr).strip(), flush=True)
    return good


def is_current() -> bool:
    """Whether node_modules holds what package-lock.json names; npm writes down what it has installed."""
    written = MODULES / ".package-lock.json"
    return TSC.exists() and written.exists() and _locked(written) == _locked(LOCK)


def _locked(path: Path) -> dict[str, str]:
    """The checksum of each package; the first entry of package-lock.json, without a name, is this project."""
    packages: dict[str, Any] = json.loads(path.read_text())["packages"]
    return {name: package["integrity"] for name, package in packages.items() if name}


def _npm_ci() -> bool:
    npm = installed.npm()
    if npm is None:
        return False
    print("Installing the packages of package-lock.json into node_modules …", flush=True)
    done = subprocess.run([npm, *NPM_CI], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip(), flush=True)
    return done.returncode == 0


def _skipped(why: str) -> bool:
    print(f"{'FAIL' if required() else 'skip'} tsc: {why}", flush=True)
    return not required()
