"""Players added as a list, one a line: the page to paste it into, and lists pasted into the field for one name."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import me
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.exchange.forms import PastedListForm
from tournaments.exchange.services import import_flow
from tournaments.exchange.services.pasted_lines import MOST_LINES
from tournaments.models import ImportFile, Tournament
from web.errors import DomainError
from web.requests import posted


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """The page to paste a list into; what it reads is shown before anything is saved."""
    tournament = tournament_with_right(request, slug)
    form = PastedListForm(posted(request))
    if request.method == "POST" and form.is_valid():
        return preview_of_list(request, tournament, form.cleaned_data["lines"])
    return _page(request, tournament, form, 422 if form.errors else 200)


def preview_of_list(request: HttpRequest, tournament: Tournament, text: str) -> HttpResponse:
    """Redirect to the dry run of this list; a list that is refused is shown to be corrected, as it was typed."""
    try:
        made = import_flow.upload(
            tournament.pk, by=me(request), kind=ImportFile.Kind.PASTED, name=_("Pasted list"),
            data=text.encode("utf-8", "replace"), now=timezone.now(),
        )  # fmt: skip
    except DomainError as refused:
        form = PastedListForm({"lines": text})
        form.is_valid()
        if not form.errors:
            form.add_error("lines", refused.detail)
        return _page(request, tournament, form, 422)
    return redirect("tournament-import", tournament.slug, made.pk)


def _page(
    request: HttpRequest, tournament: Tournament, form: PastedListForm, status: int
) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "most": MOST_LINES}
    return render(request, "tournaments/exchange/paste.html", context, status=status)
