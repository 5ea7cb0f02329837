"""PURE. What the engine answered about a position, in numbers and in words.

Equities are normalized to the cube: +1 is a game won at it, without a gammon. Those of the cube are of the player who may
double. Chances go from 0 to 1.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from analysis.position_reading import GamePosition
from games.engine.legal import Play
from games.engine.notation import format_play

CANDIDATES = 5


class CandidatePlay(TypedDict):
    """A play; `loss` is the equity it gives away against the best one, at least 0. `play` is empty where none is legal."""

    play: str
    equity: float
    loss: float
    win: float
    gammon: float


class CubeOption(TypedDict):
    """One way the cube can go; `loss` is its distance from the best one, at least 0."""

    action: str  # no_double, double_take, double_drop
    equity: float
    loss: float
    best: bool


class Chances(TypedDict):
    """Of the player on roll; gammons count backgammons."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float


def candidates_of(plays: Sequence[Play], rows: Sequence[Mapping[str, Any]]) -> list[CandidatePlay]:
    """The best plays first. `rows` name the index among `plays` (engine/bot_worker.py)."""
    best = max(row["equity"] for row in rows)
    return [
        CandidatePlay(
            play=format_play(plays[row["index"]].moves),
            equity=round(row["equity"], 4),
            loss=round(best - row["equity"], 4),
            win=round(row["win"], 4),
            gammon=round(row["gammon"], 4),
        )
        for row in rows
    ]


def cube_of(figures: Mapping[str, Any], *, is_doubled: bool) -> list[CubeOption]:
    """The three equities. The best one is where both sides decide rightly; after a double, where the answer is right."""
    right = right_answer(figures) if is_doubled else right_action(figures)
    optimum = figures[right]
    rows = []
    for action in ("no_double", "double_take", "double_drop"):
        equity = figures[action]
        is_open = not (is_doubled and action == "no_double")
        loss = round(abs(optimum - equity), 4) if is_open and action != right else 0.0
        rows.append(
            CubeOption(action=action, equity=round(equity, 4), loss=loss, best=action == right)
        )
    return rows


def right_action(figures: Mapping[str, Any]) -> str:
    """What happens where both sides decide rightly: the name of an equity."""
    answered = right_answer(figures)
    return answered if figures[answered] > figures["no_double"] else "no_double"


def right_answer(figures: Mapping[str, Any]) -> str:
    """`double_take` or `double_drop`."""
    return "double_take" if figures["double_take"] <= figures["double_drop"] else "double_drop"


def chances_of(figures: Mapping[str, Any]) -> Chances:
    return Chances(
        win=round(figures["win"], 4),
        gammon=round(figures["gammon_win"], 4),
        backgammon=round(figures["backgammon_win"], 4),
        lose_gammon=round(figures["gammon_loss"], 4),
        lose_backgammon=round(figures["backgammon_loss"], 4),
    )


def play_verdict(candidates: Sequence[CandidatePlay]) -> str:
    """One sentence about a roll."""
    best = candidates[0]
    if not best["play"]:
        return _("No legal move.")
    if len(candidates) == 1:
        return _("%(play)s is the only play.") % {"play": best["play"]}
    second = candidates[1]
    return _("%(play)s is best: %(other)s costs %(loss)s.") % {
        "play": best["play"],
        "other": second["play"],
        "loss": amount(second["loss"]),
    }


def cube_verdict(position: GamePosition, figures: Mapping[str, Any]) -> list[str]:
    """The sentences about the cube before a roll, or about the answer to a double."""
    if position.is_doubled:
        return answer_sentences(figures)
    if not position.may_double:
        return [no_cube_sentence(position)]
    no_double, answer = figures["no_double"], figures[right_answer(figures)]
    if answer > no_double:
        text = _("Double is right: playing on without a double costs %(loss)s.")
        return [text % {"loss": amount(answer - no_double)}, answer_sentence(figures)]
    loss = amount(no_double - answer)
    if no_double > figures["double_drop"]:
        return [
            _("Too good to double: doubling costs %(loss)s.") % {"loss": loss},
            answer_sentence(figures),
        ]
    return [
        _("No double is best. Doubling costs %(loss)s.") % {"loss": loss},
        answer_sentence(figures),
    ]


def answer_sentence(figures: Mapping[str, Any]) -> str:
    """What the opponent of the player who doubles should do."""
    loss = amount(abs(figures["double_drop"] - figures["double_take"]))
    if right_answer(figures) == "double_drop":
        return _("Drop is right: taking costs %(loss)s.") % {"loss": loss}
    if figures["is_beaver"]:
        return _("Beaver is right: dropping costs %(loss)s.") % {"loss": loss}
    return _("Take is right: dropping costs %(loss)s.") % {"loss": loss}


def answer_sentences(figures: Mapping[str, Any]) -> list[str]:
    """About a double that has been made: the answer, and what the double cost where it was wrong."""
    lost = figures["no_double"] - figures[right_answer(figures)]
    if round(lost, 3) <= 0:
        return [answer_sentence(figures)]
    wrong = _("The double was wrong: it costs %(loss)s.") % {"loss": amount(lost)}
    return [answer_sentence(figures), wrong]


def no_cube_sentence(position: GamePosition) -> str:
    """Why there is nothing to decide before the roll."""
    if position.crawford:
        return _("No cube decision: this is the Crawford game.")
    if position.xgid.owner not in (0, position.xgid.turn):
        return _("No cube decision: the opponent owns the cube.")
    return _("No cube decision: the player on roll needs no more than the cube is worth.")


def amount(loss: float) -> str:
    """Equity in the numbers of the language, with three decimals."""
    return number_format(round(abs(loss), 3), 3)


def signed(equity: float) -> str:
    """An equity with its sign."""
    return ("−" if round(equity, 3) < 0 else "+") + amount(equity)
