"""A match to be read again: the page, and its data for the steps. Pictures of single positions are in share.py.

What may be seen is asked once, of selectors.hidden_from; page, data and pictures are made from the same review.
"""

from datetime import datetime
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors
from games.board_svg import picture
from games.engine.seats import Seat
from games.match_figures import figures_of
from games.models import Match, MatchStatus
from games.review_parts import parts_of
from games.selectors.rated import is_rated
from games.selectors.review import Review, board_view, frame_at, review_of
from games.views import table_context
from games.views.review_page import marks, page_of


@require_safe
def review(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The match step by step; without JavaScript the position of `?at=` with plain links."""
    match, until = asked_for(request, match_id)
    review, _tag = review_of(match, until)
    if not is_visible(until, review):
        return render(request, "games/not_yet.html", {"match": match})
    shown = frame_at(review, _number(request.GET.get("at"), review["frames"][0]["seq"]))
    seat = _own_seat(request, match)
    last = review["frames"][-1]["seq"]
    pictured = shown["seq"] if "at" in request.GET else last
    context = page_of(match, review, shown) | {
        "match": match,
        "where": table_context.where(match.context),
        "picture": picture(board_view(shown), seat or "A"),
        "data": {
            "review": reverse("match-review-data", args=[match.pk]),
            "image": reverse("match-image", args=[match.pk, 0, "png"]).replace("/0.png", "/"),
            "at": shown["seq"],
            "bottom": seat or "A",
            "seat": seat,
            "account": table_context.account(request),
        },
        "image": request.build_absolute_uri(
            reverse("match-image", args=[match.pk, pictured, "png"])
        ),
        "address": request.build_absolute_uri(reverse("match-review", args=[match.pk])),
        "parts": parts_of(match, request) if until is None and match.is_over else [],
        "is_live": until is not None or not match.is_over,
        "is_void": until is None and match.status == MatchStatus.VOID,
    }
    answer = render(request, "games/review.html", context)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@gzip_page
@require_safe
def data(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Every step as JSON, with a tag; the page asks for it once. Nothing in it is secret, so it may be compressed."""
    match, until = asked_for(request, match_id)
    review, tag = review_of(match, until)
    if not is_visible(until, review):
        raise Http404
    etag = f'"{tag}"'
    same = get_conditional_response(request, etag=etag)
    if same is not None and isinstance(same, HttpResponseNotModified):
        answer: HttpResponse = same
    else:
        steps = {name: review[name] for name in ("length", "games", "names", "frames")}
        chapters = [
            {k: v for k, v in chapter.items() if k != "lines"} for chapter in review["chapters"]
        ]
        content = steps | {"chapters": chapters, "marks": marks()}
        answer = JsonResponse(content, json_dumps_params={"separators": (",", ":")})
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
def summary(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A few figures of both seats, and what apps above add, for the card at the end of a match; as late as the match itself for spectators."""
    match, until = asked_for(request, match_id)
    review, _tag = review_of(match, until)
    if not is_visible(until, review):
        raise Http404
    figures = figures_of(match.pk) if until is None and match.is_over else []
    awaits = is_rated(match.context) and not figures and match.started_at is not None
    answer = JsonResponse({"rows": [*figures, *review["summary"]], "awaits_rating": awaits})
    answer["Cache-Control"] = "private, no-cache"
    return answer


def asked_for(request: HttpRequest, match_id: UUID) -> tuple[Match, datetime | None]:
    """The match, and the moment up to which whoever asks sees it (None: all of it). Raises Http404."""
    match = selectors.match_with_seats(match_id)
    if match is None:
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    return match, selectors.hidden_from(user, match, timezone.now())


def _own_seat(request: HttpRequest, match: Match) -> Seat | None:
    """Players see it from their side, everybody else from A's."""
    user = request.user if isinstance(request.user, User) else None
    return None if user is None else selectors.seat_of(user, match)


def is_visible(until: datetime | None, review: Review) -> bool:
    """Late spectators see nothing of a match that has not begun for them."""
    return until is None or review["seq"] > 0


def _number(text: str | None, otherwise: int) -> int:
    return (
        int(text) if text and text.isascii() and text.isdecimal() and len(text) < 8 else otherwise
    )
