"""Sanctions on an entry, as a director sees them, and the form for a new one."""

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
from tournaments.models import Sanction
from tournaments.ruling.forms.sanctions import SanctionForm
from tournaments.ruling.selectors import rulings as ruling_texts
from tournaments.ruling.selectors.sanctions import sanctions_of
from tournaments.ruling.services.sanctions import ImposeSanction, exclude_elsewhere
from tournaments.ruling.views.preview_flow import confirmed
from web.errors import NotFound
from web.requests import posted


@login_required
def sanctions(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The sanctions on an entry, and a new one after its preview is confirmed."""
    tournament = directed(request, slug)
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    form = SanctionForm(posted(request), initial={"kind": Sanction.Kind.WARNING})
    action = ImposeSanction(entry_id=entry_id, kind=Sanction.Kind.WARNING)
    stale = None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        action = ImposeSanction(
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
        "given": sanctions_of(entry),
        "stale": ruling_texts.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/ruling/sanctions.html", context, status=status)


def _exclude_elsewhere(
    request: HttpRequest, action: ImposeSanction, reason: str, response: HttpResponse
) -> HttpResponse:
    """After an exclusion from the event here, exclude the player from its other tournaments."""
    whole = action.kind == Sanction.Kind.EXCLUSION and action.scope == Sanction.Scope.EVENT
    if whole and isinstance(response, HttpResponseRedirect):
        facts: dict[str, Any] = {"by": request.user, "now": timezone.now(), "reason": reason}
        for ruling in exclude_elsewhere(action.entry_id, **facts):
            name = {"tournament": ruling.tournament.name}
            messages.success(request, _("Disqualification also applied in: %(tournament)s.") % name)
    return response
