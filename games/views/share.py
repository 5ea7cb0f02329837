"""Pictures of single steps of a review, to be shared: SVG, and PNG within what the site allows itself to draw."""

from collections.abc import Callable
from hashlib import sha256
from uuid import UUID

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit_trail import address
from games import selectors, share_image
from games.font_text import readable
from games.models import Match, MatchKind
from games.selectors.review import Review, board_view, frame_at, review_of
from games.views import table_context
from games.views.review import asked_for, is_visible
from games.views.review_page import marks
from web.rate_limit import is_within
from web.requests import network_of

PICTURE_POLICY = "default-src 'none'; sandbox"
KEPT_S = 1800
# Pictures that are not in the cache, for the whole site: bounds work and memory.
DRAWN_A_MINUTE = 40
# And for one address, so that nobody keeps all others out.
DRAWN_FOR_ONE = 15


@require_safe
def image(request: HttpRequest, match_id: UUID, seq: int, kind: str) -> HttpResponse:
    """A picture of one step, as SVG or PNG; a step that is not to be seen yet does not exist."""
    if kind not in ("svg", "png"):
        raise Http404
    match, until = asked_for(request, match_id)
    review, _tag = review_of(match, until)
    if not is_visible(until, review) or seq > max(review["frames"][-1]["seq"], 0):
        raise Http404
    drawing = _drawing(match, review, frame_at(review, seq), readable if kind == "png" else str)
    etag = f'"{sha256(drawing.encode()).hexdigest()[:24]}-{share_image.VERSION}-{kind}"'
    answer = get_conditional_response(request, etag=etag) or pictured(request, drawing, etag, kind)
    answer["ETag"] = etag
    # While the end is shown late to some, nobody between may keep it for others, whoever asked.
    shared = match.is_over and selectors.hidden_from(None, match, timezone.now()) is None
    answer["Cache-Control"] = "public, max-age=3600" if shared else "private, no-cache"
    answer["Content-Security-Policy"] = PICTURE_POLICY
    return answer


def pictured(request: HttpRequest, drawing: str, etag: str, kind: str) -> HttpResponse:
    """The drawing as it is or as PNG, within what the site allows itself to draw; 503 beyond that."""
    if kind == "svg":
        return HttpResponse(drawing, content_type="image/svg+xml")
    key = f"share:{etag.strip(chr(34))}"
    drawn = caches["pages"].get(key)
    if drawn is None:
        if not _may_draw(request):
            return _busy()
        try:
            drawn = share_image.png(drawing)
        except share_image.DrawingError:
            return _busy()
        caches["pages"].set(key, drawn, KEPT_S)
    return HttpResponse(drawn, content_type="image/png")


def _may_draw(request: HttpRequest) -> bool:
    network, now = network_of(address(request) or "127.0.0.1"), timezone.now()
    within_own = is_within(f"share-drawn:{network}", DRAWN_FOR_ONE, 60, now)
    return within_own and is_within("share-drawn", DRAWN_A_MINUTE, 60, now)


def _busy() -> HttpResponse:
    busy = HttpResponse(status=503, content_type="text/plain")
    busy["Retry-After"] = "60"
    return busy


def _drawing(match: Match, review: Review, shown: Review, spelled: Callable[[str], str]) -> str:
    facts = []
    for i in range(2):
        away = _("%(n)s away") % {"n": shown["away"][i]} if shown["away"] else ""
        pips = _("pips %(n)s") % {"n": shown["pips"][i]}
        facts.append(" · ".join(part for part in (away, pips) if part))
    a, b = map(spelled, review["names"])
    score = shown["score"]
    players = [
        share_image.player("b", b, score[1], facts[1], 192),
        share_image.player("a", a, score[0], facts[0], 478),
    ]
    untitled = _("Imported match") if match.kind == MatchKind.IMPORTED else _("Friendly match")
    title = match.context.get("title") or untitled
    sentence = shown["say"] or _("Starting position.")
    heading = (title, table_context.where(match.context), sentence, _foot(review, shown))
    return share_image.svg(board_view(shown), [spelled(text) for text in heading], players)


def _foot(review: Review, shown: Review) -> str:
    parts = [_("to %(n)s") % {"n": review["length"]}] if review["length"] else []
    if review["chapters"]:
        parts.append(_("Game %(n)s") % {"n": review["chapters"][shown["chapter"]]["game"]})
    parts.append(marks().get(shown["crawford"], ""))
    return " · ".join(part for part in parts if part)
