"""One action on one pairing from the desk: a page with one form, which the desk opens in a dialog.

The forms, the actions and the preview are those of the pairing's own page.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.bracket.selectors import bracket
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.selectors.rows import PairingRow
from tournaments.bracket.views.directing import at_desk
from tournaments.core.length_texts import length_text
from tournaments.core.permissions import Right, require
from tournaments.models import Pairing, Tournament
from tournaments.ruling.selectors import rulings as selectors
from tournaments.ruling.views.apply_action import apply_form
from tournaments.ruling.views.pairing_forms import PairingForms
from web.errors import DomainError, NotFound

VERBS = {"result": "correct", "forfeit": "forfeit", "pause": "pause", "resume": "resume"}
VERBS |= {"clock": "clock", "void": "void"}


@login_required
def act(request: HttpRequest, slug: str, pairing_id: int, verb: str) -> HttpResponse:
    """One form on one pairing; the same rulings as on its own page."""
    tournament = at_desk(request, slug)
    require(request.user, tournament, Right.DIRECT)
    pairing, row, length = find(tournament, request, pairing_id)
    if verb not in VERBS:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    forms = PairingForms(request, pairing, row, seated=False)
    if len(forms.sides) < 2:
        raise DomainError("not_in_this_pairing", _("This pairing does not have two players yet."))
    stale = None
    name = VERBS[verb]
    form = forms.by_verb[name]
    if request.method == "POST" and forms.verb == name and form.is_valid():
        try:
            return apply_form(request, tournament, forms, row)
        except Stale as error:
            stale = error
    context = {
        "tournament": tournament,
        "pairing": row,
        "length": length,
        "verb": name,
        "form": form,
        "title": _titles(row)[verb],
        "seen": forms.version().mark,
        "stale": selectors.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/desk/action.html", context, status=status)


def find(
    tournament: Tournament, request: HttpRequest, pairing_id: int
) -> tuple[Pairing, PairingRow, str]:
    """A pairing of this tournament, its row, and the length of its matches as text."""
    standing = Pairing.objects.filter(voided_at=None, pk=pairing_id, stage__tournament=tournament)
    pairing = standing.select_related("round", "stage").first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    pairing.stage.tournament = tournament
    names = names_of(tournament)
    (round_row,) = bracket.pairings_view(tournament, request.user, names, [pairing_id])
    return (
        pairing,
        round_row.pairings[0],
        length_text(round_row.length, is_session=round_row.is_session),
    )


def _titles(row: PairingRow) -> dict[str, Any]:
    return {
        "result": _("Correct result") if row.state == "done" else _("Enter result"),
        "forfeit": _("Record forfeit"),
        "pause": _("Pause match"),
        "resume": _("Resume match"),
        "clock": _("Adjust clock"),
        "void": _("Void and replay match"),
    }
