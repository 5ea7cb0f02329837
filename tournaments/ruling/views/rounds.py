"""Pages of rounds: pairing by hand, holding a round back, its terms."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.bracket.selectors import pairs as selectors
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.views.directing import directed, done
from tournaments.formats.base import Entry as EntryId
from tournaments.formats.by_hand import Pair, changed, swapped
from tournaments.models import Entry, Round, Tournament
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.ruling.forms.rounds import PairsForm, RoundForm, pairs_to_text
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, rule
from tournaments.ruling.services.rounds import (
    HoldRound,
    OnRound,
    PairByHand,
    SetRoundTerms,
    has_begun,
)
from web.errors import NotFound
from web.requests import posted


@login_required
def pair_round(request: HttpRequest, slug: str, round_id: int) -> HttpResponse:
    """Other pairs in a round that is drawn; matches that would become void need a confirmation."""
    tournament = directed(request, slug)
    row = _round(tournament, round_id)
    standing = selectors.pairs_of(row)
    due = [entry for pair in standing for entry in pair if entry is not None]
    draft = _draft(request, standing, due)
    form = ReasonForm(posted(request) if request.POST.get("do") == "set" else None)
    moved = None
    if request.POST.get("do") == "set" and form.is_valid():
        action = PairByHand(round_id=row.pk, pairs=tuple(draft))
        try:
            rule(action, _ruling_request(request, form.cleaned_data["reason"]))
            return done(request, slug, _("Pairings saved."))
        except ConfirmationNeeded as refusal:
            moved = refusal
    before = selectors.before(position_of(row.stage), row.number)
    context = _draft_context(draft, standing, due, before)
    context |= {
        "tournament": tournament,
        "row": row,
        "seen": request.POST.get("seen") or OnRound(round_id=row.pk).load().version().mark,
        "name": names_of(tournament).full_round(row),
        "form": form,
        "moved": moved,
        "lines": [{"pair": _named(pair, context["names"]), "how": []} for pair in draft],
        "changes": len(changed(standing, draft)[1]),
    }
    status = 409 if moved else 422 if form.errors else 200
    return render(request, "tournaments/ruling/pair_round.html", context, status=status)


@login_required
def round_page(request: HttpRequest, slug: str, round_id: int) -> HttpResponse:
    """One round: hold it back or release it, set its length, clock and rules."""
    tournament = directed(request, slug)
    row = _round(tournament, round_id)
    verb, stale = request.POST.get("verb", ""), False
    forms: dict[str, Any] = {
        "hold": ReasonForm(posted(request) if verb == "hold" else None, prefix="h"),
        "terms": RoundForm(posted(request) if verb == "terms" else None, row=row, prefix="t"),
    }
    form = forms.get(verb)
    if form is not None and form.is_valid():
        action = _on_round(request, row, form)
        if action is None:
            messages.info(request, _("Nothing was changed."))
            return redirect("tournament-round", slug, round_id)
        try:
            rule(action, _ruling_request(request, form.cleaned_data["reason"]))
            messages.success(request, _("Saved."))
            return redirect("tournament-round", slug, round_id)
        except Stale:
            stale = True
    context = {
        "tournament": tournament,
        "row": row,
        "stale": stale,
        "seen": OnRound(round_id=row.pk).load().version().mark,
        "name": names_of(tournament).full_round(row),
        "forms": forms,
        "begun": has_begun(row),
        "undecided": row.pairings.filter(voided_at=None, decided_at=None).exists(),
    }
    status = 409 if stale else 422 if form is not None and form.errors else 200
    return render(request, "tournaments/ruling/round.html", context, status=status)


def _on_round(request: HttpRequest, row: Round, form: Any) -> HoldRound | SetRoundTerms | None:
    """The action that the form asks for; None when the round is in that state already, as when a form is sent twice."""
    if isinstance(form, RoundForm):
        terms = form.terms()
        return SetRoundTerms(round_id=row.pk, **terms) if terms else None
    wanted = {"open": True, "held": False}.get(request.POST.get("to", ""), not row.open)
    return None if wanted == row.open else HoldRound(round_id=row.pk, open=wanted)


def _draft(request: HttpRequest, standing: Sequence[Pair], due: Iterable[EntryId]) -> list[Pair]:
    """The pairs as changed so far; an invalid form leaves them unchanged."""
    if request.method != "POST" or request.POST.get("do") == "reset":
        return list(standing)
    form = PairsForm(request.POST, entries=due)
    if not form.is_valid():
        return list(standing)
    draft = list(form.cleaned_data["pairs"])
    chosen = form.cleaned_data["chosen"]
    if request.POST.get("do") == "swap" and len(chosen) == 2:
        return swapped(draft, *chosen)
    return draft


def _draft_context(
    draft: Sequence[Pair],
    standing: Sequence[Pair],
    due: Sequence[EntryId],
    position: Any,
) -> dict[str, Any]:
    rows = Entry.objects.filter(pk__in=due).select_related("player")
    changes = changed(standing, draft)[1]
    moved = {entry for pair in changes for entry in pair if entry is not None}
    return {
        "names": {row.pk: row.title for row in rows},
        "written": pairs_to_text(draft),
        "remarks": selectors.remark_sentences(changes, moved, position) if changes else [],
        "changes": len(changes),
    }


def _named(pair: Pair, names: Mapping[int, str]) -> list[tuple[int | None, str]]:
    return [(entry, names.get(entry, "?") if entry else "") for entry in pair]


def _ruling_request(request: HttpRequest, reason: str) -> RulingRequest:
    return RulingRequest(
        by=request.user,
        now=timezone.now(),
        reason=reason,
        seen=request.POST.get("seen", ""),
        confirm=request.POST.get("confirm", ""),
    )


def _round(tournament: Tournament, pk: int) -> Round:
    row = Round.objects.filter(pk=pk, stage__tournament=tournament, voided_at=None).first()
    if row is None:
        raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
    row.stage.tournament = tournament
    return row
