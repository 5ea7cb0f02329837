"""The director's pages about time: the clock desk, the settings of lateness and deadlines, a round's deadline."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from tournaments.bracket.selectors.form_version import FormVersion, Stale, pairing_version
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.views.directing import directed
from tournaments.models import Pairing, Round, RoundDeadline, Ruling, Timing, Tournament
from tournaments.ruling.forms.reasons import ReasonForm, TimeForm
from tournaments.ruling.services import lateness_penalties, live_match_rulings
from tournaments.setup.selectors.settings_version import changed_since
from tournaments.timing.forms import DeadlineForm, TimingForm
from tournaments.timing.selectors import timing as selectors
from tournaments.timing.selectors.clock_desk import clock_rounds
from tournaments.timing.services import absences, director_timing
from web.errors import NotFound
from web.requests import by_htmx, number_in, posted

Verb = Callable[..., Ruling]
EVERYWHERE: dict[str, Verb] = {
    "pause_all": live_match_rulings.pause_all,
    "resume_all": live_match_rulings.resume_all,
}
OF_A_ROUND: dict[str, Verb] = {
    "pause_round": live_match_rulings.pause_round,
    "resume_round": live_match_rulings.resume_round,
}
AT_A_TABLE: dict[str, Verb] = {
    "pause": live_match_rulings.pause,
    "resume": live_match_rulings.resume,
}


@login_required
@vary_on_headers("HX-Request")
def clocks(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches that are being played with both clocks, and the buttons to pause or resume one, a round, or all."""
    tournament = directed(request, slug)
    if request.method == "POST":
        return _do(request, tournament)
    return _desk(request, tournament)


def _desk(
    request: HttpRequest,
    tournament: Tournament,
    form: ReasonForm | None = None,
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    settings = Timing.objects.filter(tournament=tournament).first()
    rounds, wanted = clock_rounds(tournament), request.GET.get("round", "")
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "chosen": next((row for row in rounds if str(row.id) == wanted), None),
        "asked": wanted,
        "needs": [need for need in selectors.needs(tournament, now) if need.kind != "paused"],
        "held": bool(settings and settings.held_at),
        "settings": settings,
        "now": now,
        "form": form or ReasonForm(),
        "typed": request.POST,
    }
    part = by_htmx(request) and request.method != "POST"
    page = "tournaments/timing/clocks_live.html" if part else "tournaments/timing/clocks.html"
    return render(request, page, context, status=status)


def _do(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Carry out the button that was pressed. A form that is refused is shown again with the reason as typed."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _desk(request, tournament, form, status=422)
    command, _colon, target = request.POST.get("do", "").partition(":")
    ids = [pk for part in target.split(",") if (pk := number_in(part)) is not None]
    ruling = {
        "by": request.user,
        "now": timezone.now(),
        "reason": form.cleaned_data["reason"],
    }
    if command in EVERYWHERE:
        done = EVERYWHERE[command](tournament.pk, **ruling)
    elif command in OF_A_ROUND and ids:
        done = OF_A_ROUND[command](_round(tournament, ids[0]).pk, **ruling)
    elif command in AT_A_TABLE and ids:
        board = ids[1] if len(ids) > 1 else None
        done = AT_A_TABLE[command](_pairing(tournament, ids[0]), board=board, **ruling)
    else:
        raise NotFound("no_such_order", _("This page is out of date. Reload it and try again."))
    n = done.after.get("matches")
    if n is None:
        messages.success(request, _("Saved."))
    else:
        text = ngettext("Done: %(n)d match.", "Done: %(n)d matches.", n)
        messages.success(request, text % {"n": n})
    return redirect("tournament-clocks", tournament.slug)


@login_required
def give_time(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Give or take time at one table."""
    tournament = directed(request, slug)
    row = next(
        (r for group in clock_rounds(tournament) for r in group.rows if r.pairing == pairing_id),
        None,
    )
    if row is None:
        raise NotFound("no_match_on", _("This pairing has no match in progress."))
    sides = [(side.entry, side.name) for side in row.sides]
    form = TimeForm(posted(request), sides=sides)
    status = 200
    if request.method == "POST" and form.is_valid():
        command = {name: form.cleaned_data[name] for name in ("entry", "seconds", "reason")}
        command["seen"] = request.POST.get("seen")
        try:
            live_match_rulings.give_time(pairing_id, by=request.user, now=timezone.now(), **command)
        except Stale as error:
            form.add_error(None, error.detail)
            status = 409
        else:
            messages.success(request, _("Saved."))
            return redirect("tournament-clocks", slug)
    context = {"tournament": tournament, "row": row, "form": form}
    context["seen"] = pairing_version(Pairing.objects.get(pk=pairing_id)).mark
    status = 422 if form.errors and status == 200 else status
    return render(request, "tournaments/timing/give_time.html", context, status=status)


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """How this tournament treats lateness and deadlines."""
    tournament = directed(request, slug)
    row = Timing.objects.filter(tournament=tournament).first() or Timing(tournament=tournament)
    names = ("lateness", "penalty", "grace_min", "step_min", "round_days", "ends_at")
    initial = {name: getattr(row, name) for name in (*names, "remind_hours")}
    form = TimingForm(posted(request), initial=initial)
    seen = FormVersion(initial, None)
    changed = changed_since(request.POST.get("seen", ""), seen, Timing)
    if request.method == "POST" and form.is_valid() and not changed:
        director_timing.set_timing(
            tournament.pk, by=request.user, now=timezone.now(), **form.cleaned_data
        )
        messages.success(request, _("Saved. The change applies to new matches."))
        return redirect("tournament-timing", slug)
    context = {"tournament": tournament, "form": form, "deadlines": _deadlines(tournament)}
    context |= {"changed": changed, "seen": seen.mark}
    status = 422 if form.errors else 409 if changed else 200
    return render(request, "tournaments/timing/settings.html", context, status=status)


@login_required
def deadline(request: HttpRequest, slug: str, round_id: int) -> HttpResponse:
    """Set or move the deadline of a round."""
    tournament = directed(request, slug)
    row = _round(tournament, round_id)
    own = RoundDeadline.objects.filter(round=row).first()
    form = DeadlineForm(posted(request), initial={"until": own.play_until if own else None})
    if request.method == "POST" and form.is_valid():
        director_timing.set_deadline(
            row.pk, by=request.user, now=timezone.now(), **form.cleaned_data
        )
        messages.success(request, _("Saved."))
        return redirect("tournament-timing", slug)
    name = names_of(tournament).full_round(row)
    context = {"tournament": tournament, "name": name, "form": form, "deadline": own}
    status = 422 if form.errors else 200
    return render(request, "tournaments/timing/deadline.html", context, status=status)


@login_required
@require_POST
def penalty(request: HttpRequest, slug: str, penalty_id: int) -> HttpResponse:
    """Give a proposed penalty, or excuse the lateness."""
    tournament = directed(request, slug)
    rows = selectors.proposed(tournament).filter(pk=penalty_id)
    if not rows.exists():
        raise NotFound("no_such_penalty", _("This no longer exists. Reload the page."))
    accept = request.POST.get("do") == "accept"
    lateness_penalties.decide(penalty_id, accept=accept, by=request.user, now=timezone.now())
    messages.success(request, _("Saved."))
    return redirect("tournament-clocks", slug)


@login_required
@require_POST
def arrived(request: HttpRequest, slug: str, absence_id: int) -> HttpResponse:
    """A missing player has come."""
    tournament = directed(request, slug)
    if not selectors.missing(tournament).filter(pk=absence_id).exists():
        raise NotFound("no_such_absence", _("This no longer exists. Reload the page."))
    absences.arrived(absence_id, by=request.user, now=timezone.now())
    messages.success(request, _("Player marked as arrived."))
    return redirect("tournament-clocks", slug)


def _deadlines(tournament: Tournament) -> list[dict[str, Any]]:
    names = names_of(tournament)
    rows = RoundDeadline.objects.filter(round__in=names.rounds)
    by_round = {row.round_id: row for row in rows}
    return [
        {"round": row.pk, "name": names.full_round(row), "deadline": by_round.get(row.pk)}
        for row in names.rounds.values()
    ]


def _round(tournament: Tournament, round_id: int) -> Round:
    row = Round.objects.filter(pk=round_id, stage__tournament=tournament, voided_at=None).first()
    if row is None:
        raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
    return row


def _pairing(tournament: Tournament, pairing_id: int) -> int:
    if not tournament.stages.filter(pairings=pairing_id).exists():
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return pairing_id
