"""The bots that the engine plays: what they ask, what follows from the answers, and who plays where there is no engine."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from analysis import bot_positions
from analysis.bot_positions import STRENGTHS, Strength
from analysis.engine import bot_process, is_available
from analysis.engine.bot_process import BotProcess
from analysis.services import house_bots
from games.engine import Board, legal_plays
from games.services.bots import offered_kinds
from tests.games.bots.test_policy import FAR_AHEAD, FAR_BEHIND, START, playing
from tests.games.engine.playing import board

EXACT = Strength(1)
EVEN = {"no_double": 0.1, "double_take": -0.2, "double_drop": 1.0, "win": 0.52}
STRONG_DOUBLE = {"no_double": 0.8, "double_take": 0.9, "double_drop": 1.0, "win": 0.75}
TOO_GOOD = {"no_double": 1.2, "double_take": 1.6, "double_drop": 1.0, "win": 0.95}
CRUSHED = {"no_double": 0.9, "double_take": 1.3, "double_drop": 1.0, "win": 0.8}


class Stub:
    """Stands for the process: answers with what it was given, and keeps what it was asked."""

    def __init__(self, answer: dict[str, Any] | None) -> None:
        self.answer, self.asked = answer, list[dict[str, Any]]()

    def ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        self.asked.append(request)
        return self.answer


def with_engine(monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any] | None) -> Stub:
    stub = Stub(answer)
    monkeypatch.setattr("analysis.services.house_bots.is_available", lambda: True)
    monkeypatch.setattr("analysis.services.house_bots.process", lambda: stub)
    return stub


def test_the_best_play_is_made_and_noise_makes_others() -> None:
    equities = [0.1, 0.3, 0.29]
    assert bot_positions.chosen(equities, EXACT, Random(1)) == 1
    noisy = {bot_positions.chosen(equities, Strength(1, 0.1), Random(n)) for n in range(50)}
    assert noisy == {0, 1, 2}


@pytest.mark.parametrize(
    ("figures", "doubles", "answer"),
    [
        (EVEN, False, "take"),
        (STRONG_DOUBLE, True, "take"),
        (TOO_GOOD, False, "drop"),
        (CRUSHED, True, "drop"),
    ],
)
def test_the_cube_is_handled_by_the_three_equities(
    figures: dict[str, float], doubles: bool, answer: str
) -> None:
    assert bot_positions.doubles(figures, EXACT, Random(1)) == doubles
    decided = bot_positions.answer_to_double(figures, EXACT, Random(1), may_beaver=False)
    assert decided == answer


def test_a_double_that_gains_for_the_other_side_is_beavered() -> None:
    assert bot_positions.answer_to_double(EVEN, EXACT, Random(1), may_beaver=True) == "beaver"
    assert bot_positions.answer_to_double(CRUSHED, EXACT, Random(1), may_beaver=True) == "drop"


def test_a_resignation_is_accepted_where_playing_on_brings_no_more() -> None:
    losing = {"no_double": -1.0, "double_take": -2.0, "double_drop": 1.0}
    gammonish = {"no_double": -1.5, "double_take": -3.0, "double_drop": 1.0}
    answer = bot_positions.answer_to_resignation
    assert answer(losing, 1, ends_match=False) == "accept_resign"
    assert answer(gammonish, 1, ends_match=False) == "decline_resign"
    assert answer(gammonish, 2, ends_match=False) == "accept_resign"
    assert answer(gammonish, 1, ends_match=True) == "accept_resign"


@pytest.mark.parametrize(
    ("win", "gammon", "backgammon", "level"),
    [
        (0.01, 0.0, 0.0, None),
        (0.0, 0.0, 0.0, "single"),
        (0.0, 0.5, 0.0, None),
        (0.0, 1.0, 0.0, "gammon"),
        (0.0, 1.0, 0.5, None),
        (0.0, 1.0, 1.0, "backgammon"),
    ],
)
def test_a_bot_resigns_what_is_certain(
    win: float, gammon: float, backgammon: float, level: str | None
) -> None:
    figures = {"win": win, "gammon_loss": gammon, "backgammon_loss": backgammon}
    assert bot_positions.level_to_resign(figures) == level


def test_the_position_is_that_of_the_player_on_roll() -> None:
    match = playing(START, length=7, score=(2, 4), cube=2, owner="B")
    assert match.game
    asked = bot_positions.position(match, match.game, "A")
    assert asked["away"] == [5, 3]
    assert asked["owner"] == "opponent"
    assert (asked["cube"], asked["jacoby"], asked["beaver"]) == (2, False, False)
    assert asked["board"] == list(START.points)
    on_the_bar = board("X: 6×5; O: 0×1 20×2")
    assert bot_positions.numbers(on_the_bar)[0] == 1


def test_a_play_is_one_of_the_legal_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    plays = legal_plays(START, (6, 3))
    stub = with_engine(monkeypatch, {"equities": [float(n == 4) for n in range(len(plays))]})
    match = playing(START, dice=(6, 3))
    decided = house_bots.decide("expert", match, "A", Random(1))
    assert decided == ("play", {"moves": [[m.source, m.target] for m in plays[4].moves]})
    assert stub.asked[0]["plies"] == 1
    house_bots.decide("world_class", match, "A", Random(1))
    assert stub.asked[1]["plies"] == 2


def test_where_nothing_is_to_be_chosen_the_engine_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stub = with_engine(monkeypatch, None)
    dead_cube = playing(START, cube=2, owner="B")
    assert house_bots.decide("expert", dead_cube, "A", Random(1)) == ("roll", {})
    closed_out = playing(board("X: bar×2 6×5; O: 19×2 20×2 21×2 22×2 23×2 24×2"), dice=(6, 5))
    assert house_bots.decide("expert", closed_out, "A", Random(1)) == ("play", {"moves": []})
    assert not stub.asked


def test_without_an_answer_or_for_another_kind_the_built_in_bot_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_engine(monkeypatch, None)
    match = playing(START, dice=(6, 3))
    assert house_bots.decide("expert", match, "A", Random(1)) is None
    assert house_bots.decide("steady", match, "A", Random(1)) is None


@pytest.mark.django_db
def test_a_site_without_the_engine_offers_the_built_in_bots(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analysis.services.house_bots.is_available", lambda: False)
    assert offered_kinds() == ["random", "steady"]
    assert "Onyx" not in client.get("/play/").content.decode()
    assert client.post("/play/bot/expert/", {"length": 1, "clock": "none"}).status_code == 404
    monkeypatch.setattr("analysis.services.house_bots.is_available", lambda: True)
    assert offered_kinds() == ["random", "steady", *STRENGTHS]
    assert "Onyx" in client.get("/play/").content.decode()


@pytest.fixture
def engine() -> Iterator[BotProcess]:
    if not is_available():
        pytest.skip("the engine is not installed here")
    process = BotProcess()
    yield process
    process.close()


def question(seen: Board, dice: tuple[int, int], plies: int = 1) -> dict[str, Any]:
    match = playing(seen)
    assert match.game
    candidates = [bot_positions.numbers(play.board) for play in legal_plays(seen, dice)]
    return bot_positions.position(match, match.game, "A") | {
        "ask": "play",
        "plies": plies,
        "candidates": candidates,
    }


def test_the_engine_makes_the_point_everybody_makes(engine: BotProcess) -> None:
    for plies in (1, 2):
        answer = engine.ask(question(START, (3, 1), plies), timeout_s=60)
        assert answer
        best = bot_positions.chosen(answer["equities"], EXACT, Random(1))
        made = legal_plays(START, (3, 1))[best]
        assert sorted(made.board.points[point] for point in (5, 6, 8)) == [2, 2, 4]


def test_the_engine_sees_who_is_ahead(engine: BotProcess) -> None:
    for seen, is_ahead in ((FAR_AHEAD, True), (FAR_BEHIND, False)):
        match = playing(seen)
        assert match.game
        asked = {"ask": "cube", "plies": 1} | bot_positions.position(match, match.game, "A")
        answer = engine.ask(asked, timeout_s=60)
        assert answer
        assert (answer["win"] > 0.9) == is_ahead


def test_a_process_that_was_killed_is_begun_again(engine: BotProcess) -> None:
    assert engine.ask(question(START, (3, 1)), timeout_s=60)
    assert engine._process
    engine._process.kill()
    engine._process.wait()
    assert engine.ask(question(START, (3, 1)), timeout_s=60)


def test_a_process_that_is_silent_is_ended(
    engine: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_process, "is_readable", lambda *_args: False)
    assert engine.ask(question(START, (3, 1))) is None
    assert engine._process is None
