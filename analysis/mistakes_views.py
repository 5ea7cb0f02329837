"""Training with one's own mistakes: the position that comes next, the answer to it, and how many new ones a day brings."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.impersonated_request import acting_user
from accounts.models import User
from accounts.requests import me
from accounts.services.guests import require_account
from analysis.models import TrainingCard
from analysis.quiz import Quiz
from analysis.quiz_page import quiz_context
from analysis.services.training import (
    answer_card,
    choose_new_a_day,
    drop_hidden_cards,
    make_cards,
    no_such_card,
)
from analysis.training_cards import (
    NEW_A_DAY,
    Training,
    card_of,
    next_quiz,
    question_of,
    quiz_for,
    training_of,
)

MOST_DIGITS = 9


@login_required
@require_safe
def mistakes(request: HttpRequest) -> HttpResponse:
    """The position that comes next today. Cards of newly analysed matches are made first, but not while staff look on."""
    user, today = me(request), timezone.localdate()
    require_account(user)
    if acting_user(request) is not None:
        make_cards(user)
    training = training_of(user, today)
    following = _following(user, training, today)
    if training.due and following is None and acting_user(request) is not None:
        drop_hidden_cards(user, today)
        training = training_of(user, today)
        following = _following(user, training, today)
    context = _about(training)
    if following is not None:
        card, quiz = following
        context |= {"card": card} | quiz_context(quiz, "")
    return _page(request, context)


def _following(user: User, training: Training, today: date) -> tuple[TrainingCard, Quiz] | None:
    return next_quiz(user, today, with_new=training.fresh > 0) if training.due else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, card_id: int) -> HttpResponse:
    """POST: an answer (`choice`, `turn`), counted once. GET: what it was worth; the next position where there is no answer."""
    user, today = me(request), timezone.localdate()
    require_account(user)
    if request.method == "POST":
        turn = request.POST.get("turn", "")
        is_number = turn.isascii() and turn.isdigit() and len(turn) <= MOST_DIGITS
        action = request.POST.get("choice", "")
        answer_card(user, card_id, action, int(turn) if is_number else -1, today)
        return redirect("training-card", card_id)
    answered = card_of(user, card_id)
    question = None if answered is None else question_of(answered)
    if answered is None or question is None:
        raise no_such_card()
    quiz = quiz_for(answered, before_latest=True) if answered.answers else None
    if quiz is None or answered.last_choice not in {row["action"] for row in quiz["choices"]}:
        return redirect("training-mistakes")
    context = _about(training_of(user, today)) | {"card": answered}
    context |= quiz_context(quiz, answered.last_choice, made=question.made)
    return _page(request, context)


@login_required
@require_POST
def plan(request: HttpRequest) -> HttpResponse:
    """`new_a_day` is one of NEW_A_DAY."""
    user = me(request)
    require_account(user)
    choose_new_a_day(user, request.POST.get("new_a_day", ""))
    messages.success(request, pgettext("training", "Saved."))
    return redirect("training-mistakes")


def _about(training: Training) -> dict[str, Any]:
    share = training.retention
    retention = "" if share is None else number_format(round(100 * share))
    return {"training": training, "numbers": NEW_A_DAY, "retention": retention}


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    answer = render(request, "analysis/mistakes.html", context)
    answer["Cache-Control"] = "private, no-store"
    return answer
