"""GNU Backgammon as a second opinion: one run of it answers many cases. Needs its program, knows none of our rules."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

import pytest

PROGRAM = which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
# Runs inside gnubg, whose Python has the module of that name.
SCRIPT = """
import gnubg, json, os
SET_UP = [
    "set automatic game off", "set automatic roll off", "set automatic move off",
    "set automatic bearoff off", "set player 0 human", "set player 1 human",
    "set confirm new off", "set confirm default yes", "set beavers 9", "set cube use on",
]
for command in SET_UP:
    gnubg.command(command)
answers = []
for case in json.load(open(os.environ["CASES"])):
    for command in case["commands"]:
        gnubg.command(command)
    hint = (gnubg.hint(9999) or {}).get("hint", []) if case["plays"] else []
    answers.append({
        "id": gnubg.gnubgid(),
        "plays": [play["move"] for play in hint],
    })
json.dump(answers, open(os.environ["ANSWERS"], "w"))
"""


@dataclass(frozen=True, slots=True)
class Case:
    """Commands to give, and whether the legal plays of the roll are asked for then."""

    commands: tuple[str, ...]
    plays: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The GNUbg ID after the commands, and the plays in its notation."""

    id: str
    plays: tuple[str, ...]


def ask(cases: list[Case], folder: Path) -> list[Answer]:
    """What gnubg says to each case; the test is skipped where it is not installed."""
    if PROGRAM is None:
        pytest.skip("gnubg is not installed: its second opinion is not asked")
    script, given, answers = (folder / name for name in ("ask.py", "cases.json", "answers.json"))
    script.write_text(SCRIPT)
    given.write_text(
        json.dumps([{"commands": case.commands, "plays": case.plays} for case in cases])
    )
    subprocess.run(
        [PROGRAM, "--tty", "--quiet", "--no-rc", "--python", str(script)],
        env={"CASES": str(given), "ANSWERS": str(answers), "HOME": str(folder), "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=120,
        check=True,
        cwd=folder,
    )
    data: list[dict[str, Any]] = json.loads(answers.read_text())
    return [Answer(item["id"], tuple(item["plays"])) for item in data]
