"""Check-in: the desk's list of checked-in and missing entries, and the page behind the check-in code."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import me
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, may
from tournaments.entry.services import check_in
from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.entry.views.disambiguation import CHOICE, which_player
from tournaments.models import Tournament, Venue
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.ruling.views.preview_flow import confirm_entry_page
from tournaments.venue.selectors.check_in import AttendanceRow, address_of, attendance
from tournaments.venue.views import codes
from web import qr
from web.errors import DomainError, NotFound
from web.requests import number_in, typed_in

SHOWN = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk's list with its buttons: who is there, who is missing, the waiting list."""
    tournament = tournament_with_right(request, slug)
    if request.method == "POST":
        try:
            _do(request, tournament)
        except WhichPlayer as ambiguous:
            return which_player(request, tournament, ambiguous, request.path)
        except ConfirmationNeeded as refusal:
            return confirm_entry_page(request, tournament, refusal, request.path)
        except DomainError as error:
            messages.error(request, error.detail)
        if "desk" in request.POST:
            return redirect("tournament-manage", slug)
        find = request.POST.get("find", "")
        back = redirect("tournament-check-in", slug)
        if find:
            back["Location"] += f"?{urlencode({'find': find[:80]})}"
        return back
    venue = Venue.objects.filter(tournament=tournament).first()
    listed = attendance(tournament, request.GET.get("find", ""))
    address = address_of(venue.check_in_code) if venue and venue.check_in_code else ""
    context: dict[str, Any] = {
        "tournament": tournament,
        "found": listed,
        "find": request.GET.get("find", "")[:80],
        "venue": venue,
        "is_open": venue is not None and check_in.is_open(venue),
        "address": address,
        "picture": qr.svg(address) if address else "",
        "directs": may(request.user, tournament, Right.DIRECT),
        "before_start": tournament.started_at is None,
    }
    return render(request, "tournaments/venue/check_in_desk.html", context)


def _do(request: HttpRequest, tournament: Tournament) -> None:
    verb, by, now = request.POST.get("do", ""), me(request), timezone.now()
    match verb:
        case "open":
            check_in.open_check_in(tournament.pk, by=by, now=now)
        case "close":
            check_in.close_check_in(tournament.pk, by=by, now=now)
        case "stand_by":
            name = typed_in(request, "name", 60)
            choice = request.POST.get(CHOICE, "")
            check_in.join_waiting_list(tournament.pk, by=by, now=now, name=name, choice=choice)
        case "remove_missing":
            ids = request.POST.get("expected", "")
            expected = [pk for part in ids.split(",") if (pk := number_in(part)) is not None]
            reason = _("Not checked in.")
            check_in.remove_missing(tournament.pk, by=by, now=now, expected=expected, reason=reason)
            messages.success(request, _("Entries removed."))
        case "here" | "not_here" | "let_in" | "off_list":
            _do_with_entry(request, tournament, verb)
        case _:
            raise DomainError(
                "no_such_action",
                _("This page is out of date. Reload it and try again."),
                status=400,
            )


def _do_with_entry(request: HttpRequest, tournament: Tournament, verb: str) -> None:
    pk, by, now = request.POST.get("entry", ""), me(request), timezone.now()
    is_number = pk.isascii() and pk.isdigit() and len(pk) < 18
    if not is_number or not tournament.entries.filter(pk=int(pk)).exists():
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    entry = int(pk)
    if verb == "here":
        check_in.check_in(entry, by=by, now=now)
    elif verb == "not_here":
        check_in.undo_check_in(entry, by=by)
    elif verb == "let_in":
        check_in.admit_from_waiting_list(
            entry, by=by, now=now, confirm=request.POST.get("confirm", "")
        )
    else:
        check_in.leave_waiting_list(entry, by=by)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """A player checks in: signed in with a button, else by choosing their name."""
    rows = Venue.objects.filter(check_in_code=code.lower()).select_related("tournament")
    venue = codes.look_up(request, timezone.now(), rows.first)
    if venue is None:
        raise NotFound("no_such_code", _("This code is not valid. Ask at the desk."))
    tournament = venue.tournament
    sought = request.GET.get("find", "").strip()[:80]
    refused = ""
    if request.method == "POST":
        try:
            return _here(request, tournament, code)
        except DomainError as error:
            refused = error.detail
    mine = _mine(request, tournament)
    listed = attendance(tournament, sought) if sought else None
    context = {
        "tournament": tournament,
        "code": code,
        "is_open": check_in.is_open(venue),
        "mine": mine,
        "find": sought,
        "found": listed.rows[:SHOWN] if listed else (),
        "refused": refused,
    }
    status = 422 if refused else 200
    return render(request, "tournaments/venue/check_in.html", context, status=status)


def _here(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    pk = request.POST.get("entry", "")
    is_number = pk.isascii() and pk.isdigit() and len(pk) < 18
    entry = tournament.entries.filter(pk=int(pk)).first() if is_number else None
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    by = me(request) if request.user.is_authenticated else None
    check_in.check_in(entry.pk, by=by, now=timezone.now(), by_player=True)
    messages.success(request, _("Checked in: %(name)s.") % {"name": entry.title})
    return redirect("check-in", code)


def _mine(request: HttpRequest, tournament: Tournament) -> AttendanceRow | None:
    """The visitor's own entry."""
    if not request.user.is_authenticated:
        return None
    return next(iter(attendance(tournament, "", viewer=request.user).rows), None)
