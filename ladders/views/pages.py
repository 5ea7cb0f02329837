"""The list of ladders, the page of one, and its log."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from ladders.forms import LadderResultForm
from ladders.models import Ladder, LadderChallenge
from ladders.selectors.history import log_of
from ladders.selectors.ladders import (
    LadderLine,
    get_ladder,
    is_club_member,
    is_officer,
    lines_of,
    listed_ladders,
    open_challenges,
    past_challenges,
)
from ladders.services.challenges import standing_refusal
from ladders.services.membership import MOST_PAUSE_DAYS
from ladders.texts import rule_lines, score_of

PER_PAGE = 30
RECENT = 12
LOG_LINES = 50


@require_safe
def ladder_list(request: HttpRequest) -> HttpResponse:
    """All ladders of clubs, the newest first."""
    page = Paginator(listed_ladders(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "ladders/list.html", {"page": page})


@require_safe
def ladder_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The order with its arrows, open challenges and results. A constant number of queries."""
    return page_of(request, get_ladder(slug, request.user))


def page_of(
    request: HttpRequest, ladder: Ladder, sent: LadderResultForm | None = None, refused: str = ""
) -> HttpResponse:
    """The page, with the result form that was sent."""
    now = timezone.now()
    lines = lines_of(ladder, now)
    user = request.user
    player = user.player.pk if isinstance(user, User) else None
    own = next((line for line in lines if line.member.player_id == player), None)
    context: dict[str, Any] = {
        "ladder": ladder,
        "lines": [(line, _may_challenge(ladder, own, line)) for line in lines],
        "own": own,
        "result_form": sent or _result_form(ladder, own),
        "refused": refused,
        "may_join": own is None and is_club_member(user, ladder),
        "is_officer": is_officer(user, ladder.club_id),
        "open": open_challenges(ladder),
        "recent": [(row, score_of(row)) for row in past_challenges(ladder)[:RECENT]],
        "rules": rule_lines(ladder),
        "most_pause": MOST_PAUSE_DAYS,
        "typed_days": request.POST.get("days", "")[:10],
        "now": now,
    }
    is_refused = bool(refused) or (sent is not None and bool(sent.errors))
    return render(request, "ladders/ladder.html", context, status=422 if is_refused else 200)


@require_safe
def ladder_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was recorded, the newest first."""
    ladder = get_ladder(slug, request.user)
    page = Paginator(log_of(ladder), LOG_LINES).get_page(request.GET.get("page"))
    return render(request, "ladders/log.html", {"ladder": ladder, "page": page})


def _may_challenge(ladder: Ladder, own: LadderLine | None, line: LadderLine) -> bool:
    """By what the page shows; the service also asks how long ago the two met."""
    if own is None or own.challenge or line.challenge:
        return False
    return standing_refusal(ladder, own.member, line.member, timezone.now()) is None


def _result_form(ladder: Ladder, own: LadderLine | None) -> LadderResultForm | None:
    if own is None or own.challenge is None:
        return None
    if own.challenge.status in (LadderChallenge.Status.OPEN, LadderChallenge.Status.DISPUTED):
        return None
    return LadderResultForm(None, own.challenge)
