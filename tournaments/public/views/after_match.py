"""What comes next after a match, for the card at the end of it. The table asks until the next match is known."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.timestamps import to_ms
from tournaments.public.selectors.after_match import AfterMatch, NextMatch, after_match
from tournaments.public.views.player_paths import PathStep, path_steps

STEPS = 5


@require_safe
@never_cache
def after(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """For the players of the match alone."""
    if not isinstance(request.user, User):
        return HttpResponse(status=403)
    shown = after_match(match_id, request.user)
    if shown is None:
        raise Http404
    return JsonResponse(_answer(shown) | {"now": to_ms(timezone.now())})


def _answer(shown: AfterMatch) -> dict[str, Any]:
    return {
        "state": shown.state,
        "headline": shown.headline,
        "text": shown.text,
        "tournament": shown.tournament.name,
        "bracket": reverse("tournament", args=[shown.tournament.slug]),
        "next": None if shown.next is None else _next(shown.next),
        "steps": [_step(step) for step in _around_now(path_steps(shown.rounds))],
    }


def _next(row: NextMatch) -> dict[str, Any]:
    parts = [row.round, row.length]
    if row.table is not None:
        parts.insert(1, pgettext("furniture", "Table %(n)s") % {"n": row.table})
    return {
        "where": " · ".join(part for part in parts if part),
        "opponent": row.opponent,
        "url": row.url,
        "over_the_board": row.over_the_board,
        "deadline": None if row.deadline is None else to_ms(row.deadline),
    }


def _step(step: PathStep) -> dict[str, str]:
    mine, _dash, theirs = step.score.partition("–")
    score = "" if mine == theirs else step.score  # a level score does not say who has won
    return {"short": step.short, "text": step.text, "state": step.state, "score": score}


def _around_now(steps: list[PathStep]) -> list[PathStep]:
    """A few steps of a long path: those before and after the present one."""
    here = next((i for i, step in enumerate(steps) if step.state != "did"), len(steps))
    first = max(0, min(here - 2, len(steps) - STEPS))
    chosen = steps[first : first + STEPS]
    return chosen if len(chosen) > 1 else []
