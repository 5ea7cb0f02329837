"""The list of tournaments, a tournament's page tab by tab, and entering and leaving it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.rating_chips import ratings_of
from accounts.requests import me
from accounts.selectors import is_verified
from accounts.services.players import ensure_player
from games.selectors.cards import live_cards
from tournaments.bracket.selectors import change_key, entries, lists
from tournaments.bracket.selectors.agreement import clock_from
from tournaments.bracket.selectors.outline import Outline, outline
from tournaments.bracket.selectors.prize_pot import money_card
from tournaments.bracket.selectors.venue_mode import rating_pool_of
from tournaments.bracket.selectors.viewer import entry_of
from tournaments.core.permissions import rights_in
from tournaments.entry.selectors.entry_pages import entry_page
from tournaments.entry.selectors.invitations import waiting_in
from tournaments.entry.selectors.lineups import lineup_due
from tournaments.entry.selectors.waiting_list import WaitingListPlace, waiting_list_place
from tournaments.entry.services import entries as entering
from tournaments.event.page_parts import alternates_of
from tournaments.event.selectors import announcements
from tournaments.event.selectors.events import (
    EventRow,
    event_row,
    event_rows,
    events_version,
    may_see_event,
)
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Tournament
from tournaments.money.selectors.agreements import offers_agreements
from tournaments.public.page_parts import parts_of
from tournaments.public.selectors import current_matches
from tournaments.public.views import draw_tab, rounds_tab, standings_tab
from tournaments.setup.selectors import rule_card
from tournaments.timing.selectors.times import open_deadlines
from web.errors import NotFound
from web.page_cache import cached_page
from web.requests import by_htmx

TABS = ("bracket", "rounds", "standings", "entries", "live", "rules")
TABS_WITH_PARTS = frozenset({"bracket", "entries"})
STATUSES = ("open", "running", "finished")
PER_PAGE = 25
EVENTS_SHOWN = 4
YEAR_S = 31_536_000


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Tournaments by status, newest first."""
    today = timezone.localdate()
    key = f"list.{lists.list_version(request.user)}.{events_version()}.{today}"
    return cached_page(request, key, lambda: _list(request))


def _list(request: HttpRequest) -> HttpResponse:
    status = request.GET.get("status", "")
    tournaments = lists.counted(lists.visible(request.user), request.user)
    if status in STATUSES:
        tournaments = tournaments.filter(status=status)
    page = Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [lists.tournament_row(tournament) for tournament in page],
        "status": status,
        "may_create": is_verified(request.user),
        "events": _next_events(request, status, page.number),
        "filters": [("", pgettext("filter: tournaments", "All"))]
        + [(s, Tournament.Status(s).label) for s in STATUSES],
    }
    return render(request, "tournaments/public/list.html", context)


def _next_events(request: HttpRequest, status: str, page: int) -> list[EventRow]:
    """The first few events above the whole list, which begins with coming tournaments."""
    if status or page > 1:
        return []
    events = event_rows(request.user, timezone.localdate(), over=False)
    return [event_row(event) for event in events[:EVENTS_SHOWN]]


@require_safe
@vary_on_headers("HX-Request")
def tournament(request: HttpRequest, slug: str, tab: str = "bracket") -> HttpResponse:
    """One tab of a tournament; for htmx only the tab, or 204 when nothing has changed."""
    if tab not in TABS:
        raise NotFound("no_such_tab", _("Page not found."))
    shown = lists.get_tournament(slug, request.user)
    key, live = change_key.page_state(shown, with_moves=tab == "live")
    if getattr(shown, "has_said", True):  # announcements end by time alone
        current = announcements.current_announcements(shown, timezone.now())
        key += "".join(f"-a{announcement.id}" for announcement in current)
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    if shown.spectator_delay_s:  # what spectators may see grows with time alone
        return _tab(request, shown, tab, key, live)
    return cached_page(request, f"{shown.pk}.{key}", lambda: _tab(request, shown, tab, key, live))


def _tab(request: HttpRequest, shown: Tournament, tab: str, key: str, live: int) -> HttpResponse:
    parts = outline(shown)
    asked_tab, tab = tab, _opened(tab, parts)
    mine = entry_of(shown, request.user)
    values = CONTEXTS[tab](request, shown, parts, mine)
    if "to" in values:
        return HttpResponseRedirect(values["to"])
    context = _head(request, shown, parts, mine) | {"key": key, "live": live} | values
    context |= {"tab": tab, "asked_tab": asked_tab, "tab_name": _tab_name(tab)}
    context["alternates"] = [] if by_htmx(request) else alternates_of(shown)
    context["head_parts"] = parts_of(shown, request) if asked_tab in TABS_WITH_PARTS else []
    part = (
        "tournaments/public/tournament_live.html"
        if by_htmx(request)
        else "tournaments/public/tournament.html"
    )
    response = render(request, part, context)
    response.keep = bool(context["key"])  # type: ignore[attr-defined]  # see web.page_cache
    if request.GET.get("zoom") in draw_tab.ZOOMS:
        response.set_cookie("zoom", request.GET["zoom"], max_age=YEAR_S, samesite="Lax")
    return response


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """The viewer enters the tournament."""
    shown = lists.get_tournament(slug, request.user)
    entering.enter(shown.pk, ensure_player(me(request)), now=timezone.now())
    if shown.status != Tournament.Status.OPEN:  # the page of an open tournament shows it itself
        messages.success(request, _("%(name)s: you are entered.") % {"name": shown.name})
    return redirect("tournament", slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """The viewer withdraws before the start."""
    shown = lists.get_tournament(slug, request.user)
    entering.withdraw(shown.pk, ensure_player(me(request)))
    messages.success(request, _("%(name)s: your entry is withdrawn.") % {"name": shown.name})
    return redirect("tournament", slug)


def _head(
    request: HttpRequest, shown: Tournament, parts: Outline, mine: Entry | None
) -> dict[str, Any]:
    """What the head of every tab shows."""
    return {
        "tournament": shown,
        "outline": parts,
        "now": _now(parts),
        "mine": mine,
        "waits": _waits(request, shown, mine),
        "invitation": waiting_in(shown, request.user),
        "lineup_due": lineup_due(shown, request.user) if mine is not None else "",
        "ready": current_matches.own_match(shown, request.user, mine, parts.names),
        "card": rule_card.rule_card(shown),
        "may_agree": mine is not None and offers_agreements(shown),
        "agreed": _agreed(shown),
        "directs": bool(rights_in(request.user, shown)),
        "event": shown.event if shown.event and may_see_event(shown.event, request.user) else None,
        "announcements": announcements.current_announcements(shown, timezone.now())
        if getattr(shown, "has_said", True)
        else [],
        "deadlines": _deadlines(shown, parts),
        "polls": shown.status in {"open", "running"},
        "asked": _asked(request),
    }


def _waits(request: HttpRequest, shown: Tournament, mine: Entry | None) -> WaitingListPlace | None:
    """The viewer's place on the waiting list, where there can be one."""
    if mine is not None or shown.entry_limit is None or shown.status not in {"open", "running"}:
        return None
    return waiting_list_place(shown, request.user)


def _deadlines(shown: Tournament, parts: Outline) -> list[dict[str, Any]]:
    """The deadlines of the rounds that are not over; the next three."""
    heads = [head for stage in parts.stages for head in stage.rounds if head.undecided]
    if shown.status != Tournament.Status.RUNNING:
        return []
    return [
        {"name": parts.names.full_round(row), "until": row.deadline.play_until}
        for row in open_deadlines(head.row for head in heads)[:3]
    ]


def _opened(tab: str, parts: Outline) -> str:
    """Before the draw the entries are shown; where the stage has neither tree nor groups, the rounds are."""
    if tab in {"bracket", "rounds", "standings"} and not parts.stages:
        return "entries"
    return "rounds" if tab == "bracket" and not parts.has_drawing else tab


def _entries(
    request: HttpRequest, shown: Tournament, _parts: Outline, _mine: Entry | None
) -> dict[str, Any]:
    page, listed = entry_page(shown, request.user, request.GET.get("page"), rounds_tab.PER_PAGE)
    members: dict[int, tuple[str, ...]] = {}
    if shown.entry_kind != Tournament.EntryKind.SINGLE:
        details = entries.details_of(row.id for row in listed)
        members = {entry: detail.members for entry, detail in details.items()}
    ratings = ratings_of({row.player.id for row in listed}) if shown.rates_matches else {}
    return {
        "entries": [(row, members.get(row.id, ())) for row in listed],
        "page": page,
        "ratings": ratings,
        "rating_pool": rating_pool_of(shown) if ratings else "",
    }


def _live(
    _request: HttpRequest, shown: Tournament, _parts: Outline, _mine: Entry | None
) -> dict[str, Any]:
    on = current_matches.playing_matches(shown, limit=rounds_tab.PER_PAGE)
    return {"cards": live_cards(timezone.now(), ids=on, limit=len(on)) if on else []}


def _rules(
    _request: HttpRequest, shown: Tournament, _parts: Outline, _mine: Entry | None
) -> dict[str, Any]:
    return {"money": money_card(shown)}


Context = Callable[[HttpRequest, Tournament, Outline, Entry | None], dict[str, Any]]
CONTEXTS: dict[str, Context] = {
    "bracket": draw_tab.context,
    "rounds": rounds_tab.context,
    "standings": standings_tab.context,
    "entries": _entries,
    "live": _live,
    "rules": _rules,
}


def _asked(request: HttpRequest) -> str:
    """The query of the page, for polling with the same one."""
    again = request.GET.copy()
    again.pop("key", None)
    return f"{again.urlencode()}&" if again else ""


def _now(parts: Outline) -> str:
    """The round that is being played, as text."""
    stage = next((stage for stage in parts.stages if not stage.is_over), None)
    if stage is None:
        return ""
    if stage.is_tree:
        heads = [*stage.sections[0].rounds, *stage.rounds]
        heads.sort(key=lambda head: head.row.name_key == "third_place")
        return next(
            (head.full_name for head in heads if head.undecided), ""
        )  # empty while a draw is awaited
    main = [h for h in stage.sections[0].rounds if h.row.name_key != "third_place"]
    number = next((n for n, head in enumerate(main, start=1) if head.undecided), len(main))
    planned = stage.options.get("rounds")
    total = len(main) if stage.grow_after is None else planned
    if isinstance(total, int) and total >= number:
        return _("Round %(n)s of %(total)s") % {"n": number, "total": total}
    return _("Round %(number)s") % {"number": number}


def _tab_name(tab: str) -> str:
    """For the title of the page; the first tab is the tournament itself."""
    names = {
        "rounds": _("Rounds"),
        "standings": _("Standings"),
        "entries": _("Entries"),
        "live": pgettext("match", "Live"),
        "rules": _("Rule card"),
    }
    return names.get(tab, "")


def _agreed(shown: Tournament) -> dict[str, Any]:
    """The rule card in one line: match lengths, and the clock of an early match. `steps` counts the different lengths."""
    games = shown.agreed["options"].get("session_games")
    lengths = [games] if games else shown.agreed["lengths"]
    clock = clock_from(shown.agreed["clock"], lengths[-1])
    while len(lengths) > 1 and lengths[-1] == lengths[-2]:
        lengths = lengths[:-1]
    return {
        "is_session": bool(games),
        "is_knockout": FORMATS[shown.format].counts == "knockout",
        "steps": len(lengths),
        "final": lengths[0],
        "semifinal": lengths[min(1, len(lengths) - 1)],
        "quarterfinal": lengths[min(2, len(lengths) - 1)],
        "earlier": lengths[-1],
        "minutes": clock and f"{clock.reserve_ms / 60_000:g}",
        "seconds": clock and f"{clock.delay_ms / 1000:g}",
    }
