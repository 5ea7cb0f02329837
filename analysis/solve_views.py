"""A decision of an analysed match to solve once more, from its review and back. Nothing is counted: the training does that."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.impersonated_request import acting_user
from analysis.quiz import Question, Quiz, questions_of, quiz_of
from analysis.quiz_page import quiz_context
from analysis.selectors import judged_decisions, seen_to_the_end
from analysis.summary import INACCURACY
from analysis.training_cards import MOST_CHOICES
from games.models import Match
from games.records.identifiers import identifiers_of
from games.selectors.records import record_of
from web.errors import DomainError


@require_safe
def solve(request: HttpRequest, match_id: UUID, seq: int, ask: str) -> HttpResponse:
    """The decision `ask` (quiz.py) at an entry of the log. `?choice=` is the number of a choice, from 1; anything else is none.

    Open to whoever may read the analysis. After the answer it leads to the next error of the same player.
    Raises NoSuchMatch and DomainError: match_in_play (409), no_such_position (404).
    """
    match = seen_to_the_end(acting_user(request), match_id, timezone.now())
    quizzes = _from_here(match, seq, ask)
    here = next(quizzes, None)
    if here is None or (here[0].seq, here[0].ask) != (seq, ask):
        raise _no_such_position()
    question, quiz = here
    actions = {str(i): row["action"] for i, row in enumerate(quiz["choices"], 1)}
    chosen = actions.get(request.GET.get("choice", ""), "")
    following = next(quizzes, None) if chosen else None
    context: dict[str, Any] = {"match": match, "seq": seq, "ask": ask}
    context |= {"following": following[0] if following else None}
    context |= quiz_context(quiz, chosen, made=question.made)
    answer = render(request, "analysis/solve.html", context)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _from_here(match: Match, seq: int, ask: str) -> Iterator[tuple[Question, Quiz]]:
    """The question, then the errors of the same player after it, as far as their positions can be shown."""
    questions = list(questions_of(judged_decisions(match)))
    at = next((i for i, item in enumerate(questions) if (item.seq, item.ask) == (seq, ask)), None)
    if at is None:
        return
    here = questions[at]
    errors = [
        item
        for item in questions[at + 1 :]
        if item.row["seat"] == here.row["seat"] and item.error >= INACCURACY
    ]
    entries = {entry.seq: entry for entry in record_of(match).entries}
    for item in (here, *errors):
        entry = entries.get(item.seq)
        if entry is None:
            continue
        xgid = identifiers_of(entry.before.match).xgid
        quiz = quiz_of(item, xgid, f"{match.pk} {item.seq} {item.ask}", MOST_CHOICES)
        if quiz is not None and len(quiz["choices"]) > 1:
            yield item, quiz


def _no_such_position() -> DomainError:
    text = _("There is nothing to solve at this step. Go back to the review of the match.")
    return DomainError("no_such_position", text, 404)
