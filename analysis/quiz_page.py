"""A position to solve as pages show it: the board, the choices, and after a choice what the engine says of each."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from analysis.position_reading import GamePosition, read_position
from analysis.position_verdict import amount, signed
from analysis.position_views import shown
from analysis.quiz import Quiz, QuizChoice, is_solved


def quiz_context(quiz: Quiz, chosen: str, *, made: str = "") -> dict[str, Any]:
    """For analysis/quiz_choices.html, quiz_verdict.html and quiz_table.html. `chosen` is the action of the reader, empty before the answer; `made` that of the match."""
    position = read_position(quiz["xgid"])
    names = pgettext("player", "Opponent"), pgettext("player", "You")
    context = shown(position, names) | {
        "question": _question(position),
        "chosen": chosen,
        "choices": [_row(i, row, chosen, made) for i, row in enumerate(quiz["choices"], 1)],
    }
    if chosen:
        losses = {row["action"]: row["loss"] for row in quiz["choices"]}
        context["is_right"] = is_solved(losses[chosen])
        context["is_best"] = not losses[chosen]
        context["verdict"] = _verdict(quiz, chosen, losses)
        context["choices"].sort(key=lambda row: row["loss"])
    return context


def _question(position: GamePosition) -> str:
    if position.is_doubled:
        return _("You are doubled. Take or drop?")
    if position.dice is None:
        return _("You are on roll. Double or no double?")
    return _("You rolled %(a)s%(b)s. What is your play?") % {
        "a": max(position.dice),
        "b": min(position.dice),
    }


def _row(number: int, choice: QuizChoice, chosen: str, made: str) -> dict[str, Any]:
    labels = {
        "take": pgettext("analysis", "Take"),
        "drop": pgettext("analysis", "Drop"),
        "double": pgettext("analysis", "Double"),
        "no_double": _("No double"),
    }
    return {
        "number": number,
        "action": choice["action"],
        "label": labels.get(choice["action"], choice["action"]),
        "equity": signed(choice["equity"]),
        "loss": choice["loss"],
        "loss_text": signed(-choice["loss"]) if choice["loss"] else "",
        "is_chosen": choice["action"] == chosen,
        "is_made": choice["action"] == made,
    }


def _verdict(quiz: Quiz, chosen: str, losses: dict[str, float]) -> str:
    """What is best, and what the choice or the next best one costs."""
    ordered = sorted(losses, key=lambda action: losses[action])
    best, other = ordered[0], chosen if losses[chosen] else ordered[1]
    texts = {
        "take": _("Take is right: dropping costs %(loss)s."),
        "drop": _("Drop is right: taking costs %(loss)s."),
        "double": _("Double is right: playing on without a double costs %(loss)s."),
        "no_double": _("No double is best. Doubling costs %(loss)s."),
    }
    if quiz["decision"] != "play":
        return texts[best] % {"loss": amount(losses[other])}
    return _("%(play)s is best. %(other)s costs %(loss)s.") % {
        "play": best,
        "other": other,
        "loss": amount(losses[other]),
    }
