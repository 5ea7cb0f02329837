"""PURE. A judged decision of a match as a position to solve: a few choices, one of them best. Nobody is named.

The player who decides sits at the bottom. The same decision has the same choices in the same order on the same day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Literal, TypedDict

from analysis.position_reading import GamePosition, read_position
from games.engine.errors import RulesError

MOST_CHOICES = 4
CLEAR = 0.02
"""The best choice is better than every other one by at least so much: no position has two solutions."""


class QuizChoice(TypedDict):
    """`action` is a play in the usual notation, `take` or `drop`; `loss` is the equity it gives away, 0 for the best one."""

    action: str
    equity: float
    loss: float


class Quiz(TypedDict):
    """`decision` is `play` or `answer`, as in position_answers.py."""

    xgid: str
    decision: str
    choices: list[QuizChoice]


def suited(decisions: Iterable[Mapping[str, Any]], salt: str) -> list[Mapping[str, Any]]:
    """The decisions that are worth a thought, in an order that `salt` makes: counted, with one clear solution."""
    rows = [row for row in decisions if row["counts"] and _is_clear(choices_of(row))]
    return sorted(rows, key=lambda row: _digest(f"{salt} {row['seq']}"))


def choices_of(decision: Mapping[str, Any]) -> list[QuizChoice]:
    """The best one first; none where there is nothing to choose."""
    cube = decision["cube"]
    if decision["kind"] in ("take", "drop") and cube:
        equities = {"take": -cube["double_take"], "drop": -cube["double_drop"]}
    else:
        equities = _plays(decision["candidates"])
    best = max(equities.values(), default=0.0)
    return [
        QuizChoice(action=action, equity=round(equity, 4), loss=round(best - equity, 4))
        for action, equity in sorted(equities.items(), key=lambda item: -item[1])
    ]


def quiz_of(decision: Mapping[str, Any], xgid: str, salt: str) -> Quiz | None:
    """The position to solve; None where the position cannot be shown. `xgid` is the position before the decision."""
    try:
        position = read_position(xgid)
    except RulesError:
        return None
    is_answer = decision["kind"] in ("take", "drop")
    if is_answer != position.is_doubled or is_answer == (position.dice is not None):
        return None
    choices = choices_of(decision)
    if not is_answer:
        choices.sort(key=lambda choice: _digest(f"{salt} {choice['action']}"))
    return Quiz(
        xgid=str(turned(position).xgid),
        decision="answer" if is_answer else "play",
        choices=choices if not is_answer else sorted(choices, key=lambda choice: choice["action"] != "take"),
    )  # fmt: skip


def turned(position: GamePosition) -> GamePosition:
    """The same position with the player who decides at the bottom."""
    if position.decides == "A":
        return position
    xgid = position.xgid
    owners: dict[int, Literal[0, 1, -1]] = {0: 0, 1: -1, -1: 1}
    other_way = replace(
        xgid,
        board=xgid.board.flipped(),
        owner=owners[xgid.owner],
        turn=-1 if xgid.turn == 1 else 1,
        score_bottom=xgid.score_top,
        score_top=xgid.score_bottom,
    )
    return GamePosition(other_way, position.board)


def _plays(candidates: list[Mapping[str, Any]]) -> dict[str, float]:
    """The best ones; the play that was made is among them."""
    shown = candidates[:MOST_CHOICES]
    made = next((row for row in candidates if row["played"]), None)
    if made is not None and made not in shown:
        shown = [*shown[:-1], made]
    return {row["play"]: row["equity"] for row in shown if row["play"]}


def _is_clear(choices: list[QuizChoice]) -> bool:
    return len(choices) > 1 and choices[1]["loss"] >= CLEAR


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
