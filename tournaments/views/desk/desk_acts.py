"""One thing done with one pairing from the desk: a page with one form, which the desk opens in a dialog.

The forms, the actions and the preview are those of the pairing's own page.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import DomainError, NotFound
from accounts.models import User
from tournaments.forms.quick import QuickForm, Typed
from tournaments.models import Pairing, Tournament
from tournaments.permissions import Right, require
from tournaments.selectors.desk import quick
from tournaments.selectors.desk.seen import Stale
from tournaments.selectors.ruling import rulings as selectors
from tournaments.selectors.shapes import PairingRow
from tournaments.selectors.tournament import bracket
from tournaments.selectors.tournament.names import names_of
from tournaments.selectors.venue.venue import open_slips
from tournaments.services.ruling import at_the_table
from tournaments.services.ruling.deciding import SetResult
from tournaments.services.ruling.preview import NotConfirmed, Order, rule
from tournaments.services.venue.claims import Claim
from tournaments.services.venue.typed_results import Typed as TypedResult
from tournaments.services.venue.typed_results import type_result
from tournaments.views.desk.confirming import ask_again, confirmed
from tournaments.views.desk.director import at_desk
from tournaments.views.ruling.pairing_forms import PairingForms, require_as_seen

VERBS = {"result": "correct", "forfeit": "forfeit", "pause": "pause", "resume": "resume"}
VERBS |= {"clock": "clock", "void": "void"}
AT_THE_TABLE = {"pause": at_the_table.pause, "resume": at_the_table.resume}


@login_required
def act(request: HttpRequest, slug: str, pairing_id: int, verb: str) -> HttpResponse:
    """One form about one pairing; the same rulings as on its own page."""
    tournament = at_desk(request, slug)
    require(request.user, tournament, Right.DIRECT)
    found, row, length = find(tournament, request, pairing_id)
    if verb not in VERBS:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    forms = PairingForms(request, found, row, seated=False)
    if len(forms.sides) < 2:
        raise DomainError("not_in_this_pairing", _("This pairing has not got two players."))
    stale = None
    name = VERBS[verb]
    form = forms.by_verb[name]
    if request.method == "POST" and forms.verb == name and form.is_valid():
        try:
            return _done(request, tournament, forms, row)
        except Stale as error:
            stale = error
    context = {
        "tournament": tournament,
        "pairing": row,
        "length": length,
        "verb": name,
        "form": form,
        "title": _titles(row)[verb],
        "seen": forms.action_for_seen().seen().mark,
        "stale": selectors.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/director/desk_act.html", context, status=status)


@login_required
def quick_result(request: HttpRequest, slug: str) -> HttpResponse:
    """`12 7-4`: a result typed at the desk. What is meant is told while it is typed (GET), and done by Enter (POST)."""
    tournament = at_desk(request, slug)
    require(request.user, tournament, Right.SCORE)
    given = request.POST if request.method == "POST" else request.GET
    form = QuickForm(given if given.get("text") else None)
    meant: quick.Meant | None = None
    if form.is_valid():
        meant = quick.meant(tournament, form.cleaned_data["typed"])
    if (
        request.method == "POST"
        and meant is not None
        and meant.row is not None
        and not meant.refused
    ):
        return _enter(request, tournament, meant, form.cleaned_data["typed"])
    context = {"tournament": tournament, "form": form, "meant": meant}
    if request.method == "GET" and request.GET.get("says"):
        return render(request, "tournaments/parts/desk_says.html", context)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/director/desk_quick.html", context, status=status)


def _enter(
    request: HttpRequest, tournament: Tournament, meant: quick.Meant, typed: Typed
) -> HttpResponse:
    """At once where nothing stands yet and nothing that has begun would move; else seen first."""
    row = meant.row
    if row is None:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    action = SetResult(pairing_id=row.id, winner=meant.winner, score=dict(meant.score))
    reason = request.POST.get("reason", "").strip()[:500] or _("As told at the desk")
    seen, confirm = request.POST.get("seen", ""), request.POST.get("confirm", "")
    order = Order(request.user, timezone.now(), reason, seen, confirm)
    title = f"{row.name}: {meant.said}"
    if row.state == "done" and not confirm and not seen:
        return _standing(request, tournament, meant, typed, action)
    if seen and not confirm:
        return confirmed(request, tournament, action, title=title, reason=reason)
    try:
        if not _on_slip(row.id, meant, order):
            rule(action, order)
    except NotConfirmed as error:
        return ask_again(request, tournament, error.preview, title, stale=bool(confirm))
    except Stale:
        meant = quick.meant(tournament, typed)
        return _standing(request, tournament, meant, typed, action)
    messages.success(
        request,
        _("%(pairing)s: %(said)s. Written down.") % {"pairing": row.name, "said": meant.said},
    )
    return redirect("tournament-manage", tournament.slug)


def _standing(
    request: HttpRequest,
    tournament: Tournament,
    meant: quick.Meant,
    typed: Typed,
    action: SetResult,
) -> HttpResponse:
    """What stands there already, and what was typed: asked before it is changed."""
    context = {
        "tournament": tournament,
        "meant": meant,
        "typed": typed,
        "seen": action.seen().mark,
    }
    return render(request, "tournaments/director/desk_standing.html", context, status=409)


def _on_slip(pairing: int, meant: quick.Meant, order: Order) -> bool:
    """Written down on the slip of two who meet over the board, as they say it; False where there is none to write on."""
    slip = open_slips(pairing=pairing).first()
    if slip is None or order.confirm or not isinstance(order.by, User):
        return False
    claim = Claim(meant.winner, dict(meant.score))
    type_result(slip.pk, TypedResult(order.by, claim, order.now, order.reason))
    return True


def _done(
    request: HttpRequest, tournament: Tournament, forms: PairingForms, row: PairingRow
) -> HttpResponse:
    verb, data = forms.verb, forms.data
    by, now, reason = request.user, timezone.now(), str(data["reason"])
    require_as_seen(request, forms)
    if verb in AT_THE_TABLE:
        AT_THE_TABLE[verb](row.id, by=by, now=now, reason=reason)
    elif verb == "clock":
        given = {"entry": data["entry"], "seconds": data["seconds"]}
        at_the_table.give_time(row.id, by=by, now=now, reason=reason, **given)
    else:
        title = f"{forms.title} · {row.name}"
        return confirmed(request, tournament, forms.action(), title=title, reason=reason)
    messages.success(request, _("Done, and written down."))
    return redirect("tournament-manage", tournament.slug)


def find(
    tournament: Tournament, request: HttpRequest, pairing_id: int
) -> tuple[Pairing, PairingRow, int]:
    """A pairing of this tournament as a row, and how long its matches are."""
    standing = Pairing.objects.filter(voided_at=None, pk=pairing_id, stage__tournament=tournament)
    found = standing.select_related("round", "stage").first()
    if found is None:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    found.stage.tournament = tournament
    names = names_of(tournament)
    (told,) = bracket.pairings_view(tournament, request.user, names, [pairing_id])
    return found, told.pairings[0], told.length


def _titles(row: PairingRow) -> dict[str, Any]:
    return {
        "result": _("Correct the result") if row.state == "done" else _("Result"),
        "forfeit": _("Forfeit"),
        "pause": _("Pause the match"),
        "resume": _("Let play go on"),
        "clock": _("Give time"),
        "void": _("Void and play anew"),
    }
