"""The first page, and the players."""

from datetime import datetime
from hashlib import blake2s
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import User
from accounts.rating_chips import ratings_of
from accounts.requests import me
from accounts.selectors import players_found
from accounts.services.players import ensure_player
from games.board_svg import picture
from games.engine.board import Board
from games.selectors.cards import LiveCard, live_cards
from games.selectors.lobby import open_hosts
from games.selectors.site_bots import BOT_NAMES, site_bot_ids
from games.services.friendly import invitation_to
from tournaments.bracket.selectors.player_path import bracket_of_match
from tournaments.bracket.selectors.rows import HomeView, MyMatch
from tournaments.entry.selectors.invitations import waiting_for
from tournaments.event.selectors.role_invitations import open_role_invitations
from tournaments.event.services.invitations import link_of
from tournaments.models import RoleKind
from tournaments.public.selectors.home import home_view
from tournaments.public.views.player_paths import path_steps
from tournaments.timing.selectors.times import my_times
from web.requests import by_htmx

PER_PAGE = 50
BOARDS = 4
START = {
    "board": Board.start().points,
    "off": {"A": 0, "B": 0},
    "cube": {"value": 1, "owner": None, "offered": None, "in_use": True},
}


@require_safe
@vary_on_headers("HX-Request")
def home(request: HttpRequest) -> HttpResponse:
    """Signed in: what waits for the viewer. Signed out: what this site is."""
    now = timezone.now()
    view, cards = home_view(request.user), live_cards(now, limit=BOARDS)
    times = my_times(request.user, [row.match for row in view.matches])
    if not request.user.is_authenticated:
        return _welcome(request, view, cards)
    asked, entry_invitations = _role_invitations(request, now), waiting_for(request.user)
    shown = (view, cards, times, asked, entry_invitations)
    key = blake2s(repr(shown).encode(), digest_size=8).hexdigest()
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    page = (
        "tournaments/public/home_live.html" if by_htmx(request) else "tournaments/public/home.html"
    )
    player = ensure_player(me(request))
    context = {"view": view, "cards": cards, "key": key, "player": player}
    context |= {"times": times, "asked": asked, "invitations": _invitations(request, view)}
    context["entry_invitations"] = entry_invitations
    context["way"] = _way(view, me(request))
    return render(request, page, context)


def _welcome(request: HttpRequest, view: HomeView, cards: list[LiveCard]) -> HttpResponse:
    """The first page for visitors: ways to play first, tournaments and organizing below."""
    waiting, bots = open_hosts(), site_bot_ids()
    context = {
        "view": view,
        "cards": cards,
        "start": None if cards else picture(START),
        "guests": settings.GUESTS,
        "avatars": [bots.get(kind, -number) for number, kind in enumerate(BOT_NAMES)][:4],
        "challenges": len(waiting),
        "waiting": waiting[:4],
    }
    return render(request, "tournaments/public/welcome.html", context)


def _invitations(request: HttpRequest, view: HomeView) -> list[tuple[MyMatch, str]]:
    """Each match that waits for an opponent, with the link to send."""
    return [
        (row, request.build_absolute_uri(reverse("join", args=[invitation_to(row.match)])))
        for row in view.invitations
    ]


def _role_invitations(request: HttpRequest, now: datetime) -> list[dict[str, str]]:
    """The roles that the viewer is invited to take, each with the link that accepts it."""
    return [
        {
            "of": str(invitation.event or invitation.tournament),
            "role": str(RoleKind(invitation.kind).label),
            "url": link_of(invitation),
        }
        for invitation in open_role_invitations(request.user, now)
    ]


def _way(view: HomeView, viewer: User) -> dict[str, Any] | None:
    """The viewer's path through the draw that the next match belongs to."""
    bracket = bracket_of_match(view.matches[0].match, viewer) if view.matches else None
    if bracket is None:
        return None
    tournament, rounds = bracket
    steps = path_steps(rounds)
    return {"slug": tournament.slug, "steps": steps if len(steps) > 1 else []}


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """Players by name."""
    query = request.GET.get("q", "")[:80]
    page = Paginator(players_found(query), PER_PAGE).get_page(request.GET.get("page"))
    ratings = ratings_of({player.pk for player in page})
    context = {"page": page, "query": query, "ratings": ratings}
    return render(request, "tournaments/public/players.html", context)
