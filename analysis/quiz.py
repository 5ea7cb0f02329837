"""PURE. A judged decision of a match as a position to solve: a few choices, one of them best. Nobody is named.

The player who decides sits at the bottom. The same decision with the same salt has the same choices in the same order.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal, TypedDict

from analysis.position_reading import GamePosition, read_position
from games.engine.errors import RulesError

MOST_CHOICES = 4
CLEAR = 0.02
"""The best choice of a position of the day is better than every other one by at least so much. A choice that costs less is no error."""
NO_DICE = "00"


class QuizChoice(TypedDict):
    """`action` is a play in the usual notation, or `double`, `no_double`, `take`, `drop`.

    `loss` is the equity it gives away, 0 for the best one.
    """

    action: str
    equity: float
    loss: float


class Quiz(TypedDict):
    """`decision` is `play`, `double` or `answer`, as in position_answers.py."""

    xgid: str
    decision: str
    choices: list[QuizChoice]


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to decide at a judged entry of the log. `ask` is as `decision` of a quiz.

    A play has two where the player could have doubled before the roll. Beavers are never asked: such matches are not judged.
    """

    ask: str
    row: Mapping[str, Any]

    @property
    def seq(self) -> int:
        return int(self.row["seq"])

    @property
    def counts(self) -> bool:
        """Is it a real decision? A missed double is one also where the library leaves it out of the PR: the review lists it."""
        if self.ask == "double" and self.row["kind"] == "play":
            cube = self.row["cube"]
            return bool(cube["counts"]) or cube["error"] >= CLEAR
        return bool(self.row["counts"])

    @property
    def error(self) -> float:
        """Equity that the player lost here, at least 0."""
        at_the_cube = self.ask == "double" and self.row["kind"] == "play"
        return float((self.row["cube"] if at_the_cube else self.row)["error"])

    @property
    def made(self) -> str:
        """The action that was chosen in the match; empty where it is not known."""
        kind: str = self.row["kind"]
        if self.ask == "double":
            return "no_double" if kind == "play" else "double"
        if self.ask == "answer":
            return kind
        return next((row["play"] for row in self.row["candidates"] if row["played"]), "")


def is_solved(loss: float) -> bool:
    """Is a choice with this loss right? One that costs less than any error of the review is."""
    return loss < CLEAR


def questions_of(decisions: Iterable[Mapping[str, Any]]) -> Iterator[Question]:
    """What there was to decide, in order."""
    for row in decisions:
        kind, cube = row["kind"], row["cube"]
        if cube and kind in ("play", "double"):
            yield Question("double", row)
        if kind == "play":
            yield Question("play", row)
        elif cube and kind in ("take", "drop"):
            yield Question("answer", row)


def suited(
    decisions: Iterable[Mapping[str, Any]], salt: str, *, cube_first: bool = False
) -> list[Question]:
    """The questions that are worth a thought, in an order that `salt` makes: counted, with one clear solution."""
    rows = [item for item in questions_of(decisions) if item.counts and _is_clear(choices_of(item))]
    return sorted(
        rows,
        key=lambda item: (
            (item.ask == "play") == cube_first,
            _digest(f"{salt} {item.seq} {item.ask}"),
        ),
    )


def choices_of(question: Question, most: int = MOST_CHOICES) -> list[QuizChoice]:
    """The best one first; none where there is nothing to choose. `most` bounds plays."""
    cube = question.row["cube"]
    if question.ask == "play":
        equities = _plays(question.row["candidates"], most)
    elif question.ask == "answer":
        equities = {"take": -cube["double_take"], "drop": -cube["double_drop"]}
    else:
        answered = min(cube["double_take"], cube["double_drop"])
        equities = {"double": answered, "no_double": cube["no_double"]}
    best = max(equities.values(), default=0.0)
    return [
        QuizChoice(action=action, equity=round(equity, 4), loss=round(best - equity, 4))
        for action, equity in sorted(equities.items(), key=lambda item: -item[1])
    ]


def quiz_of(question: Question, xgid: str, salt: str, most: int = MOST_CHOICES) -> Quiz | None:
    """The position to solve; None where the position does not fit. `xgid` is the position before the entry of the log."""
    try:
        position = read_position(xgid)
    except RulesError:
        return None
    if question.ask == "double" and question.row["kind"] == "play":
        position = _before_roll(position)
    if _asked_in(position) != question.ask:
        return None
    choices = choices_of(question, most)
    if question.ask == "play":
        choices.sort(key=lambda choice: _digest(f"{salt} {choice['action']}"))
    else:
        choices.sort(key=lambda choice: choice["action"] in ("no_double", "drop"))
    return Quiz(xgid=str(turned(position).xgid), decision=question.ask, choices=choices)


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


def _before_roll(position: GamePosition) -> GamePosition:
    """The position in which the player could have doubled; as it is where nothing was rolled."""
    if position.dice is None:
        return position
    return GamePosition(replace(position.xgid, dice=NO_DICE), position.board)


def _asked_in(position: GamePosition) -> str:
    """What there is to decide in a position; empty before a roll where the cube is out of the question."""
    if position.is_doubled:
        return "answer"
    if position.dice is not None:
        return "play"
    return "double" if position.may_double else ""


def _plays(candidates: list[Mapping[str, Any]], most: int) -> dict[str, float]:
    """The best ones; the play that was made is among them."""
    shown = candidates[:most]
    made = next((row for row in candidates if row["played"]), None)
    if made is not None and made not in shown:
        shown = [*shown[:-1], made]
    return {row["play"]: row["equity"] for row in shown if row["play"]}


def _is_clear(choices: list[QuizChoice]) -> bool:
    return len(choices) > 1 and choices[1]["loss"] >= CLEAR


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
