"""A match state as compact JSON and back, exactly: the column that is read instead of folding the log.

It trusts what it reads (the server wrote it); keys are short words because one is stored per action.
"""

from functools import lru_cache
from typing import Any

from games.engine.board import Board
from games.engine.game import GameState, LastPlay
from games.engine.outcome import GameResult, MatchOutcome
from games.engine.rules import Rules
from games.engine.state import MatchState


def to_json(state: MatchState) -> dict[str, Any]:
    outcome = state.outcome
    asked: dict[str, Any] = (
        {"ending": [state.last_game, *state.end_asked]} if _is_ending(state) else {}
    )
    shared: dict[str, Any] = {"shared": [state.shared, state.game_rolls]} if state.shared else {}
    return (
        asked
        | shared
        | {
            "rules": _rules_to_json(state.rules),
            "score": list(state.score),
            "crawford": state.crawford,
            "game_no": state.game_no,
            "phase": state.phase,
            "paused": state.paused,
            "ready": list(state.ready),
            "hashes": list(state.nonce_hashes),
            "nonces": list(state.nonces),
            "nonce_status": list(state.nonce_status),
            "epoch": [state.epoch, state.commitment, state.sealed],
            "throws": state.rolls,
            "game": None if state.game is None else _game_to_json(state.game),
            "results": [_result_to_json(result) for result in state.results],
            "outcome": None if outcome is None else [outcome.winner, outcome.reason],
        }
    )


def from_json(data: dict[str, Any]) -> MatchState:
    epoch, commitment, sealed = data["epoch"]
    outcome = data["outcome"]
    last_game, *end_asked = data.get("ending", (False, False, False))
    shared, game_rolls = data.get("shared", ("", 0))
    return MatchState(
        rules=_rules(tuple(data["rules"].items())),
        score=tuple(data["score"]),
        crawford=data["crawford"],
        game_no=data["game_no"],
        phase=data["phase"],
        paused=data["paused"],
        ready=tuple(data["ready"]),
        nonce_hashes=tuple(data["hashes"]),
        nonces=tuple(data["nonces"]),
        nonce_status=tuple(data["nonce_status"]),
        epoch=epoch,
        commitment=commitment,
        sealed=sealed,
        rolls=data["throws"],
        game=None if data["game"] is None else _game_from_json(data["game"]),
        results=tuple([_result_from_json(result) for result in data["results"]]),
        outcome=None if outcome is None else MatchOutcome(*outcome),
        last_game=last_game,
        end_asked=(end_asked[0], end_asked[1]),
        shared=shared,
        game_rolls=game_rolls,
    )


def _is_ending(state: MatchState) -> bool:
    """Has a player asked to end an open-ended session? Other snapshots keep the shape they always had."""
    return state.last_game or any(state.end_asked)


@lru_cache(maxsize=256)
def _rules(options: tuple[tuple[str, Any], ...]) -> Rules:
    return Rules.from_json(dict(options))


@lru_cache(maxsize=256)
def _rules_items(rules: Rules) -> tuple[tuple[str, Any], ...]:
    return tuple(rules.to_json().items())


def _rules_to_json(rules: Rules) -> dict[str, Any]:
    return dict(_rules_items(rules))


def _game_to_json(game: GameState) -> dict[str, Any]:
    last = game.last
    awaits: dict[str, Any] = {"awaits_dice": True} if game.awaits_dice else {}
    return awaits | {
        "board": game.board.squares.hex(),
        "turn": game.turn,
        "dice": None if game.dice is None else list(game.dice),
        "cube": [game.cube, game.owner, game.offered, game.beaver_level],
        "resign": [game.resign_offer, game.declined_level],
        "turns": list(game.turns),
        "ties": game.ties,
        "crawford": game.crawford,
        "over": game.over,
        "last": None
        if last is None
        else [last.seat, list(last.dice), [list(move) for move in last.moves]],
    }


def _game_from_json(data: dict[str, Any]) -> GameState:
    cube, owner, offered, beaver_level = data["cube"]
    resign_offer, declined_level = data["resign"]
    dice, last = data["dice"], data["last"]
    return GameState(
        board=Board.from_bytes(bytes.fromhex(data["board"]), "little"),
        turn=data["turn"],
        dice=None if dice is None else (dice[0], dice[1]),
        cube=cube,
        owner=owner,
        offered=offered,
        beaver_level=beaver_level,
        resign_offer=resign_offer,
        declined_level=declined_level,
        turns=tuple(data["turns"]),
        ties=data["ties"],
        crawford=data["crawford"],
        over=data["over"],
        last=None
        if last is None
        else LastPlay(last[0], tuple(last[1]), tuple([tuple(move) for move in last[2]])),
        awaits_dice=data.get("awaits_dice", False),
    )


def _result_to_json(result: GameResult) -> list[Any]:
    return [
        result.winner,
        result.kind,
        result.level,
        result.points,
        result.cube,
        result.crawford,
        result.game,
        list(result.score),
    ]


def _result_from_json(data: list[Any]) -> GameResult:
    winner, kind, level, points, cube, crawford, game, score = data
    return GameResult(winner, kind, level, points, cube, crawford, game, tuple(score))
