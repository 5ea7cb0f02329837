"""What a posted form of a pairing asks for is done: at the table at once, on the result after the preview and a yes."""

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

AT_THE_TABLE = {"pause": live_match_rulings.pause, "resume": live_match_rulings.resume}


def ruled(
    request: HttpRequest, tournament: Tournament, forms: PairingForms, row: PairingRow
) -> HttpResponse:
    """Leads back to the desk. Raises Stale where the form shows what is no more, and what the services refuse."""
    verb, data = forms.verb, forms.data
    now, by, reason = timezone.now(), request.user, str(data["reason"])
    if verb in AT_THE_TABLE or verb == "clock":
        require_as_seen(request, forms)  # what is confirmed asks under the lock
    if verb in AT_THE_TABLE:
        AT_THE_TABLE[verb](row.id, by=by, now=now, reason=reason)
    elif verb == "clock":
        given = {"entry": data["entry"], "seconds": data["seconds"]}
        live_match_rulings.give_time(row.id, by=by, now=now, reason=reason, **given)
    else:
        title = f"{forms.title} · {row.name}"
        return confirmed(request, tournament, forms.action(), title=title, reason=reason)
    messages.success(request, _("Done, and written down."))
    return redirect("tournament-manage", tournament.slug)
