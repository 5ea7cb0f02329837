"""The pay table of a tournament that has started: an organizer sets it by a ruling."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right
from tournaments.models import Tournament
from tournaments.money.forms import PayTableRulingForm, table_text, usual_tables
from tournaments.money.views.fees import do_by_form, page_context
from tournaments.ruling.services.pay_table import SetPayTable, pay_table_version
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.setup.selectors.settings_version import changed_since
from web.requests import posted


@login_required
@require_http_methods(["GET", "POST"])
def pay_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Sets the pay table with a reason. Before the start it is one of the settings."""
    tournament = tournament_with_right(request, slug, Right.ORGANIZE)
    if tournament.started_at is None:
        return redirect("tournament-settings", slug)
    seen = pay_table_version(tournament)
    initial = {"pay_table": table_text(seen.data["pay_table"])}
    form = PayTableRulingForm(
        posted(request) if request.method == "POST" else None, initial=initial
    )
    mark = request.POST.get("seen", "")
    changed = changed_since(mark, seen, Tournament)

    def write() -> None:
        action = SetPayTable(tournament=tournament.pk, pay_table=form.cleaned_data["pay_table"])
        order = RulingRequest(request.user, timezone.now(), form.cleaned_data["reason"], seen=mark)
        rule(action, order)

    if request.method == "POST" and not changed and do_by_form(form, write):
        messages.success(request, _("Saved."))
        return redirect("tournament-payout", slug)
    context = page_context(request, tournament, "payout") | {
        "form": form, "usual": usual_tables(), "changed": changed, "seen": seen.mark
    }  # fmt: skip
    status = 422 if form.errors else 409 if changed else 200
    return render(request, "tournaments/money/pay_table.html", context, status=status)
