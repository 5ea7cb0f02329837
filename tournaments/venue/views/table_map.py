"""The desk's map of tables: a grid of tables, waiting matches, and results typed there."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.requests import me
from tournaments.bracket.selectors import change_key
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, may
from tournaments.models import PlayingTable, Slip, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.ruling.views.preview_flow import preview_page
from tournaments.venue.forms.slips import UNPLAYED, ReportForm
from tournaments.venue.forms.tables import AddTablesForm
from tournaments.venue.selectors.claims import claims_of
from tournaments.venue.selectors.floor import floor_of
from tournaments.venue.selectors.venue import slip_address, slip_row
from tournaments.venue.services import assumed_start, confirmation, rest, rooms, table_desk
from tournaments.venue.services.reporting import result_of
from tournaments.venue.services.typed_results import TypedResult, reported_claim, type_result
from web import qr
from web.errors import DomainError, NotFound
from web.requests import by_htmx, number_in, typed_in


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables with their matches, and the buttons to add and seat them and to begin matches. `?table=` shows what can be changed
    of that table: with the forms of 300 tables the page would be three times as large."""
    tournament = tournament_with_right(request, slug)
    key = change_key.page_key(tournament)
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    form = AddTablesForm(request.POST if request.POST.get("do") == "add" else None)
    if request.method == "POST":
        try:
            if _done(request, tournament, form):
                return redirect("tournament-tables", slug)
        except DomainError as error:
            form.add_error(None, error.detail) if form.is_bound else messages.error(
                request, error.detail
            )
            if not form.is_bound:
                return redirect("tournament-tables", slug)
    floor = floor_of(tournament, timezone.now())
    context = {
        "tournament": tournament,
        "floor": floor,
        "has_tables": bool(floor.tables),
        "key": key,
        "form": form,
        "states": tuple((value, str(label)) for value, label in PlayingTable.State.choices),
        "chosen": number_in(request.GET.get("table", "")),
        "venue": venue_of(tournament),
        "directs": may(request.user, tournament, Right.DIRECT),
    }
    name = (
        "tournaments/venue/tables_live.html"
        if by_htmx(request)
        else "tournaments/venue/tables.html"
    )
    status = 422 if form.errors else 200
    return render(request, name, context, status=status)


def _done(request: HttpRequest, tournament: Tournament, form: AddTablesForm) -> bool:
    """Carry out the pressed button; False if the form is shown again."""
    verb = request.POST.get("do", "")
    if verb == "add":
        if not form.is_valid():
            return False
        data = form.cleaned_data
        n = table_desk.add_tables(
            tournament.pk, by=me(request), now=timezone.now(), first=data["first"],
            last=data["last"] or data["first"], room=data["room"],
        )  # fmt: skip
        text = ngettext("%(n)d table added.", "%(n)d tables added.", n) % {"n": n}
        messages.success(request, text)
        return True
    act = ACTS.get(verb)
    if act is None:
        raise DomainError(
            "no_such_action", _("This page is out of date. Reload it and try again."), status=400
        )
    act(request, tournament)
    return True


def _seat(request: HttpRequest, tournament: Tournament) -> None:
    number = request.POST.get("number", "").strip()
    if number and not (number.isascii() and number.isdigit()):
        raise DomainError("bad_numbers", _("Enter a table number."), status=400)
    table_desk.seat(
        tournament.pk,
        _id(request, "slip"),
        int(number[:6]) if number else None,
        by=me(request),
        now=timezone.now(),
    )


def _begin(request: HttpRequest, tournament: Tournament) -> None:
    slip_id = _id(request, "slip") if request.POST.get("slip") else None
    table_desk.begin(tournament.pk, by=me(request), now=timezone.now(), slip_id=slip_id)


def _minutes(request: HttpRequest, tournament: Tournament) -> None:
    assumed_start.set_minutes(tournament.pk, _number_of_minutes(request), by=me(request))
    messages.success(request, _("Saved."))


def _rest_minutes(request: HttpRequest, tournament: Tournament) -> None:
    rest.set_minutes(tournament.pk, _number_of_minutes(request), by=me(request))
    messages.success(request, _("Saved."))


def _report_minutes(request: HttpRequest, tournament: Tournament) -> None:
    confirmation.set_minutes(tournament.pk, _number_of_minutes(request), by=me(request))
    messages.success(request, _("Saved."))


def _number_of_minutes(request: HttpRequest) -> int:
    typed = request.POST.get("minutes", "").strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) < 4):
        raise DomainError("bad_minutes", _("Enter a number of minutes."), status=400)
    return int(typed)


def _stream(request: HttpRequest, tournament: Tournament) -> None:
    wanted = request.POST.get("wanted") == "1"
    table_desk.wish_stream(
        tournament.pk, _id(request, "slip"), wanted=wanted, by=me(request), now=timezone.now()
    )


def _change(request: HttpRequest, tournament: Tournament) -> None:
    change = table_desk.TableChange(
        state=request.POST.get("state") or None,
        stream=request.POST.get("stream") == "1" if "film" in request.POST else None,
        note=typed_in(request, "note", 120) if "note" in request.POST else None,
    )
    table_desk.change_table(
        tournament.pk, _id(request, "table"), change, by=me(request), now=timezone.now()
    )


def _remove(request: HttpRequest, tournament: Tournament) -> None:
    table_desk.remove_table(
        tournament.pk, _id(request, "table"), by=me(request), now=timezone.now()
    )


def _rename(request: HttpRequest, tournament: Tournament) -> None:
    room = request.POST.get("room", "").replace("\x00", "")
    rooms.rename(tournament.pk, room, typed_in(request, "name"), by=me(request))


ACTS: dict[str, Callable[[HttpRequest, Tournament], None]] = {
    "seat": _seat,
    "begin": _begin,
    "stream": _stream,
    "table": _change,
    "remove": _remove,
    "room": _rename,
    "minutes": _minutes,
    "rest-minutes": _rest_minutes,
    "report-minutes": _report_minutes,
}


def _id(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 18):
        raise NotFound("no_such_slip", _("This match is over or void. Reload the page."))
    return int(text)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def slip_at_desk(request: HttpRequest, slug: str, slip_id: int) -> HttpResponse:
    """A match at the desk: type its result, see its reports, its code for a phone."""
    tournament = tournament_with_right(request, slug)
    slips = Slip.objects.filter(pk=slip_id, pairing__stage__tournament=tournament)
    slip = slips.select_related("pairing__round", "pairing__stage__tournament").first()
    if slip is None:
        raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
    row = slip_row(slip, tournament)
    is_claim = "report" in request.POST
    typed = request.POST if request.method == "POST" and not is_claim else None
    form = ReportForm(typed, row=row, initial=claims_of(row).only)
    if is_claim or (form.is_bound and form.is_valid()):
        try:
            return _written(request, tournament, slip, form)
        except ConfirmationNeeded as error:
            title = f"{row.name}: {row.name_a} – {row.name_b}"
            stale = "confirm" in request.POST
            return preview_page(request, tournament, error.preview, title, stale=stale)
        except DomainError as error:
            if not form.is_bound:
                form = ReportForm({}, row=row)
                form.errors.clear()
            form.add_error(None, error.detail)
    reports = slip.reports.select_related("by", "side__player", "winner__player").order_by("pk")
    context: dict[str, Any] = {
        "tournament": tournament,
        "row": row,
        "sides": list(zip(row.entries, row.names, strict=True)),
        "points": range(row.length),
        "unplayed": UNPLAYED,
        "form": form,
        "reports": reports,
        "result": result_of(slip),
        "is_void": slip.voided_at is not None,
        "directs": may(request.user, tournament, Right.DIRECT),
        "claims": claims_of(row),
        "address": slip_address(slip.code),
        "picture": qr.svg(slip_address(slip.code)),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/venue/slip_at_desk.html", context, status=status)


def _written(
    request: HttpRequest, tournament: Tournament, slip: Slip, form: ReportForm
) -> HttpResponse:
    """Record the typed result, or a player's report. Refused as type_result and reported_claim are."""
    reason, confirm = typed_in(request, "reason"), request.POST.get("confirm", "")
    if form.is_bound:
        claim = form.claim()
    else:
        claim, side = reported_claim(slip, _id(request, "report"))
        reason = reason or (_("Reported by: %(name)s") % {"name": side.title} if side else "")
    type_result(slip.pk, TypedResult(me(request), claim, timezone.now(), reason, confirm))
    messages.success(request, _("Result recorded."))
    return redirect("tournament-tables", tournament.slug)


@login_required
@require_safe
def slip_code(request: HttpRequest, slug: str, slip_id: int) -> HttpResponse:
    """The QR code of a slip as a PNG, for printing."""
    tournament = tournament_with_right(request, slug)
    slips = Slip.objects.filter(pk=slip_id, pairing__stage__tournament=tournament)
    code = slips.values_list("code", flat=True).first()
    if code is None:
        raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
    image = qr.png(slip_address(code))
    return HttpResponse(image, content_type="image/png")
