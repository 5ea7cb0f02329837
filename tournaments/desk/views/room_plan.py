"""The plan of the playing room at the desk, and the page where its tables are arranged."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from accounts.requests import me
from tournaments.bracket.selectors import change_key
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.desk.selectors.arranged_room import ArrangedRoom, arranged_rooms
from tournaments.desk.selectors.room_scope import plan_at_desk, preload_rights, running_together
from tournaments.models import Tournament
from tournaments.venue.selectors.plan_layout import IN_A_ROW, LAST, Place, place_in
from tournaments.venue.services import room_plan as services
from web.errors import DomainError
from web.requests import by_htmx, number_in

AGAIN_S = 30  # minutes pass without any change


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan; `?arrange` shows it to be arranged. It polls with the key of what it shows; 204: nothing has changed.

    POST `do`: arrange puts the tables where their `place-<id>` says, or their line `<id>:<row>,<column>` in `places`; rows
    lays them in rows of `in_a_row`.
    """
    tournament = tournament_with_right(request, slug)
    if request.method == "POST":
        return _arrange(request, tournament)
    if "arrange" in request.GET:
        return _arranging(request, tournament)
    now = timezone.now()
    listed = running_together(tournament, request.user)
    preload_rights(tournament, listed, request.user)
    key = f"{change_key.desk_key(listed)}.{int(now.timestamp()) // AGAIN_S}"
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    plan_now = plan_at_desk(tournament, request.user, now, listed)
    context = {"tournament": tournament, "key": key, "plan": plan_now}
    part = "room_plan_live.html" if by_htmx(request) else "room_plan.html"
    return render(request, f"tournaments/desk/{part}", context)


def _arranging(
    request: HttpRequest,
    tournament: Tournament,
    typed: Mapping[str, str] | None = None,
    error: DomainError | None = None,
) -> HttpResponse:
    rooms: list[ArrangedRoom] = arranged_rooms(tournament, typed)
    context: dict[str, Any] = {
        "tournament": tournament,
        "rooms": rooms,
        "last": LAST,
        "in_a_row": (typed.get("in_a_row", "") if typed else "") or IN_A_ROW,
        "error": error.detail if error else "",
    }
    status = 200 if error is None else 422
    return render(request, "tournaments/desk/room_arrange.html", context, status=status)


def _arrange(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sent = _typed(request.POST)
    try:
        if sent.get("do") == "rows":
            in_a_row = number_in(sent.get("in_a_row", "").strip()) or 0
            services.lay_in_rows(tournament.pk, in_a_row, by=me(request))
        else:
            services.place_tables(tournament.pk, _places(sent), by=me(request))
    except DomainError as error:
        return _arranging(request, tournament, sent, error)
    messages.success(request, _("Plan saved."))
    return redirect("tournament-room-plan", tournament.slug)


def _typed(sent: QueryDict) -> dict[str, str]:
    """The fields of the form, with each line of `places` as a field of its own."""
    lines = (line.partition(":") for line in sent.get("places", "").splitlines())
    fields = {name: sent.get(name, "") for name in sent}
    return fields | {f"place-{pk.strip()}": place for pk, mark, place in lines if mark}


def _places(sent: Mapping[str, str]) -> dict[int, Place]:
    """The places in the form; what is not a place is 0, 0, which the service refuses."""
    typed = {
        number_in(name.removeprefix("place-")): sent.get(name, "")
        for name in sent
        if name.startswith("place-")
    }
    return {pk: place_in(text) or (0, 0) for pk, text in typed.items() if pk is not None}
