"""How fast the rules engine answers "what can this roll become?", against two peers.

gym-backgammon (pure Python) plays the first 2,000 rows of tests/data; only its board module is
used, and it is timed for its list of plays alone, without the boards they lead to. OpenSpiel (C++)
cannot be given a position from Python, so both sides answer 2,000 positions of its own random
games; only rolls that are not doubles, which it plays in two halves.
"""

from __future__ import annotations

import gzip
import importlib
import importlib.util
import json
import random
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import harness

from games.engine import Board, legal_plays, result_boards

ROWS = 2_000
BAR = 100  # OpenSpiel's index of the bar
Asked = list[tuple[Board, tuple[int, int]]]


def main() -> int:
    quick = harness.asked_to_be_quick(
        "Legal plays per second, against gym-backgammon and OpenSpiel."
    )
    rounds = 5 if quick else 30
    missing = [
        name
        for name, compare in (
            ("gym-backgammon", against_gym_backgammon),
            ("open-spiel", against_openspiel),
        )
        if not compare(rounds)
    ]
    if missing:
        print(
            f"Not installed, so nothing to compare with: {', '.join(missing)}."
            " Run `uv sync --group bench`.",
            file=sys.stderr,
        )
    return 1 if missing else 0


def against_gym_backgammon(rounds: int) -> bool:
    rows = vector_rows()
    asked = [vector_asked(row) for row in rows]
    contestants = contestants_for(asked)
    peer = gym_board_module()
    if peer:
        games = [(gym_game(peer, row), 0, (-row["dice"][0], -row["dice"][1])) for row in rows]
        contestants["peer"] = lambda: answer(peer.Backgammon.get_valid_plays, games)
    show("all rolls", contestants, len(asked), rounds, peer="gym-backgammon")
    return peer is not None


def against_openspiel(rounds: int) -> bool:
    peer = imported("pyspiel")
    if peer:
        states = openspiel_states(peer)
        asked = [openspiel_asked(state) for state in states]
        contestants = contestants_for(asked)
        contestants["peer"] = lambda: answer(peer.State.legal_actions, [(item,) for item in states])
    else:
        asked = [vector_asked(row) for row in vector_rows() if len(set(row["dice"])) > 1]
        contestants = contestants_for(asked)
    show("non-doubles", contestants, len(asked), rounds, peer="open-spiel legal_actions()")
    return peer is not None


def vector_rows() -> list[dict[str, Any]]:
    with gzip.open(harness.ROOT / "tests" / "data" / "legal_plays.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line, _ in zip(lines, range(ROWS), strict=False)]


def vector_asked(row: dict[str, Any]) -> tuple[Board, tuple[int, int]]:
    high, low = row["dice"]
    return Board.from_points(row["pos"]), (high, low)


def contestants_for(asked: Asked) -> dict[str, Any]:
    return {
        "results": lambda: answer(result_boards, asked),
        "plays": lambda: answer(legal_plays, asked),
    }


def answer(ask: Callable[..., object], questions: Iterable[tuple[Any, ...]]) -> None:
    """Asks every question and lets go of the answer, so that nobody pays for keeping them."""
    for question in questions:
        ask(*question)


def show(what: str, contestants: dict[str, Any], rolls: int, rounds: int, *, peer: str) -> None:
    best = harness.best_seconds(contestants, rounds)
    peer_value = rolls / best["peer"] if "peer" in best else None
    for figure, label in (
        ("results", f"distinct results as boards, {what}"),
        ("plays", f"distinct results with their plays, {what}"),
    ):
        harness.report(label, rolls / best[figure], "rolls/s", peer=peer, peer_value=peer_value)


def imported(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def gym_board_module() -> ModuleType | None:
    """The board of gym-backgammon by its file: importing the package would ask for gym."""
    package = importlib.util.find_spec("gym_backgammon")
    if package is None or not package.submodule_search_locations:
        return None
    path = f"{package.submodule_search_locations[0]}/envs/backgammon.py"
    spec = importlib.util.spec_from_file_location("gym_backgammon_board", path)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gym_game(peer: ModuleType, row: dict[str, Any]) -> Any:
    """Its board with the row's position, the mover as WHITE, who moves down with negative dice."""
    game = peer.Backgammon()
    owners = {True: peer.WHITE, False: peer.BLACK}
    game.board = [(abs(n), owners[n > 0] if n else None) for n in row["pos"][1:25]]
    game.bar = [row["pos"][25], -row["pos"][0]]
    game.off = list(row["off"])
    game.players_positions = game.get_players_positions()
    return game


def openspiel_states(peer: ModuleType) -> list[Any]:
    """Positions with a roll that is not a double, from its own games of random moves."""
    game, rng = peer.load_game("backgammon"), random.Random(2)
    states: list[Any] = []
    state = game.new_initial_state()
    while len(states) < ROWS:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            if len(set(openspiel_dice(state))) > 1:
                states.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    return states


def openspiel_dice(state: Any) -> tuple[int, int]:
    high, low = str(state).split("Dice: ")[1][:2]
    return int(high), int(low)


def openspiel_asked(state: Any) -> tuple[Board, tuple[int, int]]:
    """The same position in our numbers: its player 0 moves up from 0, player 1 down from 23."""
    return openspiel_board(state, state.current_player()), openspiel_dice(state)


def openspiel_board(state: Any, me: int) -> Board:
    points = [0] * 26
    for point in range(1, 25):
        at = 24 - point if me == 0 else point - 1
        points[point] = state.board(me, at) - state.board(1 - me, at)
    points[25], points[0] = state.board(me, BAR), -state.board(1 - me, BAR)
    return Board.from_points(points)


if __name__ == "__main__":
    sys.exit(main())
