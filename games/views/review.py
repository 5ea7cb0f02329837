"""A match to be read again: the page, its data for the steps, and pictures of single positions.

What may be seen is asked once, of selectors.hidden_from; page, data and pictures are made from the same review.
"""

from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors, share_image
from games.board_svg import picture
from games.engine.seats import Seat
from games.models import Match, MatchKind, MatchStatus
from games.selectors.review import Review, board_view, frame_at, review_of
from games.views import table_context
from games.views.review_page import marks, page_of

PICTURE_POLICY = "default-src 'none'; sandbox"
KEPT_S = 1800
DRAWN_A_MINUTE = (
    40  # pictures that are not in the cache, for the whole site: bounds work and memory
)


@require_safe
def review(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The match step by step; without JavaScript the position of `?at=` with plain links."""
    found, until = _found(request, match_id)
    told, _tag = review_of(found, until)
    if not _visible(until, told):
        return render(request, "games/not_yet.html", {"match": found})
    shown = frame_at(told, _number(request.GET.get("at"), told["frames"][0]["seq"]))
    seat = _own_seat(request, found)
    last = told["frames"][-1]["seq"]
    pictured = shown["seq"] if "at" in request.GET else last
    context = page_of(found, told, shown) | {
        "match": found,
        "where": table_context.where(found.context),
        "picture": picture(board_view(shown), seat or "A"),
        "data": {
            "review": reverse("match-review-data", args=[found.pk]),
            "image": reverse("match-image", args=[found.pk, 0, "png"]).replace("/0.png", "/"),
            "at": shown["seq"],
            "bottom": seat or "A",
            "seat": seat,
            "account": table_context.account(request),
        },
        "image": request.build_absolute_uri(
            reverse("match-image", args=[found.pk, pictured, "png"])
        ),
        "address": request.build_absolute_uri(reverse("match-review", args=[found.pk])),
        "is_live": until is not None or not found.is_over,
        "is_void": until is None and found.status == MatchStatus.VOID,
    }
    answer = render(request, "games/review.html", context)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@gzip_page
@require_safe
def data(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Every step as JSON, with a tag; the page asks for it once. Nothing in it is secret, so it may be compressed."""
    found, until = _found(request, match_id)
    told, tag = review_of(found, until)
    if not _visible(until, told):
        raise Http404
    etag = f'"{tag}"'
    same = get_conditional_response(request, etag=etag)
    if same is not None and isinstance(same, HttpResponseNotModified):
        answer: HttpResponse = same
    else:
        steps = {name: told[name] for name in ("length", "games", "names", "frames")}
        chapters = [{k: v for k, v in one.items() if k != "lines"} for one in told["chapters"]]
        answer = JsonResponse(steps | {"chapters": chapters, "marks": marks()})
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
def image(request: HttpRequest, match_id: UUID, seq: int, kind: str) -> HttpResponse:
    """A picture of one step, as SVG or PNG; a step that is not to be seen yet does not exist."""
    if kind not in ("svg", "png"):
        raise Http404
    found, until = _found(request, match_id)
    told, _tag = review_of(found, until)
    if not _visible(until, told) or seq > max(told["frames"][-1]["seq"], 0):
        raise Http404
    drawing = _drawing(found, told, frame_at(told, seq))
    etag = f'"{sha256(drawing.encode()).hexdigest()[:24]}-{share_image.VERSION}-{kind}"'
    answer = get_conditional_response(request, etag=etag) or _pictured(drawing, etag, kind)
    answer["ETag"] = etag
    # While the end is shown late to some, nobody between may keep it for others, whoever asked.
    shared = found.is_over and selectors.hidden_from(None, found, timezone.now()) is None
    answer["Cache-Control"] = "public, max-age=3600" if shared else "private, no-cache"
    answer["Content-Security-Policy"] = PICTURE_POLICY
    return answer


def _pictured(drawing: str, etag: str, kind: str) -> HttpResponse:
    if kind == "svg":
        return HttpResponse(drawing, content_type="image/svg+xml")
    key = f"share:{etag.strip(chr(34))}"
    drawn = cache.get(key)
    if drawn is None:
        if not _may_draw():
            return _busy()
        try:
            drawn = share_image.png(drawing)
        except share_image.DrawingError:
            return _busy()
        cache.set(key, drawn, KEPT_S)
    return HttpResponse(drawn, content_type="image/png")


def _busy() -> HttpResponse:
    busy = HttpResponse(status=503, content_type="text/plain")
    busy["Retry-After"] = "60"
    return busy


def _may_draw() -> bool:
    """One of the drawings that the site allows itself in this minute."""
    key = f"share-drawn:{int(timezone.now().timestamp()) // 60}"
    cache.add(key, 0, 120)
    try:
        return int(cache.incr(key)) <= DRAWN_A_MINUTE
    except ValueError:  # it ran out between the two
        return True


def _drawing(found: Match, told: Review, shown: Review) -> str:
    facts = []
    for i in range(2):
        away = _("%(n)s away") % {"n": shown["away"][i]} if shown["away"] else ""
        pips = _("pips %(n)s") % {"n": shown["pips"][i]}
        facts.append(" · ".join(part for part in (away, pips) if part))
    a, b = told["names"]
    score = shown["score"]
    players = [
        share_image.player("b", b, score[1], facts[1], 192),
        share_image.player("a", a, score[0], facts[0], 478),
    ]
    untitled = _("Imported match") if found.kind == MatchKind.IMPORTED else _("Friendly match")
    title = found.context.get("title") or untitled
    said = shown["say"] or _("The start.")
    return share_image.svg(
        board_view(shown),
        (title, table_context.where(found.context), said, _foot(told, shown)),
        players,
    )


def _foot(told: Review, shown: Review) -> str:
    parts = [_("to %(n)s") % {"n": told["length"]}] if told["length"] else []
    if told["chapters"]:
        parts.append(_("game %(n)s") % {"n": told["chapters"][shown["chapter"]]["game"]})
    parts.append(marks().get(shown["crawford"], ""))
    return " · ".join(part for part in parts if part)


def _found(request: HttpRequest, match_id: UUID) -> tuple[Match, datetime | None]:
    found = selectors.match_with_seats(match_id)
    if found is None:
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    return found, selectors.hidden_from(user, found, timezone.now())


def _own_seat(request: HttpRequest, found: Match) -> Seat | None:
    """Players see it from their side, everybody else from A's."""
    user = request.user if isinstance(request.user, User) else None
    return None if user is None else selectors.seat_of(user, found)


def _visible(until: datetime | None, told: Review) -> bool:
    """Late spectators see nothing of a match that has not begun for them."""
    return until is None or told["seq"] > 0


def _number(text: str | None, otherwise: int) -> int:
    return (
        int(text) if text and text.isascii() and text.isdecimal() and len(text) < 8 else otherwise
    )
