"""A result typed at a desk, of one tournament or of an event: what is meant is told while it is typed, Enter writes it down."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import NotAllowed, NotFound
from accounts.models import User
from accounts.requests import typed_in
from tournaments.forms.quick import QuickForm, Typed
from tournaments.models import Tournament
from tournaments.permissions import Right, require
from tournaments.selectors.desk import quick
from tournaments.selectors.desk.seen import Stale
from tournaments.selectors.desk.tended import Tended, by_name
from tournaments.selectors.event import events
from tournaments.selectors.venue.venue import open_slips
from tournaments.services.ruling.deciding import SetResult
from tournaments.services.ruling.preview import NotConfirmed, Order, rule
from tournaments.services.venue.claims import Claim
from tournaments.services.venue.typed_results import Typed as TypedResult
from tournaments.services.venue.typed_results import type_result
from tournaments.views.desk.confirming import ask_again, confirmed
from tournaments.views.desk.director import at_desk
from tournaments.views.event.event_live import tending


@login_required
def quick_result(request: HttpRequest, slug: str) -> HttpResponse:
    """`12 7-4`: a result typed at the desk. What is meant is told while it is typed (GET), and done by Enter (POST)."""
    tournament = at_desk(request, slug)
    require(request.user, tournament, Right.SCORE)
    return _typed(request, by_name([tournament], request.user), tournament.name)


@login_required
def quick_in_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The same at the desk of an event, of whichever tournament that the viewer tends."""
    event = events.get_event(slug, request.user)
    own = tending(request, event)
    if not own.at_desk:
        raise NotAllowed("not_your_role", _("Your role here does not let you do that."))
    shorts = events.short_names(event, own.seen)
    on = [one for one in own.at_desk if one.status == Tournament.Status.RUNNING]
    return _typed(request, by_name(on, request.user, shorts), event.name)


def _typed(request: HttpRequest, tended: Sequence[Tended], name: str) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    form = QuickForm(given if given.get("text") else None)
    meant: quick.Meant | None = None
    if form.is_valid():
        meant = quick.meant(tended, form.cleaned_data["typed"])
    if (
        request.method == "POST"
        and meant is not None
        and meant.at is not None
        and not meant.refused
    ):
        return _enter(request, meant.at, meant, form.cleaned_data["typed"])
    back = request.path.removesuffix("quick/")
    context = {"name": name, "back": back, "form": form, "meant": meant}
    if request.method == "GET" and request.GET.get("says"):
        return render(request, "tournaments/parts/desk_says.html", context)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/director/desk_quick.html", context, status=status)


def _enter(request: HttpRequest, at: Tended, meant: quick.Meant, typed: Typed) -> HttpResponse:
    """At once where nothing stands yet and nothing that has begun would move; else seen first."""
    tournament, row = at.tournament, meant.row
    if row is None:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    action = SetResult(pairing_id=row.id, winner=meant.winner, score=dict(meant.score))
    reason = typed_in(request, "reason") or _("As told at the desk")
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
        meant = quick.meant([at], typed)
        return _standing(request, tournament, meant, typed, action)
    messages.success(
        request,
        _("%(pairing)s: %(said)s. Written down.")
        % {"pairing": f"{at.short} {row.name}".strip(), "said": meant.said},
    )
    return redirect(request.path.removesuffix("quick/"))


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
