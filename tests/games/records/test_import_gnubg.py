"""Matches that GNU Backgammon plays against itself come in with the score it reports. Skipped where it is absent."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.records.file_replay import check
from games.records.reading import read_file
from tests.games.engine.gnubg import PROGRAM

# Runs inside gnubg: five matches and a session without looking ahead, each written in both formats.
SCRIPT = """
import gnubg, json, os
command, folder = gnubg.command, os.environ["FOLDER"]
for line in ["set confirm new off", "set confirm default yes", "set automatic game on", "set automatic roll on",
             "set automatic move on", "set automatic bearoff on", "set player 0 gnubg", "set player 1 gnubg",
             "set player 0 chequerplay evaluation plies 0", "set player 1 chequerplay evaluation plies 0",
             "set player 0 cubedecision evaluation plies 0", "set player 1 cubedecision evaluation plies 0",
             "set display off", "set rng mersenne", "set automatic doubles 0", "set jacoby on"]:
    command(line)

def write(name):
    command("export match mat %s/%s.mat" % (folder, name))
    command("save match %s/%s.sgf" % (folder, name))
    games = [game["info"] for game in gnubg.match(0, 1, 0)["games"]]
    json.dump(games, open("%s/%s.json" % (folder, name), "w"), default=str)

for length, seed in [(1, 21), (3, 22), (5, 23), (7, 24), (9, 25)]:
    command("set seed %d" % seed)
    command("new match %d" % length)
    write("match%d" % length)
command("set automatic game off")
command("set seed 26")
command("new session")
for number in range(4):
    command("play")
    if number < 3:
        command("new game")
write("session")
command("set automatic doubles 2")
for seed in range(27, 33):
    command("set seed %d" % seed)
    command("new session")
    for number in range(4):
        command("play")
        if number < 3:
            command("new game")
    write("doubled%d" % seed)
"""
NAMES = ("match1", "match3", "match5", "match7", "match9", "session")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if PROGRAM is None:
        pytest.skip("gnubg is not installed: nobody else writes match files")
    folder = tmp_path_factory.mktemp("gnubg")
    (folder / "play.py").write_text(SCRIPT)
    subprocess.run(
        [PROGRAM, "--tty", "--quiet", "--no-rc", "--python", str(folder / "play.py")],
        env={"FOLDER": str(folder), "HOME": str(folder), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        timeout=300,
        check=True,
        cwd=folder,
    )
    return folder


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format", ["mat", "sgf"])
def test_a_match_of_gnubgs_comes_in_with_its_score(played: Path, name: str, format: str) -> None:
    text = check(read_file((played / f"{name}.{format}").read_bytes()))
    games: list[dict[str, Any]] = json.loads((played / f"{name}.json").read_text())
    assert len(text.state.results) == len(games)
    for result, game in zip(text.state.results, games, strict=True):
        assert result.winner == ("A" if game["winner"] == "X" else "B")
        assert result.points == game["points-won"]
        assert result.crawford == bool(game.get("crawford"))
    last = games[-1]
    won = last["points-won"] * (1 if last["winner"] == "X" else 0), last["points-won"]
    lost = won[1] - won[0]
    assert text.state.score == (last["score-X"] + won[0], last["score-O"] + lost)
    assert os.stat(played / f"{name}.{format}").st_size < 1024 * 1024


@pytest.mark.parametrize("seed", range(27, 33))
@pytest.mark.parametrize("format", ["mat", "sgf"])
def test_a_session_with_automatic_doubles_comes_in_with_gnubgs_scores(
    played: Path, seed: int, format: str
) -> None:
    """After the last game gnubg's own figures count doubles that were not in force."""
    checked_file = check(read_file((played / f"doubled{seed}.{format}").read_bytes()))
    games: list[dict[str, Any]] = json.loads((played / f"doubled{seed}.json").read_text())
    ours = [result.score for result in checked_file.state.results]
    assert ours[:-1] == [(game["score-X"], game["score-O"]) for game in games[1:]]
