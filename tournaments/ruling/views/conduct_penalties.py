"""Conduct penalties on an entry, as a director sees them, and the form for a new one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.views.directing import directed
from tournaments.models import ConductPenalty
from tournaments.ruling.forms.conduct_penalties import ConductPenaltyForm
from tournaments.ruling.selectors import rulings as ruling_texts
from tournaments.ruling.selectors.conduct_penalties import conduct_penalties_of
from tournaments.ruling.services.conduct_penalties import ImposeConductPenalty, exclude_elsewhere
from tournaments.ruling.views.preview_flow import confirmed
from web.errors import NotFound
from web.requests import posted


@login_required
def conduct_penalties(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The conduct penalties on an entry, and a new one after its preview is confirmed."""
    tournament = directed(request, slug)
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    form = ConductPenaltyForm(posted(request), initial={"kind": ConductPenalty.Kind.WARNING})
    action = ImposeConductPenalty(entry_id=entry_id, kind=ConductPenalty.Kind.WARNING)
    stale = None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        action = ImposeConductPenalty(
            entry_id=entry_id,
            kind=data["kind"],
            points=data["points"] or 0,
            scope=data["scope"],
        )
        title = " · ".join([pgettext("conduct", "Penalty"), entry.title])
        try:
            response = confirmed(request, tournament, action, title=title, reason=data["reason"])
        except Stale as error:
            stale = error
        else:
            return _exclude_elsewhere(request, action, data["reason"], response)
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "seen": action.load().version().mark,
        "given": conduct_penalties_of(entry),
        "stale": ruling_texts.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/ruling/conduct_penalties.html", context, status=status)


def _exclude_elsewhere(
    request: HttpRequest, action: ImposeConductPenalty, reason: str, response: HttpResponse
) -> HttpResponse:
    """After an exclusion from the event here, exclude the player from its other tournaments."""
    whole = (
        action.kind == ConductPenalty.Kind.EXCLUSION and action.scope == ConductPenalty.Scope.EVENT
    )
    if whole and isinstance(response, HttpResponseRedirect):
        facts: dict[str, Any] = {"by": request.user, "now": timezone.now(), "reason": reason}
        for ruling in exclude_elsewhere(action.entry_id, **facts):
            name = {"tournament": ruling.tournament.name}
            messages.success(request, _("Disqualification also applied in: %(tournament)s.") % name)
    return response
