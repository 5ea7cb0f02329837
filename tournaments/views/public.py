"""What everybody sees: the list of tournaments, a tournament tab by tab, and the ways in and out of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from accounts.errors import NotFound
from accounts.requests import by_htmx, me
from accounts.selectors import is_verified
from accounts.services.players import ensure_player
from games.selectors.cards import LiveCard, live_cards
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.selectors import bracket, cards, entries, freshness, lists, standings
from tournaments.selectors.agreement import clock_from
from tournaments.selectors.shapes import RoundRow
from tournaments.services import entries as entering
from tournaments.views import drawing

TABS = ("bracket", "rounds", "standings", "entries", "live", "rules")
STATUSES = ("open", "running", "finished")
PER_PAGE = 25


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Tournaments by status, newest first."""
    status = request.GET.get("status", "")
    found = lists.counted(lists.visible(request.user), request.user)
    if status in STATUSES:
        found = found.filter(status=status)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [lists.tournament_row(tournament) for tournament in page],
        "status": status,
        "may_create": is_verified(request.user),
        "filters": [("", _("All"))] + [(s, Tournament.Status(s).label) for s in STATUSES],
    }
    return render(request, "tournaments/public/list.html", context)


@require_GET
@vary_on_headers("HX-Request")
def tournament(request: HttpRequest, slug: str, tab: str = "bracket") -> HttpResponse:
    """One tab of a tournament; asked by htmx it is the tab alone, or 204 when nothing has changed."""
    if tab not in TABS:
        raise NotFound("no_such_tab", _("There is no such page."))
    shown = lists.get_tournament(slug, request.user)
    key = freshness.page_key(shown, with_moves=tab == "live")
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    context = _page(request, shown, tab) | {"key": key}
    part = "parts/tournament.html" if by_htmx(request) else "public/tournament.html"
    return render(request, f"tournaments/{part}", context)


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Enter oneself."""
    shown = lists.get_tournament(slug, request.user)
    entering.enter(shown.pk, ensure_player(me(request)), now=timezone.now())
    messages.success(request, _("You are entered in %(name)s.") % {"name": shown.name})
    return redirect("tournament", slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Withdraw before the start."""
    shown = lists.get_tournament(slug, request.user)
    entering.withdraw(shown.pk, ensure_player(me(request)))
    messages.success(request, _("You have left %(name)s.") % {"name": shown.name})
    return redirect("tournament", slug)


def _page(request: HttpRequest, shown: Tournament, tab: str) -> dict[str, Any]:
    rounds = bracket.bracket_view(shown, request.user)
    listed = entries.entry_rows(shown, request.user)
    mine = next((row for row in listed if row.is_mine and row.status == "active"), None)
    return {
        "tournament": shown,
        "tab": tab,
        "tab_name": _tab_name(tab),
        "rounds": rounds,
        "columns": drawing.columns(rounds),
        "round_now": drawing.current(rounds),
        "entries": listed,
        "active": [row for row in listed if row.status == "active"],
        "mine": mine,
        "ready": _ready(rounds),
        "live": sum(p.state == "playing" for r in rounds for p in r.pairings),
        "cards": _boards(rounds) if tab == "live" else [],
        "standings": standings.standing_rows(shown) if tab == "standings" else (),
        "card": cards.rule_card(shown),
        "agreed": _agreed(shown),
        "directs": may_direct(request.user, shown),
        "polls": shown.status in {"open", "running"},
    }


def _tab_name(tab: str) -> str:
    """For the title of the page; the first tab is the tournament itself."""
    names = {
        "rounds": _("Rounds"),
        "standings": _("Standings"),
        "entries": _("Entries"),
        "live": _("Live"),
        "rules": _("Rule card"),
    }
    return names.get(tab, "")


def _agreed(shown: Tournament) -> dict[str, Any]:
    """The card in one line: lengths, and the clock of an early match."""
    lengths = shown.agreed["lengths"]
    clock = clock_from(shown.agreed["clock"], lengths[-1])
    return {
        "final": lengths[0],
        "earlier": lengths[-1],
        "minutes": clock and f"{clock.reserve_ms / 60_000:g}",
        "seconds": clock and f"{clock.delay_ms / 1000:g}",
    }


def _boards(rounds: tuple[RoundRow, ...]) -> list[LiveCard]:
    on = [p.match for r in rounds for p in r.pairings if p.state == "playing" and p.match]
    return live_cards(timezone.now(), ids=on, limit=len(on)) if on else []


def _ready(rounds: tuple[RoundRow, ...]) -> dict[str, Any] | None:
    """The viewer's own match that can be played now, with its round."""
    for row in rounds:
        for pairing in row.pairings:
            if pairing.is_mine and pairing.match and pairing.state in {"joining", "playing"}:
                other = next(slot for slot in pairing.slots if not slot.is_mine)
                return {"round": row, "pairing": pairing, "opponent": other.player}
    return None
