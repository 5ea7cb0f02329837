"""Pages of rulings while a tournament runs: for a pairing, for a player who leaves, and the record."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors import bracket, entries
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.fresh_brackets import find_wrong_brackets
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.selectors.outdated_stages import find_outdated_stages
from tournaments.bracket.selectors.outline import outline
from tournaments.bracket.selectors.rows import PairingRow, RoundRow
from tournaments.bracket.views.directing import directed
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Ruling, Tournament
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.ruling.selectors import rulings as selectors
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.redraw_rulings import (
    KeepBracket,
    KeepStage,
    RedrawStage,
    outdated_draws,
)
from tournaments.ruling.services.undo import Undo, require_undoable
from tournaments.ruling.services.withdrawal import WithdrawEntry
from tournaments.ruling.views.apply_action import apply_form
from tournaments.ruling.views.pairing_forms import PairingForms
from tournaments.ruling.views.preview_flow import confirmed
from web.errors import DomainError, NotFound
from web.requests import posted

PER_PAGE = 50
LEAVING = ("withdraw", "disqualify")


@login_required
def pairing(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """What a director may decide about one pairing: result, forfeit, void, seats, score, pause, time."""
    tournament = directed(request, slug)
    pairing_, stage, row = _find(tournament, request, pairing_id)
    forms = PairingForms(request, pairing_, row)
    stale = None
    if forms.posted is not None and forms.posted.is_valid():
        try:
            return apply_form(request, tournament, forms, row)
        except Stale as error:
            stale = error
    context = {
        "tournament": tournament,
        "stage": stage,
        "pairing": row,
        "forms": forms.by_verb,
        "seen": forms.version().mark,
        "complete": len(forms.sides) == 2,
        "table": selectors.table_state(row.match) if row.match and row.state != "done" else None,
        "rulings": selectors.ruling_rows(
            tournament, selectors.rulings_of(tournament).filter(pairing=pairing_)
        ),
        "stale": selectors.stale_row(tournament, stale) if stale else None,
    }
    failed = forms.posted is not None and bool(forms.posted.errors)
    status = 409 if stale else 422 if failed else 200
    return render(request, "tournaments/ruling/pairing.html", context, status=status)


@login_required
def leave(request: HttpRequest, slug: str, entry_id: int, verb: str) -> HttpResponse:
    """An entry withdraws or is disqualified while the tournament runs."""
    tournament = directed(request, slug)
    rows = entries.entry_rows(tournament, request.user)
    entry = next((row for row in rows if row.id == entry_id), None)
    if entry is None or verb not in LEAVING:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    name, out = {"name": entry.player.name}, verb == "disqualify"
    context = {
        "tournament": tournament,
        "title": (_("Disqualify: %(name)s") if out else _("Withdraw: %(name)s")) % name,
        **_consequences(tournament),
        "verb": _("Disqualify") if out else pgettext("entry", "Withdraw"),
    }
    return _with_reason(request, tournament, WithdrawEntry(entry_id=entry_id, verb=verb), context)


def _consequences(tournament: Tournament) -> dict[str, str]:
    """What happens when an entry leaves: the text of the form, and the one of a preview where nothing changes."""
    stage = tournament.stages.order_by("number").last()
    if FORMATS[stage.format if stage else tournament.format].by_rounds:
        return {
            "text": _("A match in progress is lost. Later rounds are paired without this entry."),
            "nothing": _(
                "No slot, match or place changes now. Later rounds are paired without this entry."
            ),
        }
    return {
        "text": _("A match in progress is lost. Later opponents advance without playing."),
        "nothing": _(
            "No slot, match or place changes now. Later opponents advance without playing."
        ),
    }


@login_required
def undo(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Undo a ruling, with a reason, after a preview."""
    tournament = directed(request, slug)
    ruling = selectors.rulings_of(tournament).filter(pk=ruling_id).first()
    if ruling is None:
        raise NotFound("no_such_ruling", _("This no longer exists. Reload the page."))
    context = {
        "tournament": tournament,
        "title": _("Undo: %(ruling)s") % {"ruling": selectors.brief_text(ruling)},
        "text": _(
            "The changes are reversed. Matches that this ruling ended resume where they stopped."
        ),
        "verb": _("Undo"),
        "refused": _why_not(ruling),
        "row": selectors.ruling_rows(tournament, [ruling])[0],
    }
    return _with_reason(request, tournament, Undo(ruling_id=ruling_id), context)


@login_required
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw a later stage, or a bracket of a stage, from those who belong there now; what had been drawn is set aside."""
    tournament = directed(request, slug)
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
    draws = outdated_draws(tournament)
    draw = next((draw for draw in draws if draw.number == number), None)
    bracket_name = draw.name if draw is not None else ""
    form = ReasonForm(posted(request))
    if "keep" in request.POST and form.is_valid():
        keep = KeepBracket(stage_id=stage.pk) if bracket_name else KeepStage(stage_id=stage.pk)
        return _keep_draw(request, tournament, keep, form.cleaned_data["reason"])
    drawn = [(tournament, outline(tournament))] if draw is not None else []
    find = find_wrong_brackets if bracket_name else find_outdated_stages
    why = [reason.text for reason in find(drawn, left_too=True) if reason.stage == number]
    title = _("Redraw: %(bracket)s") if bracket_name else _("Redraw stage %(number)d")
    context = {
        "tournament": tournament,
        "title": title % {"number": number, "bracket": bracket_name},
        "text": _(
            "The rounds of this draw and their matches become void. They are kept in the record."
        ),
        "why": " ".join(why),
        "leave": _("Keep draw") if why else "",
        "verb": _("Preview changes"),
    }
    return _with_reason(request, tournament, RedrawStage(stage_id=stage.pk), context)


def _keep_draw(
    request: HttpRequest, tournament: Tournament, keep: RedrawStage, reason: str
) -> HttpResponse:
    """Keep the draw as it is. Nothing changes, so there is no preview; the desk asks no more."""
    seen = request.POST.get("seen", "")
    rule(keep, RulingRequest(request.user, timezone.now(), reason, seen))
    messages.success(request, _("Saved."))
    return redirect("tournament-manage", tournament.slug)


def _with_reason(
    request: HttpRequest,
    tournament: Tournament,
    action: WithdrawEntry | Undo | RedrawStage,
    context: dict[str, Any],
) -> HttpResponse:
    """The page of a ruling that needs only a reason."""
    form = ReasonForm(posted(request))
    stale = None
    if request.method == "POST" and form.is_valid():
        try:
            return confirmed(
                request,
                tournament,
                action,
                title=context["title"],
                reason=form.cleaned_data["reason"],
                nothing=context.get("nothing", ""),
            )
        except Stale as error:
            stale = error
    context |= {
        "form": form,
        "seen": action.load().version().mark,
        "stale": selectors.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/ruling/reason.html", context, status=status)


@login_required
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ruling, newest first, page by page."""
    tournament = directed(request, slug)
    page = Paginator(selectors.rulings_of(tournament), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "rulings": selectors.ruling_rows(tournament, list(page)),
        "page": page,
        "outdated": outdated_draws(tournament),
    }
    return render(request, "tournaments/ruling/rulings.html", context)


def _why_not(ruling: Ruling) -> str:
    try:
        require_undoable(ruling)
    except DomainError as error:
        return error.detail
    return ""


def _find(
    tournament: Tournament, request: HttpRequest, pairing_id: int
) -> tuple[Pairing, RoundRow, PairingRow]:
    pairings = Pairing.objects.select_related("stage__tournament", "round").filter(
        pk=pairing_id, stage__tournament=tournament, voided_at=None
    )
    pairing = pairings.first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    (row,) = bracket.pairings_view(tournament, request.user, names_of(tournament), [pairing_id])
    return pairing, row, row.pairings[0]
