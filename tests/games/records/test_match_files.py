"""Match files word by word: what each kind says of two matches that have everything, and what none may say."""

import json
from dataclasses import replace

import pytest

from games.engine import actions as act
from games.engine.table import Table
from games.records.games import counted, games_of
from games.records.kinds import KINDS
from games.records.mat_writer import mat
from games.records.replay import MatchRecord, replay
from games.records.sgf_writer import sgf
from tests.games.records.golden import FOLDER, RECORDS, START
from tests.games.records.matches import CLOCK, MATCHES, STYLES, record


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", RECORDS)
def test_files_are_written_as_they_were_agreed(name: str, kind: str) -> None:
    agreed = (FOLDER / f"{name}.{kind}").read_text(encoding="utf-8")
    assert KINDS[kind].write(RECORDS[name]()) == agreed


def test_a_game_that_goes_on_after_a_flag_was_undone_is_one_game() -> None:
    first, *_ = games_of(RECORDS["match"]())
    assert [step.word for step in first.steps] == ["play", "play"]
    assert first.result is not None
    assert first.result.kind == "resignation"


def test_a_game_played_again_is_in_the_words_and_not_in_the_rows() -> None:
    message = RECORDS["session"]()
    log = [(moment.action, moment.at_ms) for moment in message.entries]
    again = act.DirectorRuling("reopen", "wrong dice", replay_game=True)
    log.append((again, log[-1][1] + 1))
    reopened = replace(message, entries=tuple(replay(message.rules, None, log)))
    games = games_of(reopened)
    assert [game.replayed for game in games] == [False, False, True]
    assert len(counted(games)) == 2
    text = mat(reopened)
    assert 'Game 3 was annulled and played again; it is not in the rows below."]' in text
    assert text.count("\n Game ") == 2
    assert sgf(reopened).count("(;FF[4]") == 2
    assert "Game 3 at 0:34 (annulled and played again)" in KINDS["txt"].write(reopened)
    assert [game["annulled"] for game in json.loads(KINDS["json"].write(reopened))["games"]] == [
        False, False, True,
    ]  # fmt: skip


def test_games_of_a_session_lost_on_time_unplayed_are_counted() -> None:
    rules = RECORDS["session"]().rules
    begun = (record(4, rules, STYLES[0], steps=steps) for steps in range(8, 40))
    text = next(item for item in begun if item.end.match.to_act and games_of(item)[0].steps)
    loser = text.end.match.to_act
    assert loser is not None
    log = [(moment.action, moment.at_ms) for moment in text.entries]
    log.append((act.Flag("now", loser), START))
    lost = replace(text, entries=tuple(replay(text.rules, None, log)))
    assert [len(game.steps) > 0 for game in games_of(lost)] == [True, False, False]
    a, b = lost.end.match.score
    assert max(a, b) >= 3
    assert f" Game 2\n Ann : {a:<25}Ben : {b}\n" in mat(lost)  # the score, which no row can say
    assert sgf(lost).count("R]") == 3


def test_no_line_of_a_mat_is_longer_than_its_readers_take() -> None:
    text = RECORDS["match"]()
    long = replace(text, title="Grand Prix " * 200, names=("Ä" * 80, "x" * 80))
    assert max(len(line.encode()) for line in mat(long).split("\n")) < 1000


@pytest.mark.parametrize("kind", KINDS)
def test_a_match_nobody_has_begun_is_a_file_as_well(kind: str) -> None:
    empty = MatchRecord("none", ("Ann", ""), RECORDS["match"]().rules, None, ())
    text = KINDS[kind].write(empty)
    assert "Ann" in text
    assert text.endswith("\n")


def test_a_name_cannot_forge_a_line() -> None:
    evil = 'x\n\n Game 9\n x : 7  y : 0\n; [Note "y"]'
    text = mat(replace(RECORDS["session"](), names=(evil, "Ben")))
    assert text.count("\n Game ") == 3
    assert '"y"' not in text
    bracket = sgf(replace(RECORDS["session"](), names=("a];W[31hefe", "Ben")))
    assert "PW[a\\];W[31hefe]" in bracket


def test_json_can_be_folded_to_the_same_end() -> None:
    text = record(12, MATCHES[2], STYLES[2], clock=CLOCK, rulings=True)
    data = json.loads(KINDS["json"].write(text))
    log = [
        (act.from_json(row["kind"], row["seat"], row["payload"]), moment.at_ms)
        for row, moment in zip(data["log"], text.entries, strict=True)
    ]
    assert Table.replay(text.rules, text.clock, log) == text.end
    assert data["score"] == {"A": text.end.match.score[0], "B": text.end.match.score[1]}


def test_every_row_of_the_json_tells_the_position_after_it() -> None:
    text = record(12, MATCHES[2], STYLES[0])
    data = json.loads(KINDS["json"].write(text))
    for row, moment in zip(data["log"], text.entries, strict=True):
        game = moment.after.match.live_game
        shown = None if game is None or game.turn is None else game.board.position_id()
        assert row["position_id"] == shown
