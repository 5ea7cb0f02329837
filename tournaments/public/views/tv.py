"""Pages for a screen in the room: TV (one match, changing by itself) and the small boards of a round."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.selectors.cards import board_cards, live_cards
from games.views.spectating import spectated
from tournaments.bracket.selectors import change_key, lists
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import Right
from tournaments.event.selectors.announcements import current_announcements
from tournaments.event.services.tv_choice import put_on_tv
from tournaments.models import Tournament
from tournaments.public.selectors import tv_picks
from web.page_cache import cached_page
from web.requests import by_htmx

OTHERS = 8
BOARDS_PER_PAGE = 48


@require_safe
@never_cache
def tv(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """One match at a time, large. The page polls with `stay`, the match it shows, and `said`, the announcements
    beside it; 204: no change."""
    shown = None if slug is None else lists.get_tournament(slug, request.user)
    now = timezone.now()
    listed = tv_picks.candidates(request.user, shown, now)
    pick = _pick(request.GET.get("pick"))
    staying = _uuid(request.GET.get("stay"))
    match = tv_picks.on_air(listed, pick, staying)
    announced = current_announcements(shown, now) if shown else []
    announced_key = "-".join(str(row.id) for row in announced)
    is_same = match == staying and request.GET.get("said", "") == announced_key
    if "ask" in request.GET and is_same:
        return HttpResponse(status=204)
    on = None if match is None else spectated(request, match, now)
    others = [row.match for row in listed if row.match != match][:OTHERS]
    context: dict[str, Any] = {
        "on": on,
        "match": match,
        "tournament": shown,
        "pick": pick,
        "picks": _picks(),
        "has_choice": any(row.chosen for row in listed),
        "nothing": tv_picks.why_nothing(shown) if on is None and shown is not None else "",
        "cards": live_cards(now, ids=others, limit=OTHERS) if others else [],
        "announcements": announced,
        "announced_key": announced_key,
    }
    return render(request, "tournaments/public/tv.html", context)


@require_safe
@vary_on_headers("HX-Request")
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """All boards of a round; finished ones with their last position."""
    shown = lists.get_tournament(slug, request.user)
    key = change_key.page_key(shown, with_moves=True)
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    if shown.spectator_delay_s:  # what spectators may see grows with time alone
        return _boards(request, shown, key)
    return cached_page(request, f"{shown.pk}.{key}", lambda: _boards(request, shown, key))


def _boards(request: HttpRequest, shown: Tournament, key: str) -> HttpResponse:
    of_round = tv_picks.round_on(shown, request.GET.get("round", ""))
    ids = (
        []
        if of_round is None
        else list(tv_picks.boards_of(of_round).values_list("match_id", flat=True))
    )
    page = Paginator(ids, BOARDS_PER_PAGE).get_page(request.GET.get("page"))
    names = names_of(shown)
    context = {
        "tournament": shown,
        "round": of_round,
        "round_name": "" if of_round is None else names.full_round(names.rounds[of_round.pk]),
        "rounds": [(row.pk, names.full_round(row)) for row in tv_picks.rounds_played(shown)],
        "cards": board_cards(timezone.now(), list(page)),
        "page": page,
        "key": key,
        "polls": shown.status == Tournament.Status.RUNNING,
    }
    part = (
        "tournaments/public/boards_live.html"
        if by_htmx(request)
        else "tournaments/public/boards.html"
    )
    return render(request, part, context)


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """A director or a streamer puts a match on TV, or takes it off."""
    tournament = directed(request, slug, Right.STREAM)
    wanted = request.POST.get("match", "")
    match = _uuid(wanted)
    if wanted and match is None:
        raise Http404
    put_on_tv(tournament.pk, match, by=request.user)
    text = _("Match shown on TV.") if match else _("The TV page chooses matches automatically.")
    messages.success(request, text)
    return redirect("tournament-manage", slug)


def _pick(text: str | None) -> tv_picks.Pick:
    return next((pick for pick in tv_picks.PICKS if pick == text), "director")


def _picks() -> list[tuple[str, str]]:
    names = {
        "director": _("Director’s choice"),
        "latest": _("Latest round"),
        "closest": _("Closest score"),
    }
    return [(pick, names[pick]) for pick in tv_picks.PICKS]


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
