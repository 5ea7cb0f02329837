"""The first page of the training: the position of the day, for everybody, and the way to one's own mistakes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from analysis.daily_position import daily_position
from analysis.quiz_page import quiz_context
from analysis.training_cards import training_of


@require_safe
def training(request: HttpRequest) -> HttpResponse:
    """`?choice=` is the number of a choice of the position of the day, from 1; anything else is none."""
    now = timezone.now()
    quiz = daily_position(now)
    context: dict[str, Any] = {"quiz": quiz}
    if isinstance(request.user, User) and not request.user.is_guest:
        context["training"] = training_of(request.user, timezone.localdate(now))
    if quiz is not None:
        actions = {str(i): row["action"] for i, row in enumerate(quiz["choices"], 1)}
        context |= quiz_context(quiz, actions.get(request.GET.get("choice", ""), ""))
    answer = render(request, "analysis/training.html", context)
    answer["Cache-Control"] = "private, no-cache"
    return answer
