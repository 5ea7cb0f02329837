"""The director's rulings once a tournament runs: one page a pairing, one a player who leaves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import DomainError, NotFound
from accounts.requests import posted
from tournaments.forms.manage import CorrectionForm, ForfeitForm, ReasonForm, TimeForm
from tournaments.selectors import bracket, entries
from tournaments.selectors import rulings as selectors
from tournaments.selectors.shapes import PairingRow, RoundRow
from tournaments.services import at_the_table, rulings
from tournaments.views.director import directed

AT_THE_TABLE = {"pause": at_the_table.pause, "resume": at_the_table.resume}
LEAVING = {"withdraw": rulings.withdraw, "disqualify": rulings.disqualify}


@login_required
def pairing(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """What a director may decide about one pairing: pause, time, forfeit, another result, void."""
    tournament = directed(request, slug)
    stage, row = _find(bracket.bracket_view(tournament, request.user), pairing_id)
    sides = [(slot.entry, slot.player.name) for slot in row.slots if slot.entry and slot.player]
    verb = request.POST.get("verb", "")
    forms = {
        "forfeit": ForfeitForm(_data(request, verb, "forfeit"), sides=sides, prefix="f"),
        "correct": CorrectionForm(_data(request, verb, "correct"), sides=sides, prefix="c"),
        "void": ReasonForm(_data(request, verb, "void"), prefix="v"),
        "pause": ReasonForm(_data(request, verb, "pause"), prefix="p"),
        "resume": ReasonForm(_data(request, verb, "resume"), prefix="p"),
        "clock": TimeForm(_data(request, verb, "clock"), sides=sides, prefix="t"),
    }
    form, moved = forms.get(verb), ""
    if form is not None and form.is_valid():
        confirm = request.POST.get("confirm") == "yes"
        try:
            _rule(request, verb, row, form.cleaned_data, confirm)
            messages.success(request, _("Done, and written down."))
            return redirect("tournament-manage", slug)
        except DomainError as error:
            if error.code != "needs_confirmation":
                raise
            moved = error.detail
    context = {
        "tournament": tournament,
        "stage": stage,
        "pairing": row,
        "forms": forms,
        "complete": len(sides) == 2,
        "table": selectors.table_state(row.match) if row.match and row.state != "done" else None,
        "verb": verb,
        "moved": moved,
    }
    failed = bool(form is not None and form.errors)
    status = 422 if failed else 409 if moved else 200
    return render(request, "tournaments/director/pairing.html", context, status=status)


@login_required
def leave(request: HttpRequest, slug: str, entry_id: int, verb: str) -> HttpResponse:
    """An entry withdraws or is disqualified while the tournament runs."""
    tournament = directed(request, slug)
    rows = entries.entry_rows(tournament, request.user)
    entry = next((row for row in rows if row.id == entry_id), None)
    if entry is None or verb not in LEAVING:
        raise NotFound("no_such_entry", _("There is no such entry."))
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        LEAVING[verb](
            entry_id, by=request.user, now=timezone.now(), reason=form.cleaned_data["reason"]
        )
        messages.success(request, _("Done, and written down."))
        return redirect("tournament-manage", slug)
    name = {"name": entry.player.name}
    out = verb == "disqualify"
    context = {
        "tournament": tournament,
        "form": form,
        "title": (_("Disqualify %(name)s") if out else _("Withdraw %(name)s")) % name,
        "text": _("A match that is on is lost; later opponents advance without play."),
        "verb": _("Disqualify") if out else _("Withdraw"),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/director/reason.html", context, status=status)


def _rule(
    request: HttpRequest, verb: str, row: PairingRow, data: dict[str, object], confirm: bool
) -> None:
    now, by, reason = timezone.now(), request.user, str(data["reason"])
    if verb == "forfeit":
        rulings.forfeit(row.id, by=by, losers=data["losers"], now=now, reason=reason)  # type: ignore[arg-type]  # the form's ints
    elif verb in AT_THE_TABLE:
        AT_THE_TABLE[verb](row.id, by=by, now=now, reason=reason)
    elif verb == "clock":
        entry, seconds = int(str(data["entry"])), int(str(data["seconds"]))
        at_the_table.give_time(row.id, by=by, entry=entry, seconds=seconds, now=now, reason=reason)
    elif verb == "void":
        rulings.void_result(row.id, by=by, now=now, reason=reason, confirm=confirm)
    else:
        winner = int(str(data["winner"]))
        loser = next(s.entry for s in row.slots if s.entry and s.entry != winner)
        score = {winner: int(str(data["winner_points"])), loser: int(str(data["loser_points"]))}
        rulings.correct_result(
            row.id, by=by, winner=winner, score=score, now=now, reason=reason, confirm=confirm
        )


def _data(request: HttpRequest, verb: str, name: str) -> QueryDict | None:
    return request.POST if request.method == "POST" and verb == name else None


def _find(rounds: tuple[RoundRow, ...], pairing_id: int) -> tuple[RoundRow, PairingRow]:
    for stage in rounds:
        for row in stage.pairings:
            if row.id == pairing_id:
                return stage, row
    raise NotFound("no_such_pairing", _("There is no such pairing."))
