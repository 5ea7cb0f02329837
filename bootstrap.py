#!/usr/bin/env python3
"""From a fresh clone to a running site or test run: `python3 bootstrap.py run|install|test|test-all|check|messages|bench|release`.

Needs Python 3.11 and nothing else; makes .venv, puts uv into it, installs the committed lock, starts.
Read by old Pythons too (to say that they are too old), so no new syntax here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
TOOLS = VENV / "tools"  # uv lives here, apart from the packages it installs
UV_VERSION = "0.13.8"
OLDEST = (3, 11)
GROUPS = {
    "run": ["--no-dev"],
    "install": ["--no-dev"],
    "test": [],
    "test-all": [],
    "check": [],
    "messages": [],
    "bench": ["--group", "bench"],
    "release": [],
}


def main() -> None:
    os.chdir(str(ROOT))
    what = sys.argv[1] if len(sys.argv) == 2 else ""
    if what not in GROUPS:
        sys.exit("Usage: python3 bootstrap.py " + "|".join(GROUPS))
    use_a_new_enough_python(what)
    install(what)
    compile_translations()
    {"run": run, "install": installed, "bench": bench}.get(what, lambda: for_tests(what))()


def use_a_new_enough_python(what: str) -> None:
    """Too old? Start again with a newer one on the PATH, or say what is missing."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(15, OLDEST[1] - 1, -1):
        newer = shutil.which("python3." + str(minor))
        if newer and works(newer):
            os.execv(newer, [newer, "bootstrap.py", what])
    sys.exit(
        "Barpoint needs Python 3.11 or newer; this is "
        + sys.version.split()[0]
        + ". Install python3.11 (with its venv module) and run this again."
    )


def works(python: str) -> bool:
    """A name on the PATH may be a shim that leads nowhere."""
    return subprocess.call([python, "-c", "pass"], stderr=subprocess.DEVNULL) == 0


def install(what: str) -> None:
    """Make .venv equal to uv.lock; nothing is asked of the network when it already is."""
    wanted = stamp()
    kept = VENV / "stamp"
    done = kept.read_text().split() if kept.exists() else []
    if done[:1] == [wanted] and what in done[1:]:
        return
    make_venv()
    say("Installing the locked packages into .venv …")
    if not (sync(GROUPS[what]) or sync(GROUPS[what]) or by_pip(GROUPS[what])):
        sys.exit("Could not install the packages of uv.lock: is the package index reachable?")
    kept.write_text(" ".join([wanted, *[name for name in GROUPS if covers(what, name)]]))


def covers(done: str, asked: str) -> bool:
    """What is installed for the tests is enough to run, what is installed to measure for both."""
    return (len(GROUPS[asked]) == 0 and done not in ("run", "install")) or asked in (
        "run",
        "install",
        done,
    )


def stamp() -> str:
    """What the environment depends on: the lock, this Python, where we are."""
    parts = [(ROOT / "uv.lock").read_bytes(), sys.version.encode(), str(ROOT).encode()]
    return hashlib.sha256(b"|".join(parts)).hexdigest()


def make_venv() -> None:
    if not ((VENV / "bin" / "python").exists() and works(python())):
        say("Making a virtual environment in .venv …")
        shutil.rmtree(str(VENV), ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", str(VENV)], stdout=subprocess.DEVNULL):
            shutil.rmtree(str(VENV), ignore_errors=True)
            sys.exit(
                "This Python cannot make virtual environments (its venv or ensurepip is missing).\n"
                f"On Debian or Ubuntu: apt install python3-venv (or python3.{sys.version_info[1]}-venv)"
            )
    if not (TOOLS / "bin" / "uv").exists():
        pip = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.call([*pip, "--target", str(TOOLS), "uv==" + UV_VERSION]):
            sys.exit("Could not get uv from the package index: is the network up?")


def environment(**more: str) -> dict[str, str]:
    return dict(os.environ, UV_SYSTEM_CERTS="1", UV_PROJECT_ENVIRONMENT=str(VENV), **more)


def sync(groups: list[str]) -> bool:
    command = [str(TOOLS / "bin" / "uv"), "sync", "--frozen", "--inexact", "--quiet"]
    command += ["--python", str(VENV / "bin" / "python"), *groups]
    return subprocess.call(command, env=environment()) == 0


def by_pip(groups: list[str]) -> bool:
    """Behind a mirror that only pip is configured for: the same versions, the same hashes."""
    say("uv could not install them; trying pip with its own configuration …")
    command = [str(TOOLS / "bin" / "uv"), "export", "--frozen", "--quiet", "--offline"]
    wanted = subprocess.run(
        [*command, "--no-emit-project", *groups],
        env=environment(),
        check=False,
        stdout=subprocess.PIPE,
    )
    listed = VENV / "requirements.txt"
    listed.write_bytes(wanted.stdout)
    pip = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return wanted.returncode == 0 and subprocess.call([*pip, "-r", str(listed)]) == 0


def python() -> str:
    return str(VENV / "bin" / "python")


def say(sentence: str) -> None:
    print(sentence, flush=True)


def compile_translations() -> None:
    """Those that have changed; the site offers a language once its texts are there."""
    if subprocess.call([python(), "-m", "config.catalogues"], stdout=subprocess.DEVNULL):
        sys.exit("The translations in locale/ cannot be compiled; see above.")


def run() -> None:
    """The whole site in this very process, so that Ctrl-C and kill reach it."""
    given = {name: value for name, value in os.environ.items() if value}
    os.execve(python(), [python(), "-m", "config.embedded"], given)


def installed() -> None:
    """For a site that is started by other means (docs/systemd.md)."""
    say("The packages and the translations of Barpoint are in place.")


def for_tests(what: str) -> None:
    part = {"test": "quick", "test-all": "all"}.get(what, what)
    sys.exit(subprocess.call([python(), "-m", "tests.services", part]))


DRILLS = {
    "attack",
    "crash",
    "crash_events",
    "live_start",
    "malformed_bodies",
    "quiet_room",
    "races",
    "redis_faults",
    "scale",
    "soak",
    "web_caches",
}


def bench() -> None:
    """The figures of docs/performance.md. Drills are run by name: each takes the machine for itself, some for half an hour."""
    for script in sorted((ROOT / "benchmarks").glob("[a-z]*.py")):
        if script.stem in DRILLS or "import harness" not in script.read_text(encoding="utf-8"):
            continue  # a part of one of the others
        if subprocess.call([python(), str(script)]):
            sys.exit(f"{script.name} failed.")


if __name__ == "__main__":
    main()
