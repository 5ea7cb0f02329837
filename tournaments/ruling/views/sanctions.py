"""Sanctions on an entry, as a director sees them, and the form for another."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

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
    """What was laid on an entry so far, and one more: first what would move, then yes or no."""
    tournament = directed(request, slug)
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("There is no such entry."))
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
        title = f"{_('Sanction')} · {entry.title}"
        try:
            answer = confirmed(request, tournament, action, title=title, reason=data["reason"])
        except Stale as error:
            stale = error
        else:
            return _elsewhere(request, action, data["reason"], answer)
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "seen": action.seen().mark,
        "given": sanctions_of(entry),
        "stale": ruling_texts.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/ruling/sanctions.html", context, status=status)


def _elsewhere(
    request: HttpRequest, action: ImposeSanction, reason: str, answer: HttpResponse
) -> HttpResponse:
    """Once the exclusion is done here, the other tournaments of the event follow."""
    whole = action.kind == Sanction.Kind.EXCLUSION and action.scope == Sanction.Scope.EVENT
    if whole and isinstance(answer, HttpResponseRedirect):
        order: dict[str, Any] = {"by": request.user, "now": timezone.now(), "reason": reason}
        for ruling in exclude_elsewhere(action.entry_id, **order):
            told = {"tournament": ruling.tournament.name}
            messages.success(request, _("Excluded from %(tournament)s as well.") % told)
    return answer
