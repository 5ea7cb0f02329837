"""The draw room: look at the draw, shuffle it, swap players, and publish it by the start."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.started import is_unplayed
from tournaments.bracket.services.draw_previews import (
    begin_preview,
    show_draw,
    swap_entries,
    undo_swap,
)
from tournaments.bracket.views.directing import directed
from tournaments.desk.selectors.draw_room import DrawRoom, draw_room
from tournaments.models import Tournament
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.ruling.services.undo_start import undo_start as undo_the_start
from web.errors import DomainError
from web.requests import number_in, posted

BEFORE_START = (Tournament.Status.DRAFT, Tournament.Status.OPEN)
MINE = frozenset({"bad_swap", "too_many_swaps", "too_many_draws", "no_such_draw", "no_preview"})
MOST_SHOWN = 4096 * 12  # characters of a list of entries


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview of the draw; a POST begins it, shows another draw, or swaps two players."""
    tournament = directed(request, slug)
    if request.method == "POST":
        return _change(request, tournament)
    if tournament.status not in BEFORE_START:
        return redirect("tournament-manage", slug)
    return room_page(request, tournament)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the start, with a reason, while nothing is played; then look at the draw again."""
    tournament = directed(request, slug)
    form = ReasonForm(posted(request))
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        undo_the_start(tournament.pk, by=request.user, now=timezone.now(), reason=reason)
        messages.success(request, _("Start undone. The tournament is open for entry again."))
        return redirect("tournament-manage", slug)
    is_on = tournament.status == Tournament.Status.RUNNING and is_unplayed(tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Undo start"),
        "text": _(
            "The draw and its match slips become invalid, and the tournament is open for entry again. "
            "You can then change entries and settings, and preview the draw again."
        ),
        "verb": _("Undo start"),
        "refused": ""
        if is_on
        else _("The start can be undone only until a match has started or has a result."),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/ruling/reason.html", context, status=status)


def room_page(
    request: HttpRequest, tournament: Tournament, *, changed: bool = False
) -> HttpResponse:
    """The room as it is now; `changed` (409): instead of publishing a draw that is not any more the one that was seen."""
    room = draw_room(tournament)
    context: dict[str, Any] = {"tournament": tournament, "room": room, "changed": changed}
    if changed and room is not None:
        context |= _changes(request, tournament, room)
    status = 409 if changed else 200
    return render(request, "tournaments/desk/draw_room.html", context, status=status)


def _changes(request: HttpRequest, tournament: Tournament, room: DrawRoom) -> dict[str, list[str]]:
    """Who came into the draw and who left it since the page was shown that was sent."""
    listed = request.POST.get("field", "")[:MOST_SHOWN].split(",")
    before = {pk for text in listed if (pk := number_in(text)) is not None}
    now = room.preview.entries
    if not before:
        return {}
    titles = titles_of(tournament)
    return {
        "came": [entry.title for pk, entry in now.items() if pk not in before],
        "left": sorted(titles[pk] for pk in before - now.keys() if pk in titles),
    }


def _change(request: HttpRequest, tournament: Tournament) -> HttpResponseRedirect:
    """What one button asks for. A refusal is said above the room, which shows what is kept."""
    room = reverse("tournament-draw", args=[tournament.slug])
    try:
        return redirect(room + _do(request, tournament))
    except DomainError as refused:
        if refused.code not in MINE:
            raise
        messages.error(request, refused.detail)
        return redirect(room)


def _do(request: HttpRequest, tournament: Tournament) -> str:
    """Returns the place on the page to look at."""
    pk, by, given = tournament.pk, request.user, request.POST
    match given.get("do"):
        case "show":
            show_draw(pk, by=by, number=number_in(given.get("number", "")) or 0)
        case "swap":
            chosen = [number_in(text) or 0 for text in given.getlist("chosen")]
            if len(chosen) != 2:
                raise DomainError("bad_swap", _("Select two players to swap."))
            swap_entries(pk, by=by, first=chosen[0], second=chosen[1])
            titles = titles_of(tournament)
            text = _("Swapped: %(first)s and %(second)s.")
            names = {"first": titles[chosen[0]], "second": titles[chosen[1]]}
            messages.success(request, text % names)
            return f"#seat-{chosen[0]}"
        case "unswap":
            undo_swap(pk, by=by)
        case _:
            begin_preview(pk, by=by)
    return ""
