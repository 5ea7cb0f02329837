"""Applies a posted form of a pairing: pause, resume and clock at once, everything else after its preview is confirmed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.rows import PairingRow
from tournaments.models import Tournament
from tournaments.ruling.services import live_match_rulings
from tournaments.ruling.views.pairing_forms import PairingForms, require_as_seen
from tournaments.ruling.views.preview_flow import confirmed

AT_ONCE = {
    "pause": live_match_rulings.pause,
    "resume": live_match_rulings.resume,
    "own_dice": live_match_rulings.use_own_dice,
}


def apply_form(
    request: HttpRequest, tournament: Tournament, forms: PairingForms, row: PairingRow
) -> HttpResponse:
    """Redirects to the desk. Raises Stale when the form is out of date, and what the services refuse."""
    verb, data = forms.verb, forms.data
    now, by, reason = timezone.now(), request.user, str(data["reason"])
    if verb in AT_ONCE or verb == "clock":
        require_as_seen(request, forms)  # a ruling with a preview checks this under the lock
    if verb in AT_ONCE:
        AT_ONCE[verb](row.id, by=by, now=now, reason=reason)
    elif verb == "clock":
        given = {"entry": data["entry"], "seconds": data["seconds"]}
        live_match_rulings.give_time(row.id, by=by, now=now, reason=reason, **given)
    else:
        title = f"{forms.title} · {row.name}"
        return confirmed(request, tournament, forms.action(), title=title, reason=reason)
    messages.success(request, _("Saved."))
    return redirect("tournament-manage", tournament.slug)
