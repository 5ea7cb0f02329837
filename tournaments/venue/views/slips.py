"""The page behind the code on a slip: a player reports the score, the other says yes or no. For a phone first."""

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
from tournaments.venue.selectors.venue import SlipRow, Told, slip_row, told_of
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Speaker
from tournaments.venue.services.typed_results import claimed
from tournaments.venue.views import codes, missing_opponent
from web.errors import DomainError, NotFound

SPOKE = "spoke_%d"  # a signed cookie: for whom this browser has spoken with the slip in hand
REMEMBERED_S = 6 * 3600
State = ScoreReport.State


@dataclass(frozen=True, slots=True)
class Held:
    """A slip, who looks at it, and for whom he speaks if that is known."""

    slip: Slip
    tournament: Tournament
    row: SlipRow
    side: int | None
    signed_in: bool

    def remember(self, request: HttpRequest, response: HttpResponse, who: Speaker) -> None:
        """This browser has spoken for him with the slip in hand."""
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
    """A report that waits. `is_agreed`: the other side says the same, but not signed in as it has to for a result at once.

    `is_mine`: this viewer has reported or confirmed it. `in_my_name`: somebody with the slip did that for them.
    """

    told: Told
    answerer: str
    is_agreed: bool
    is_mine: bool
    in_my_name: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def slip(request: HttpRequest, code: str) -> HttpResponse:
    """Report, confirm, object; whoever holds the slip may, for the one whose name he chooses."""
    now = timezone.now()
    held = held_slip(request, code, now)
    if request.GET.get("key") == _key(held) and getattr(request, "htmx", False):
        return HttpResponse(status=204)
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    form = ReportForm(request.POST if request.POST.get("do") == "report" else None, row=held.row)
    if request.method == "POST":
        done = _do(request, held, form, now)
        if isinstance(done, HttpResponse):
            return done
        form = done
    status = 422 if form.errors or request.method == "POST" else 200
    return render(request, "tournaments/venue/slip.html", _context(held, form), status=status)


def held_slip(request: HttpRequest, code: str, now: datetime) -> Held:
    """What the code leads to, and for whom its holder speaks; codes that do not exist are counted by address."""
    found = Slip.objects.select_related("pairing__round", "pairing__stage__tournament")
    one = codes.look_up(request, now, found.filter(code=code.lower()).first)
    if one is None:
        raise NotFound("no_such_slip", _("There is no such slip. Look at the code again."))
    tournament = one.pairing.stage.tournament
    mine = side_of(request.user, one)
    chosen = request.get_signed_cookie(SPOKE % one.pk, default="", max_age=REMEMBERED_S)
    side = mine or (int(chosen) if chosen else None)
    return Held(one, tournament, slip_row(one, tournament), side, mine is not None)


def _do(
    request: HttpRequest, held: Held, form: ReportForm, now: datetime
) -> HttpResponse | ReportForm:
    """What was pressed; the form when the page is shown again with what is wrong."""
    verb = request.POST.get("do", "")
    said: ScoreReport | None
    try:
        if verb == "report":
            if not form.is_valid():
                return form
            who = who_speaks(request, held, form.cleaned_data["side"])
            if who is None:
                form.add_error("side", _("Say who you are."))
                return form
            said = reporting.report(held.slip.pk, who, form.claim(), now=now)
        elif verb in missing_opponent.VERBS:
            known = (held.side, held.signed_in)
            who = missing_opponent.speak(request, held.slip, held.row, known, now)
            said = None
        else:
            who, said = _answer(request, held, verb, now)
    except DomainError as error:
        if not form.is_bound:  # an answer, not a report
            form = ReportForm({}, row=held.row)
            form.full_clean()
            form.errors.clear()
        form.add_error(None, error.detail)
        return form
    if said is not None:
        _tell(request, said)
    response = redirect("slip", held.slip.code)
    held.remember(request, response, who)
    return response


def _answer(
    request: HttpRequest, held: Held, verb: str, now: datetime
) -> tuple[Speaker, ScoreReport]:
    """Yes or no to what the other has reported; whoever answers speaks for the other side. A player who is signed in
    also answers what somebody has reported in their name with the slip."""
    told = _asked(request.POST.get("report", ""), held)
    if held.signed_in and told.side == held.side and told.with_slip:
        who = speaker(request, held, held.side)
        if verb == "confirm":
            claim, _side = claimed(held.slip, told.id)
            return who, reporting.report(held.slip.pk, who, claim, now=now)
        return who, reporting.object_to(held.slip.pk, who, report_id=told.id, now=now)
    other = next(entry for entry in held.row.entries if entry != told.side)
    if held.side is not None and held.side != other:
        name = held.row.names[held.row.entries.index(other)]
        text = _("You have spoken for the other side already. %(name)s answers on another phone.")
        raise DomainError("same_phone", text % {"name": name})
    who = speaker(request, held, other)
    act = reporting.confirm if verb == "confirm" else reporting.object_to
    return who, act(held.slip.pk, who, report_id=told.id, now=now)


def _asked(pk: str, held: Held) -> Told:
    for told in held.row.told:
        if str(told.id) == pk and told.side in held.row.entries:
            return told
    text = _("What was reported has changed meanwhile. Look again.")
    raise DomainError("report_changed", text)


def who_speaks(request: HttpRequest, held: Held, chosen: int | None) -> Speaker | None:
    """A player of this match who is signed in, else whoever has chosen a name; None while that is not known."""
    side = held.side or chosen
    return None if side is None else speaker(request, held, side)


def speaker(request: HttpRequest, held: Held, side: int | None) -> Speaker:
    """Who speaks for a side. Of a holder of the slip the network is kept, as a digest."""
    user = request.user if isinstance(request.user, User) else None
    if held.signed_in:
        return Speaker(side, user)
    network = codes.network_digest(request, held.slip.pk)
    return Speaker(side, user, with_slip=True, network=network)


def number(text: str) -> int:
    """A whole number out of a form; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def _tell(request: HttpRequest, said: ScoreReport) -> None:
    texts = {
        ScoreReport.State.CONFIRMED: _("Both say the same: the result is recorded."),
        ScoreReport.State.AGREED: _("Confirmed."),
        ScoreReport.State.DISPUTED: _("The desk is told and decides."),
        ScoreReport.State.WAITING: _("Reported."),
    }
    messages.success(request, texts.get(ScoreReport.State(said.state), _("Reported.")))


def _key(held: Held) -> str:
    return f"{held.tournament.version}"


def _context(held: Held, form: ReportForm) -> dict[str, Any]:
    row, side = held.row, held.side
    result = reporting.result_of(held.slip) if row.closed_at else None
    return {
        "tournament": held.tournament,
        "row": row,
        "sides": list(zip(row.entries, row.names, strict=True)),
        "side": side,
        "me": row.names[row.entries.index(side)] if side in row.entries else "",
        "signed_in": held.signed_in,
        "ask_who": side is None,
        "is_void": held.slip.voided_at is not None,
        "running": held.tournament.status == Tournament.Status.RUNNING,
        "result": _result(result, held.slip) if result else None,
        "open_report": _open_report(held),
        "points": range(row.length),
        "unplayed": UNPLAYED,
        "form": form,
        "sheet": venue.score_sheets if (venue := venue_of(held.tournament)) else False,
        "key": _key(held),
        "missed": missing_opponent.missed(held.slip, row, side),
        "may_miss": missing_opponent.may_miss(held.slip, row, side),
    }


def _open_report(held: Held) -> OpenReport | None:
    """The report that stands unless somebody objects, as this viewer sees it."""
    row = held.row
    waiting = next((told for told in row.told if told.state == State.WAITING), None)
    if waiting is None or row.disputed_at or waiting.side not in row.entries:
        return None
    agreed = next((told for told in row.told if told.state == State.AGREED), None)
    mine = next((told for told in (waiting, agreed) if told and told.side == held.side), None)
    names = dict(zip(row.entries, row.names, strict=True))
    other = next(entry for entry in row.entries if entry != waiting.side)
    by_slip = held.signed_in and mine is not None and mine.with_slip
    return OpenReport(
        told=waiting,
        answerer=names.get(held.side or other, "") if by_slip else names[other],
        is_agreed=agreed is not None,
        is_mine=mine is not None and not by_slip,
        in_my_name=by_slip,
    )


def _result(result: Any, of: Slip) -> Told:
    """A result as it is told on the slip: like a report."""
    as_report = ScoreReport(
        kind=result.kind,
        winner_id=result.winner_id,
        score=result.score,
        state="",
        at=result.created_at,
    )
    return told_of(as_report, of)
