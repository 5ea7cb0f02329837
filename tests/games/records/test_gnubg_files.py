"""GNU Backgammon reads every match file without a word of complaint and reaches the same score and positions."""

import re
from pathlib import Path

import pytest

from games.engine import actions as act
from games.engine.rules import Rules
from games.records.games import counted, games_of
from games.records.mat_writer import mat
from games.records.replay import MatchRecord
from games.records.sgf_writer import sgf
from tests.games.records.gnubg_files import Heard, read
from tests.games.records.golden import RECORDS
from tests.games.records.matches import CLOCK, MATCHES, SESSIONS, STYLES, record, with_more

ODD_NAMES = ("Jürgen [:\\] O'Neil, 5", "Анна Мария Каск / Юхан\nТамм-Петров")
# What it prints of a file it has read: the board, and that a file ends before a game.
ORDINARY = re.compile(r"\s*([|+^v]|GNU Backgammon  Position ID|Match ID|No game in progress\.|$)")


def complaints(heard: Heard) -> list[str]:
    return [line for line in heard.printed.split("\n") if not ORDINARY.match(line)]


def cannot_be_said(record: MatchRecord, kind: str) -> bool:
    """A match whose last points a ruling gave; in .mat also one whose last game was given up before a roll."""
    end, games = record.end.match, counted(games_of(record))
    unrolled = kind == "mat" and bool(games) and not games[-1].steps
    decreed = any(result.kind == "ruling" for result in end.results[-1:])
    return end.outcome is not None and (unrolled or decreed or end.outcome.reason == "ruling")


def positions(record: MatchRecord) -> list[list[str]]:
    """The Position IDs before each play, game by game."""
    return [
        [
            step.entry.before.match.game.board.position_id()  # type: ignore[union-attr]
            for step in game.steps
            if step.word == "play"
        ]
        for game in counted(games_of(record))
    ]


def heard_positions(heard: Heard) -> list[list[str]]:
    return [
        [item["board"] for item in game["actions"] if item["action"] == "move"]
        for game in heard.games
    ]


def both_files(records: dict[str, MatchRecord], folder: Path) -> dict[str, Heard]:
    files = {}
    for name, item in records.items():
        files[f"{name}.mat"] = (mat(item), item.rules.jacoby)
        files[f"{name}.sgf"] = (sgf(item), item.rules.jacoby)
    return read(files, folder)


@pytest.mark.parametrize("rulings", [False, True], ids=["as played", "with rulings"])
def test_gnubg_reads_matches_of_every_kind_and_reaches_the_same_score(
    tmp_path: Path, rulings: bool
) -> None:
    values = {
        f"m{rule}-{style}-{seed}": record(
            1000 * rule + 10 * style + seed,
            rules,
            STYLES[style],
            rulings=rulings,
            clock=CLOCK if seed else None,
        )
        for rule, rules in enumerate(MATCHES + SESSIONS)
        for style in range(len(STYLES))
        for seed in range(2)
    }
    heard = both_files(values, tmp_path)
    for name, item in values.items():
        for kind in ("mat", "sgf"):
            text = heard[f"{name}.{kind}"]
            assert complaints(text) == [], f"{name}.{kind}"
            if not cannot_be_said(item, kind):
                assert text.score == item.end.match.score, f"{name}.{kind}"
        passed = heard_positions(heard[f"{name}.sgf"])
        assert passed[: len(positions(item))] == positions(item), name


def test_gnubg_reads_a_match_that_is_still_being_played(tmp_path: Path) -> None:
    values = {
        f"s{steps}": record(5, rules, STYLES[2], steps=steps)
        for steps, rules in zip(range(7, 200, 9), 3 * (MATCHES + SESSIONS), strict=False)
    }
    for name, text in both_files(values, tmp_path).items():
        assert complaints(text) == [], name
        assert text.score == values[name[:-4]].end.match.score, name


def test_gnubg_writes_the_plays_it_read(tmp_path: Path) -> None:
    """Its own .mat, written after reading ours, has the same rows."""
    values = {f"r{n}": record(n, MATCHES[n % 4], STYLES[0]) for n in range(8)}
    both_files(values, tmp_path)
    for name, item in values.items():
        again = (tmp_path / f"{name}.mat.again.mat").read_text()
        assert rows(again) == rows(mat(item)), name


def rows(text: str) -> list[list[str]]:
    """The numbered rows, game by game, the moves of a row in no order, without who won."""
    games = re.split(r"\n Game \d+\n", text)[1:]
    return [
        [
            " ".join(sorted(line.split("Wins")[0].split()))
            for line in game.split("\n")
            if ")" in line[:5]
        ]
        for game in games
    ]


def test_gnubg_is_not_led_astray_by_names(tmp_path: Path) -> None:
    message = record(3, MATCHES[1], STYLES[0], names=ODD_NAMES)
    heard = both_files({"odd": message}, tmp_path)
    for name, text in heard.items():
        assert complaints(text) == [], name
        assert text.score == message.end.match.score, name
    assert heard["odd.mat"].info["X"]["name"] == "Jürgen [;\\] O'Neil; 5"
    assert heard["odd.mat"].info["O"]["name"] == "Анна Мария Каск /"


def cut_short(rules: Rules, seed: int) -> dict[str, MatchRecord]:
    """Matches that ended otherwise than by play, each from the middle of a game."""
    begun = (record(seed, rules, STYLES[0], steps=n, clock=CLOCK) for n in range(30, 90))
    text = next(item for item in begun if item.end.match.to_act)
    seat = text.end.match.to_act
    assert seat is not None
    ends: dict[str, tuple[act.Action, ...]] = {
        "flag": (act.Flag("now", seat),),
        "forfeit": (act.Forfeit((seat,), "left"),),
        "double-forfeit": (act.Forfeit(("A", "B"), "absent"),),
        "concede": (act.Concede(seat),),
        "void": (act.DirectorRuling("void", "power cut"),),
        "reopened": (act.Flag("now", seat), act.DirectorRuling("reopen", by="Dora")),
    }
    cut = {name: with_more(text, *more) for name, more in ends.items()}
    finished = record(seed, rules, STYLES[0])
    cut["again"] = with_more(
        finished, act.DirectorRuling("reopen", "loaded dice", replay_game=True)
    )
    return cut


def test_gnubg_reads_matches_that_were_cut_short(tmp_path: Path) -> None:
    values = {
        f"{name}-{number}": item
        for number, rules in enumerate((MATCHES[2], MATCHES[3], SESSIONS[0], SESSIONS[2]))
        for name, item in cut_short(rules, 40 + number).items()
    } | {name: make() for name, make in RECORDS.items()}
    for name, text in both_files(values, tmp_path).items():
        assert complaints(text) == [], name
        assert text.score == values[name[:-4]].end.match.score, name
