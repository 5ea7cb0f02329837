"""The page behind the code on a slip: a player reports the score, the opponent confirms or objects. Made for phones."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.models import ScoreReport, Slip, Tournament
from tournaments.venue.forms.slips import UNPLAYED, ReportForm
from tournaments.venue.selectors.may_report_for import side_of
from tournaments.venue.selectors.venue import SlipReport, SlipRow, slip_report, slip_row
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Reporter
from tournaments.venue.services.typed_results import reported_claim
from tournaments.venue.views import codes, missing_opponent
from web.errors import DomainError, NotFound

SPOKE = "spoke_%d"  # a signed cookie: for which entry this browser has reported with the slip
REMEMBERED_S = 6 * 3600
State = ScoreReport.State


@dataclass(frozen=True, slots=True)
class SlipAccess:
    """A slip as its viewer may use it: `side` is the entry for which the viewer reports, if it is known."""

    slip: Slip
    tournament: Tournament
    row: SlipRow
    side: int | None
    signed_in: bool

    def remember(self, request: HttpRequest, response: HttpResponse, who: Reporter) -> None:
        """Keep in a cookie for which entry this browser has reported with the slip."""
        if who.with_slip:
            response.set_signed_cookie(
                SPOKE % self.slip.pk,
                str(who.side),
                max_age=REMEMBERED_S,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure(),
            )


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A report that waits. `is_agreed`: the other side reports the same, but that does not count at once (confirmation.py).

    `is_mine`: this viewer has reported or confirmed it. `in_my_name`: somebody with the slip did that for them.
    """

    report: SlipReport
    answerer: str
    is_agreed: bool
    is_mine: bool
    in_my_name: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def slip(request: HttpRequest, code: str) -> HttpResponse:
    """Report, confirm, object. A holder of the slip may do it for the entry they choose."""
    now = timezone.now()
    access = slip_access(request, code, now)
    if request.GET.get("key") == _key(access) and getattr(request, "htmx", False):
        return HttpResponse(status=204)
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    form = ReportForm(request.POST if request.POST.get("do") == "report" else None, row=access.row)
    if request.method == "POST":
        done = _do(request, access, form, now)
        if isinstance(done, HttpResponse):
            return done
        form = done
    status = 422 if form.errors or request.method == "POST" else 200
    return render(request, "tournaments/venue/slip.html", _context(access, form), status=status)


def slip_access(request: HttpRequest, code: str, now: datetime) -> SlipAccess:
    """The slip of a code and the entry for which the viewer reports; wrong codes are counted (codes.py)."""
    slips = Slip.objects.select_related("pairing__round", "pairing__stage__tournament")
    slip = codes.look_up(request, now, slips.filter(code=code.lower()).first)
    if slip is None:
        raise NotFound("no_such_slip", _("Match slip not found. Check the code."))
    tournament = slip.pairing.stage.tournament
    mine = side_of(request.user, slip)
    chosen = request.get_signed_cookie(SPOKE % slip.pk, default="", max_age=REMEMBERED_S)
    side = mine or (int(chosen) if chosen else None)
    return SlipAccess(slip, tournament, slip_row(slip, tournament), side, mine is not None)


def _do(
    request: HttpRequest, access: SlipAccess, form: ReportForm, now: datetime
) -> HttpResponse | ReportForm:
    """Carry out the pressed button; returns the form if the page is shown again with its errors."""
    verb = request.POST.get("do", "")
    stored: ScoreReport | None
    try:
        if verb == "report":
            if not form.is_valid():
                return form
            who = reporter_of(request, access, form.cleaned_data["side"])
            if who is None:
                form.add_error("side", _("Choose your name."))
                return form
            stored = reporting.report(access.slip.pk, who, form.claim(), now=now)
        elif verb in missing_opponent.VERBS:
            viewer = (access.side, access.signed_in)
            who = missing_opponent.report_or_end(request, access.slip, access.row, viewer, now)
            stored = None
        else:
            who, stored = _answer(request, access, verb, now)
    except DomainError as error:
        if not form.is_bound:  # an answer, not a report
            form = ReportForm({}, row=access.row)
            form.full_clean()
            form.errors.clear()
        form.add_error(None, error.detail)
        return form
    if stored is not None:
        _show_outcome(request, stored)
    response = redirect("slip", access.slip.code)
    access.remember(request, response, who)
    return response


def _answer(
    request: HttpRequest, access: SlipAccess, verb: str, now: datetime
) -> tuple[Reporter, ScoreReport]:
    """Confirm a report or object to it, for the other side. A signed-in player also answers what somebody reported in their
    name with the slip."""
    report = _answered_report(request.POST.get("report", ""), access)
    if access.signed_in and report.side == access.side and report.with_slip:
        who = reporter_for(request, access, access.side)
        if verb == "confirm":
            claim, _side = reported_claim(access.slip, report.id)
            return who, reporting.report(access.slip.pk, who, claim, now=now)
        return who, reporting.object_to(access.slip.pk, who, report_id=report.id, now=now)
    other = next(entry for entry in access.row.entries if entry != report.side)
    if access.side is not None and access.side != other:
        name = access.row.names[access.row.entries.index(other)]
        text = _("You already reported for the other side. %(name)s must answer on another phone.")
        raise DomainError("same_phone", text % {"name": name})
    who = reporter_for(request, access, other)
    act = reporting.confirm if verb == "confirm" else reporting.object_to
    return who, act(access.slip.pk, who, report_id=report.id, now=now)


def _answered_report(pk: str, access: SlipAccess) -> SlipReport:
    for report in access.row.reports:
        if str(report.id) == pk and report.side in access.row.entries:
            return report
    text = _("This page is out of date. Reload it and try again.")
    raise DomainError("report_changed", text)


def reporter_of(request: HttpRequest, access: SlipAccess, chosen: int | None) -> Reporter | None:
    """The signed-in player of this match, else the holder of the slip who has chosen a name; None while neither is known."""
    side = access.side or chosen
    return None if side is None else reporter_for(request, access, side)


def reporter_for(request: HttpRequest, access: SlipAccess, side: int | None) -> Reporter:
    """The reporter for a side. Of a holder of the slip a digest of the network is stored."""
    user = request.user if isinstance(request.user, User) else None
    if access.signed_in:
        return Reporter(side, user)
    network = codes.network_digest(request, access.slip.pk)
    return Reporter(side, user, with_slip=True, network=network)


def number(text: str) -> int:
    """A whole number out of a form; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def _show_outcome(request: HttpRequest, report: ScoreReport) -> None:
    texts = {
        ScoreReport.State.CONFIRMED: _("Both reports agree. Result recorded."),
        ScoreReport.State.AGREED: _("Result confirmed."),
        ScoreReport.State.DISPUTED: _("The director will decide."),
        ScoreReport.State.WAITING: _("Result reported."),
    }
    messages.success(request, texts.get(ScoreReport.State(report.state), _("Result reported.")))


def _key(access: SlipAccess) -> str:
    return f"{access.tournament.version}"


def _context(access: SlipAccess, form: ReportForm) -> dict[str, Any]:
    row, side = access.row, access.side
    result = reporting.result_of(access.slip) if row.closed_at else None
    return {
        "tournament": access.tournament,
        "row": row,
        "sides": list(zip(row.entries, row.names, strict=True)),
        "side": side,
        "me": row.names[row.entries.index(side)] if side in row.entries else "",
        "signed_in": access.signed_in,
        "ask_who": side is None,
        "is_void": access.slip.voided_at is not None,
        "running": access.tournament.status == Tournament.Status.RUNNING,
        "result": _result(result, access.slip) if result else None,
        "open_report": _open_report(access),
        "points": range(row.length),
        "unplayed": UNPLAYED,
        "form": form,
        "sheet": venue.score_sheets if (venue := venue_of(access.tournament)) else False,
        "key": _key(access),
        "missed": missing_opponent.missing_players(access.slip, row, side),
        "may_miss": missing_opponent.may_miss(access.slip, row, side),
    }


def _open_report(access: SlipAccess) -> OpenReport | None:
    """The waiting report as this viewer sees it."""
    row = access.row
    waiting = next((report for report in row.reports if report.state == State.WAITING), None)
    if waiting is None or row.disputed_at or waiting.side not in row.entries:
        return None
    agreed = next((report for report in row.reports if report.state == State.AGREED), None)
    mine = next(
        (report for report in (waiting, agreed) if report and report.side == access.side), None
    )
    names = dict(zip(row.entries, row.names, strict=True))
    other = next(entry for entry in row.entries if entry != waiting.side)
    by_slip = access.signed_in and mine is not None and mine.with_slip
    return OpenReport(
        report=waiting,
        answerer=names.get(access.side or other, "") if by_slip else names[other],
        is_agreed=agreed is not None,
        is_mine=mine is not None and not by_slip,
        in_my_name=by_slip,
    )


def _result(result: Any, of: Slip) -> SlipReport:
    """A result in the shape of a report, for the page of the slip."""
    as_report = ScoreReport(
        kind=result.kind,
        winner_id=result.winner_id,
        score=result.score,
        state="",
        at=result.created_at,
    )
    return slip_report(as_report, of)
