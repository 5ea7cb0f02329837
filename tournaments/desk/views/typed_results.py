"""A result typed at the desk of a tournament or an event: a preview of what it means while it is typed, saved on
Enter."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.views.directing import at_desk
from tournaments.core.permissions import Right, require
from tournaments.desk.forms import UNFINISHED, QuickForm
from tournaments.desk.selectors import typed_lookup
from tournaments.desk.selectors.desk_scope import DeskTournament, load_names
from tournaments.desk.selectors.typed_lookup import TypedScore
from tournaments.desk.views.event_desk_page import event_scope
from tournaments.desk.views.undo import undo_link
from tournaments.event.selectors import events
from tournaments.models import Pairing, Result, Ruling, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, rule
from tournaments.ruling.services.record_only import REPLAY
from tournaments.ruling.services.redraw_rulings import drawn_later
from tournaments.ruling.services.result_rulings import OnPairing, SetResult
from tournaments.ruling.views.correction_effects import (
    CorrectionEffects,
    correction_effects,
    with_effect,
)
from tournaments.ruling.views.preview_flow import confirmed, preview_page
from tournaments.venue.selectors.venue import open_slips
from tournaments.venue.services.claims import Claim, session_claim
from tournaments.venue.services.typed_results import TypedResult, type_result
from web.errors import DomainError, NotAllowed, NotFound
from web.requests import by_htmx, typed_in


@login_required
def quick_result(request: HttpRequest, slug: str) -> HttpResponse:
    """`12 7-4`: a result typed at the desk. GET previews what it means while it is typed, POST saves it."""
    tournament = at_desk(request, slug)
    require(request.user, tournament, Right.SCORE)
    return _typed(request, load_names([tournament], request.user), tournament.name)


@login_required
def quick_in_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The same at the desk of an event, in any of the tournaments that the viewer manages."""
    event = events.get_event(slug, request.user)
    own = event_scope(request, event)
    if not own.at_desk:
        raise NotAllowed("not_your_role", _("Your role does not allow this."))
    shorts = events.short_names(event, own.visible)
    on = [
        tournament for tournament in own.at_desk if tournament.status == Tournament.Status.RUNNING
    ]
    return _typed(request, load_names(on, request.user, shorts), event.name)


def _typed(request: HttpRequest, scope: Sequence[DeskTournament], name: str) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    form = QuickForm(given if given.get("text") else None)
    resolved: typed_lookup.ResolvedResult | None = None
    if form.is_valid():
        resolved = typed_lookup.resolve(scope, form.cleaned_data["typed"])
    refused = _refused(form, resolved)
    if (
        request.method == "POST"
        and resolved is not None
        and resolved.at is not None
        and not refused
    ):
        try:
            return _enter(request, resolved.at, resolved, form.cleaned_data["typed"])
        except NotAllowed:
            raise
        except DomainError as error:
            refused = error.detail
    if request.method == "GET" and request.GET.get("says"):
        preview = {"resolved": resolved, "refused": "" if _is_unfinished(form) else refused}
        return render(request, "tournaments/desk/typed_preview.html", preview)
    status = 422 if request.method == "POST" else 200
    if status == 422 and by_htmx(request):
        return render(
            request, "tournaments/desk/typed_refused.html", {"refused": refused}, None, 422
        )
    back = request.path.removesuffix("quick/")
    context = {"name": name, "back": back, "form": form, "refused": refused}
    return render(request, "tournaments/desk/typed_lookup.html", context, status=status)


def _refused(form: QuickForm, resolved: typed_lookup.ResolvedResult | None) -> str:
    """Why the typed text cannot be used, in one sentence; empty where it can."""
    if resolved is not None:
        return resolved.refused
    return str(form.errors["text"][0]) if form.errors else ""


def _is_unfinished(form: QuickForm) -> bool:
    return any(error.code == UNFINISHED for error in form.errors.as_data().get("text", ()))


def _enter(
    request: HttpRequest,
    at: DeskTournament,
    resolved: typed_lookup.ResolvedResult,
    typed: TypedScore,
) -> HttpResponse:
    """Saved at once where the pairing has no result yet and no match that has begun would change; otherwise previewed
    first."""
    tournament, row = at.tournament, resolved.row
    if row is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    typed_result = SetResult(pairing_id=row.id, winner=resolved.winner, score=dict(resolved.score))
    effects = _effects(row.id) if row.state == "done" else CorrectionEffects({})
    effect = request.POST.get("effect", "")
    action = with_effect(typed_result, effect, draws=effects.draws)
    reason = typed_in(request, "reason") or _("Reported at the desk")
    seen, confirm = request.POST.get("seen", ""), request.POST.get("confirm", "")
    order = RulingRequest(request.user, timezone.now(), reason, seen, confirm)
    title = _preview_title(row.name, resolved.text, effect if effects.choices else None)
    if row.state == "done" and not confirm and not seen:
        if resolved.stands:
            return _recorded(request, at, resolved, None)
        return _standing(request, tournament, resolved, typed, effects)
    if seen and not confirm:
        return confirmed(request, tournament, action, title=title, reason=reason)
    try:
        made = _on_slip(row.id, resolved, order) or rule(action, order)
    except ConfirmationNeeded as error:
        return preview_page(request, tournament, error.preview, title, stale=bool(confirm))
    except Stale:
        resolved = typed_lookup.resolve([at], typed)
        return _standing(request, tournament, resolved, typed, effects)
    return _recorded(request, at, resolved, made)


def _recorded(
    request: HttpRequest,
    at: DeskTournament,
    resolved: typed_lookup.ResolvedResult,
    made: Result | Ruling | None,
) -> HttpResponse:
    """The saved result with the link that undoes exactly it; nothing was saved where it was the result already."""
    may_undo = made is not None and Right.DIRECT in at.rights
    context = {
        "short": at.short,
        "resolved": resolved,
        "undo": undo_link(at.tournament, made) if made is not None and may_undo else "",
        "is_new": made is not None,
    }
    if by_htmx(request):
        return render(request, "tournaments/desk/typed_recorded.html", context)
    text = render_to_string("tournaments/desk/typed_recorded_text.html", context)
    messages.success(request, text)
    return redirect(request.path.removesuffix("quick/"))


def _standing(
    request: HttpRequest,
    tournament: Tournament,
    resolved: typed_lookup.ResolvedResult,
    typed: TypedScore,
    effects: CorrectionEffects,
) -> HttpResponse:
    """The result that the pairing has already, beside the typed one: asks what a correction is to change."""
    if resolved.row is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    action = OnPairing(pairing_id=resolved.row.id)
    context = {
        "effects": effects,
        "tournament": tournament,
        "resolved": resolved,
        "typed": typed,
        "seen": action.load().version().mark,
    }
    return render(request, "tournaments/desk/typed_standing.html", context, status=409)


def _effects(pairing_id: int) -> CorrectionEffects:
    pairing = Pairing.objects.select_related("stage__tournament", "round").get(pk=pairing_id)
    later = drawn_later(pairing.stage, pairing.round.number)
    return correction_effects(pairing, redrawable=later)


def _preview_title(name: str, result: str, effect: str | None) -> str:
    """The heading of the preview; `effect` is None where no result is corrected."""
    if effect is None:
        return f"{name}: {result}"
    if effect == REPLAY:
        return f"{_('Void and replay match')} · {name}"
    return f"{_('Correct result')} · {name}: {result}"


def _on_slip(
    pairing: int, resolved: typed_lookup.ResolvedResult, order: RulingRequest
) -> Result | Ruling | None:
    """Saved as a report on the pairing's slip; None where it is not played over the board."""
    slip = open_slips(pairing=pairing).first()
    if slip is None or order.confirm or not isinstance(order.by, User):
        return None
    score = dict(resolved.score)
    claim = session_claim(score) if resolved.is_session else Claim(resolved.winner, score)
    return type_result(slip.pk, TypedResult(order.by, claim, order.now, order.reason))
