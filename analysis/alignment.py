"""PURE. The engine's decisions beside the entries of our log, game by game, and which matches it can judge at all."""

from collections.abc import Iterator
from typing import Any

from games.engine.rules import Rules
from games.records.games import GameStep, games_of
from games.records.mat_writer import played
from games.records.replay import MatchRecord

ANSWERED = ("play", "double", "take", "drop")


class Misaligned(Exception):  # noqa: N818  # reads as what happened
    """The engine saw other plays than our log has: nothing of its answer can be trusted."""


def why_not(rules: Rules) -> str:
    """Why the engine cannot judge such a match: a code of `analysis.texts.REASONS`; empty where it can.

    It knows matches to a number of points with the cube and the Crawford rule. What would need another reading of the
    cube is left out as a whole: a number for it would only pretend.
    """
    checks = {
        "session": rules.kind != "match",
        "no_cube": not rules.cube and rules.length != 1,
        "no_crawford": rules.cube_possible and not rules.crawford,
        "holland": rules.cube_possible and rules.holland,
        "murphy": rules.cube_possible and rules.murphy_limit != 0,
        "beavers": rules.cube_possible and rules.max_beavers != 0,
        "cube_limit": rules.cube_possible and _limit_matters(rules),
        "jacoby": rules.cube_possible and rules.jacoby,
    }
    return next((code for code, applies in checks.items() if applies), "")


def _limit_matters(rules: Rules) -> bool:
    """Nobody gains by a cube above twice the points of the match, so that a higher limit changes no decision."""
    return rules.cube_cap is not None and rules.cube_cap < 2 * (rules.length or 0)


def align(
    record: MatchRecord, decisions: list[list[dict[str, Any]]], *, is_part: bool = False
) -> list[dict[str, Any]]:
    """Each decision with `seq`, the number of its entry in the log; `is_part`: of a beginning of the match. Raises Misaligned."""
    games = played(games_of(record))
    if len(games) != len(decisions) and not (is_part and len(games) > len(decisions)):
        raise Misaligned(f"{len(decisions)} games were judged, and {len(games)} were played.")
    return [
        entry
        for number, (game, judged) in enumerate(zip(games, decisions, strict=False), start=1)
        for entry in _align_game(
            number, game.steps, judged, is_part=is_part and number == len(decisions)
        )
    ]


def _align_game(
    number: int, steps: list[GameStep], judged: list[dict[str, Any]], *, is_part: bool
) -> Iterator[dict[str, Any]]:
    left = iter(judged)
    for step in steps:
        if step.word == "roll":  # rolled and never played: the game ended first
            continue
        decision = next(left, None)
        if decision is None and is_part:
            return
        if decision is None or not _is_same(step, decision):
            raise Misaligned(f"Game {number}: entry {step.entry.seq} is not what was judged.")
        yield {"seq": step.entry.seq, "game": number} | decision
    extra = next(left, None)
    if extra is not None and not (_has_unplayed_roll(steps) and _is_empty_play(extra)):
        raise Misaligned(f"Game {number}: more was judged than was played.")


def _has_unplayed_roll(steps: list[GameStep]) -> bool:
    return any(step.word == "roll" for step in steps)


def _is_empty_play(decision: dict[str, Any]) -> bool:
    """What the library makes of a roll that stands in the file without a play."""
    return decision["kind"] == "play" and not decision["counts"] and not decision["candidates"]


def _is_same(step: GameStep, decision: dict[str, Any]) -> bool:
    dice = None if step.dice is None else sorted(step.dice, reverse=True)
    return (
        step.word in ANSWERED
        and step.word == decision["kind"]
        and step.seat == decision["seat"]
        and (step.word != "play" or dice == decision["dice"])
    )
