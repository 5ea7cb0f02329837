"""The static checks of CI, all of them even when one fails."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.services import api_lint, names, scripts, supply_chain, terms, texts, translations

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
LOCALE = ROOT / "locale"
LANGUAGES = ("en", "et", "pl", "fi", "sr")
MESSAGES = ["makemessages", "--no-location", "--no-wrap", "--no-obsolete"]
IGNORED = (".venv", "var", "tests", "node_modules", "benchmarks", "collected", "static/vendor")

CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "djlint": ["djlint", "--lint", "--quiet", "templates"],
    "import contracts": ["lint-imports"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
    "deploy check": ["python", "manage.py", "check"],
}


def run() -> int:
    failed = [name for name, command in CHECKS.items() if not _passes(name, command)]
    failed += [name for name, is_passed in OTHERS.items() if not is_passed()]
    if os.environ.get("CI") and not supply_chain.passes(_environment()):
        failed.append("dependencies")
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll static checks passed.")
    return int(bool(failed))


def _passes(name: str, command: list[str]) -> bool:
    began = time.monotonic()
    program = [str(BIN / command[0]), *command[1:]]
    done = subprocess.run(program, cwd=ROOT, env=_environment(), capture_output=True, text=True)
    good = done.returncode == 0
    print(f"{'ok  ' if good else 'FAIL'} {name} ({time.monotonic() - began:.1f} s)", flush=True)
    if not good:
        print((done.stdout + done.stderr).strip(), flush=True)
    return good


def _environment() -> dict[str, str]:
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "DJANGO_SETTINGS_MODULE": "tests.settings"}


def write_messages() -> int:
    """Collect every visible string of Python, templates and scripts into locale/ (`make messages`)."""
    before = _messages(with_date=True)
    for language in LANGUAGES:
        (LOCALE / language / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    code = max(_collect(domain) for domain in ("django", "djangojs"))
    for path, text in _messages(with_date=True).items():
        if path in before and _undated(text) == _undated(before[path]):
            path.write_text(before[path])
    return code


def _collect(domain: str) -> int:
    command = [str(BIN / "python"), "manage.py", *MESSAGES, "--domain", domain]
    for language in LANGUAGES:
        command += ["--locale", language]
    for folder in IGNORED:
        command += ["--ignore", f"{folder}/*"]
    return subprocess.call(command, cwd=ROOT, env=_environment(), stdout=subprocess.DEVNULL)


def messages_are_current() -> bool:
    """The committed catalogues are what makemessages writes now (they are left as it found them)."""
    before = _messages(with_date=True)
    code = write_messages()
    current = _messages(with_date=False) == {p: _undated(t) for p, t in before.items()}
    for path, text in before.items():
        path.write_text(text)
    good = code == 0 and current
    print(f"{'ok  ' if good else 'FAIL'} messages{'' if good else ': run `make messages`'}")
    return good


def _messages(*, with_date: bool) -> dict[Path, str]:
    texts = {path: path.read_text() for path in sorted(LOCALE.rglob("*.po"))}
    return texts if with_date else {path: _undated(text) for path, text in texts.items()}


def _undated(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "POT-Creation-Date" not in line)


OTHERS: dict[str, Callable[[], bool]] = {
    "tsc": scripts.passes,
    "API lint": api_lint.passes,
    "names": names.passes,
    "messages": messages_are_current,
    "voice": lambda: texts.passes(LOCALE),
    "translations": lambda: translations.passes(LOCALE),
    "terms": lambda: terms.passes(LOCALE),
}
"""The checks that are functions, in their order."""
