"""GNU Backgammon reads match files: what it complained of, the score it reached, the positions it passed."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.games.engine.gnubg import PROGRAM

# Runs inside gnubg, whose Python has the module of that name. Its own words go to the terminal, one marker a file.
SCRIPT = """
import gnubg, json, os, sys
for command in ["set confirm new off", "set confirm default yes", "set automatic game off",
                "set automatic roll off", "set automatic move off", "set automatic bearoff off",
                "set player 0 human", "set player 1 human", "set display off"]:
    gnubg.command(command)
for job in json.load(open(os.environ["JOBS"])):
    gnubg.command("set jacoby " + ("on" if job["jacoby"] else "off"))
    sys.stdout.write("\\n@@@ %s\\n" % job["path"])
    sys.stdout.flush()
    gnubg.command(job["command"] + ' "' + job["path"] + '"')
    sys.stdout.write("\\n@@@ -\\n")
    sys.stdout.flush()
    gnubg.command("export match mat " + job["path"] + ".again.mat")
    gnubg.command("save match " + job["path"] + ".again.sgf")
    match = gnubg.match(0, 1, 0) or {"games": [], "match-info": {}}
    games = [{"info": game["info"], "actions": [
        {"action": action["action"], "board": action.get("board"), "dice": action.get("dice")}
        for action in game["game"] or []]} for game in match["games"] or []]
    output = {"games": games, "info": match["match-info"]}
    json.dump(output, open(job["path"] + ".json", "w"), default=str)
"""


@dataclass(frozen=True, slots=True)
class Heard:
    """`printed` is every line of its output while reading; `games` is what its Python module says of each game."""

    printed: str
    games: list[dict[str, Any]]
    info: dict[str, Any]

    @property
    def score(self) -> tuple[int, int]:
        """Where gnubg's own sum ends: the score its last game began with and what that one added."""
        if not self.games:
            return 0, 0
        last = self.games[-1]["info"]
        won = last.get("points-won") or 0
        a, b = last["score-X"], last["score-O"]
        return (
            (a + won, b) if last.get("winner") == "X" else (a, b + won if last.get("winner") else b)
        )


def read(files: dict[str, tuple[str, bool]], folder: Path) -> dict[str, Heard]:
    """Let gnubg read files by name (.mat or .sgf): their text, and whether Jacoby is set. Skips where it is absent."""
    if PROGRAM is None:
        pytest.skip("gnubg is not installed: nobody else reads the match files")
    jobs = []
    for name, (text, jacoby) in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        command = "import mat" if name.endswith(".mat") else "load match"
        jobs.append({"path": str(folder / name), "command": command, "jacoby": jacoby})
    (folder / "read.py").write_text(SCRIPT)
    (folder / "jobs.json").write_text(json.dumps(jobs))
    done = subprocess.run(
        [PROGRAM, "--tty", "--quiet", "--no-rc", "--python", str(folder / "read.py")],
        env={"JOBS": str(folder / "jobs.json"), "HOME": str(folder), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=True,
        cwd=folder,
    )
    parts = done.stdout.decode(errors="replace").split("\n@@@ ")[1:]
    values = {part.split("\n", 1)[0].rsplit("/", 1)[-1]: part.split("\n", 1)[1] for part in parts}
    heard = {}
    for name in files:
        data = json.loads((folder / f"{name}.json").read_text())
        heard[name] = Heard(values[name].strip(), data["games"], data["info"])
    return heard
