"""The command palette: what fits the typed text, as options of a list; of one tournament or of an event."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.bracket.views.directing import at_desk
from tournaments.desk.selectors.command_palette import hits
from tournaments.desk.selectors.desk_scope import load_names
from tournaments.desk.selectors.palette_actions import Hit, of_event
from tournaments.desk.views.event_desk_page import event_scope
from tournaments.event.selectors import events


@login_required
@require_safe
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Players, matches and actions that fit, as far as the viewer may use them."""
    tournament = at_desk(request, slug)
    return _options_page(request, hits(load_names([tournament], request.user), _query(request)))


@login_required
@require_safe
def find_in_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The same in all tournaments of an event at whose desk the viewer works."""
    event = events.get_event(slug, request.user)
    own = event_scope(request, event)
    shorts = events.short_names(event, own.visible)
    scope = load_names(own.at_desk, request.user, shorts)
    return _options_page(request, hits(scope, _query(request), of_event(event, own.rights)))


def _query(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:80]


def _options_page(request: HttpRequest, listed: list[Hit]) -> HttpResponse:
    context = {"hits": listed, "asked": _query(request)}
    return render(request, "tournaments/desk/command_palette_options.html", context)
