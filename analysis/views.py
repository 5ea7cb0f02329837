"""Asking for the analysis of a match, and its state and result as JSON."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.impersonated_request import acting_user
from accounts.requests import me
from analysis.files import analysed_file
from analysis.selectors import (
    analysis_of,
    imported_analysis_of,
    imported_state_of,
    seen_to_the_end,
    state_of,
)
from analysis.services.analyses import request_analysis
from games.models import Match
from web.errors import DomainError

WITHOUT_BLANKS = {"separators": (",", ":")}


def _shortened(state: dict[str, Any]) -> dict[str, Any]:
    """Candidates are most of a long answer: those that were not played do not say so."""
    if not state["result"]:
        return state
    decisions = [
        decision
        | {
            "candidates": [
                row if row["played"] else {key: row[key] for key in row if key != "played"}
                for row in decision["candidates"]
            ]
        }
        for decision in state["result"]["decisions"]
    ]
    return state | {"result": state["result"] | {"decisions": decisions}}


@login_required
@require_POST
def start(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """POST: the match waits for its analysis. Back to the review; a script gets JSON."""
    match = _match(request, match_id)
    is_script = "application/json" in request.headers.get("Accept", "")
    try:
        analysis = request_analysis(match, me(request), timezone.now())
    except DomainError as error:
        if is_script:
            return JsonResponse({"code": error.code, "detail": error.detail}, status=error.status)
        messages.error(request, error.detail)
        return redirect("match-review", match.pk)
    if is_script:
        return JsonResponse(state_of(analysis))
    return redirect("match-review", match.pk)


@gzip_page
@require_safe
def state(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """What `state_of` says of the newest analysis. Nothing in it is secret."""
    match = _match(request, match_id)
    analysis = analysis_of(match)
    answer = JsonResponse(_shortened(state_of(analysis)), json_dumps_params=WITHOUT_BLANKS)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@gzip_page
@require_safe
def file_state(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """What the file of an imported match said of it."""
    analysis = imported_analysis_of(_match(request, match_id))
    if analysis is None:
        raise Http404
    state = _shortened(imported_state_of(analysis))
    answer = JsonResponse(state, json_dumps_params=WITHOUT_BLANKS)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@never_cache
def download(request: HttpRequest, match_id: UUID, kind: str) -> HttpResponse:
    """The analysed match as .gva or .gvab."""
    return analysed_file(_match(request, match_id), kind)


def _match(request: HttpRequest, match_id: UUID) -> Match:
    return seen_to_the_end(acting_user(request), match_id, timezone.now())
