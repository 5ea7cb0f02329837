"""Another table for a match over the board: a page with one field, which the desk opens in a dialog."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.requests import me
from tournaments.bracket.views.directing import at_desk
from tournaments.core.permissions import Right, require
from tournaments.desk.forms import TableForm
from tournaments.desk.selectors.open_matches import player_names
from tournaments.models import TableUse
from tournaments.venue.selectors.venue import open_slips
from tournaments.venue.services import table_desk
from web.errors import DomainError, NotFound
from web.requests import posted


@login_required
def table(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Move a match to another table; refused when somebody else has moved it since the form was shown."""
    tournament = at_desk(request, slug)
    require(request.user, tournament, Right.SCORE)
    slip = open_slips(pairing=pairing_id, pairing__stage__tournament=tournament).first()
    if slip is None:
        raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
    use = TableUse.objects.filter(slip=slip, ended_at=None).select_related("table").first()
    now_at = str(use.table.number) if use else ""
    form = TableForm(posted(request), initial={"number": now_at or None, "was": now_at})
    changed: list[str] = []
    if request.method == "POST" and form.is_valid():
        number, was = form.cleaned_data["number"], form.cleaned_data["was"]
        if was != now_at and str(number or "") != now_at:
            values = {"was": was or "–", "now": now_at or "–"}
            changed = [_("Table: %(was)s → %(now)s") % values]
            form = TableForm({"number": number, "was": now_at})
        elif _seated(form, tournament.pk, slip.pk, request):
            messages.success(request, _("Table changed."))
            return redirect("tournament-manage", slug)
    context = {
        "tournament": tournament,
        "form": form,
        "changed": changed,
        "names": player_names([pairing_id]).get(pairing_id, ("?", "?")),
    }
    status = 409 if changed else 422 if form.errors else 200
    return render(request, "tournaments/desk/table.html", context, status=status)


def _seated(form: TableForm, tournament: int, slip: int, request: HttpRequest) -> bool:
    """Was it moved? If that table cannot be used, the field says why."""
    number = form.cleaned_data["number"]
    try:
        table_desk.seat(tournament, slip, number, by=me(request), now=timezone.now())
    except DomainError as error:
        form.add_error("number", error.detail)
        return False
    return True
