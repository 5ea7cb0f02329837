"""docs/bot_engine.py: what it asks its engine about a view, and what follows."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
STEPS = {
    "start": "s",
    "ends": ["good", "bad"],
    "nodes": {"s": [[13, 9, 4, "bad", 0], [24, 20, 4, "good", 0]], "good": [], "bad": []},
}


class Engine:
    """Stands for bgsage: keeps what it was asked."""

    def __init__(self, **_settings: Any) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.cube = SimpleNamespace(equity_nd=0.5, equity_dt=0.7, equity_dp=1.0)

    def cube_action(self, board: list[int], value: int, owner: str, **score: Any) -> Any:
        self.asked.append((board, value, owner, score))
        return self.cube

    def post_move_analytics(self, board: list[int], owner: str, value: int, **score: Any) -> Any:
        self.asked.append((board, value, owner, score))
        return SimpleNamespace(cubeful_equity=board[20])


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("BARPOINT_TOKEN", "bp_x")
    monkeypatch.setattr(sys, "argv", ["bot_engine.py", "http://127.0.0.1"])
    monkeypatch.syspath_prepend(str(DOCS))
    library = ModuleType("bgsage")
    library.BgBotAnalyzer = Engine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bgsage", library)
    yield importlib.import_module("bot_engine")
    for name in ("bot_engine", "bot"):
        sys.modules.pop(name, None)


def view(waiting_for: str, seat: str = "A", **more: Any) -> dict[str, Any]:
    refused = dict.fromkeys(("ready", "nonce", "roll", "double"))
    return {
        "seat": seat, "to_act": seat, "waiting_for": waiting_for, "board": START, "steps": STEPS, "cube_note": None,
        "may": refused | {"ready": "no", "nonce": "no"}, "pips": {"A": 167, "B": 167}, "crawford": "",
        "cube": {"value": 2, "owner": "A", "offered": None}, "away": {"A": 3, "B": 5},
    } | more  # fmt: skip


def test_it_doubles_and_answers_by_the_equities(script: Any) -> None:
    assert script.decide(view("roll")) == ("double", {})
    assert script.decide(view("answer_double", "B")) == ("take", {})
    script.ENGINE.cube = SimpleNamespace(equity_nd=1.1, equity_dt=1.2, equity_dp=1.0)
    assert script.decide(view("roll")) == ("roll", {})
    assert script.decide(view("answer_double", "B")) == ("drop", {})


def test_it_judges_as_the_seat_that_may_double(script: Any) -> None:
    script.decide(view("roll"))
    script.decide(view("answer_double", "B"))
    script.decide(view("roll", "B", crawford="now"))
    own, of_the_doubler, as_b = script.ENGINE.asked
    assert own == of_the_doubler
    assert own[1:3] == (2, "player")
    assert (own[3]["away1"], own[3]["away2"], own[3]["is_crawford"]) == (3, 5, False)
    assert (as_b[2], as_b[3]["away1"], as_b[3]["is_crawford"]) == ("opponent", 5, True)


def test_it_plays_the_best_play_and_counts_bars_above_zero(script: Any) -> None:
    hit = [-1, *START[1:]]
    assert script.decide(view("play", board=hit)) == ("play", {"moves": [[24, 20]]})
    assert {asked[0][0] for asked in script.ENGINE.asked} == {1}


def test_where_it_may_not_double_it_rolls_without_asking(script: Any) -> None:
    may = view("roll")["may"] | {"double": "crawford"}
    assert script.decide(view("roll", may=may)) == ("roll", {})
    assert not script.ENGINE.asked


def test_the_rest_is_left_to_the_simple_bot(script: Any) -> None:
    assert script.decide(view("answer_resign")) == ("accept_resign", {})
    assert script.decide(view("roll", to_act="B")) is None
