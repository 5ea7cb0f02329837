"""The position of the day, for everybody: the choices as links, and after a choice what the engine says of each."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from analysis.daily_position import daily_position
from analysis.position_reading import GamePosition, read_position
from analysis.position_verdict import amount, signed
from analysis.position_views import shown
from analysis.quiz import Quiz, QuizChoice


@require_safe
def training(request: HttpRequest) -> HttpResponse:
    """The position of the day; `?choice=` is the number of a choice from 1, anything else none."""
    quiz = daily_position(timezone.now())
    context: dict[str, Any] = {"quiz": quiz}
    if quiz is not None:
        position = read_position(quiz["xgid"])
        chosen = _chosen(request.GET.get("choice", ""), quiz)
        names = pgettext("player", "Opponent"), pgettext("player", "You")
        context |= shown(position, names) | {
            "question": _question(position),
            "choices": [_row(i, choice, chosen) for i, choice in enumerate(quiz["choices"], 1)],
            "chosen": chosen,
            "is_right": chosen is not None and not quiz["choices"][chosen - 1]["loss"],
            "loss": amount(quiz["choices"][chosen - 1]["loss"]) if chosen else "",
        }
        if chosen:
            context["choices"].sort(key=lambda row: row["loss"])
    answer = render(request, "analysis/training.html", context)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _chosen(text: str, quiz: Quiz) -> int | None:
    numbers = [str(n) for n in range(1, len(quiz["choices"]) + 1)]
    return int(text) if text in numbers else None


def _question(position: GamePosition) -> str:
    if position.dice is None:
        return _("You are doubled. Take or drop?")
    return _("You rolled %(a)s%(b)s. What is your play?") % {
        "a": max(position.dice),
        "b": min(position.dice),
    }


def _row(number: int, choice: QuizChoice, chosen: int | None) -> dict[str, Any]:
    words = {"take": pgettext("analysis", "Take"), "drop": pgettext("analysis", "Drop")}
    return {
        "number": number,
        "label": words.get(choice["action"], choice["action"]),
        "equity": signed(choice["equity"]),
        "loss": choice["loss"],
        "loss_text": signed(-choice["loss"]) if choice["loss"] else "",
        "is_chosen": number == chosen,
    }
