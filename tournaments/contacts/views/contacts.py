"""The contacts of a tournament at its desk: who can be reached how, address lists to copy, and the form of one contact."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.bracket.views.directing import directed
from tournaments.contacts.forms import ContactForm
from tournaments.contacts.selectors.contacts import address_lists, contact_rows
from tournaments.contacts.services.contacts import (
    ContactTerms,
    deletion_time,
    details_text,
    save_contact,
)
from web.errors import DomainError, NotFound
from web.requests import posted

ROWS = 100


@login_required
@never_cache
@require_safe
def contacts(request: HttpRequest, slug: str) -> HttpResponse:
    """All contacts, and the lists of addresses. For directors only."""
    tournament = directed(request, slug)
    rows = contact_rows(tournament)
    context = {
        "tournament": tournament,
        "page": Paginator(rows, ROWS).get_page(request.GET.get("page")),
        "kept": sum(row.contact is not None for row in rows),
        "people": len(rows),
        "lists": address_lists(tournament, rows),
    }
    return render(request, "tournaments/contacts/contacts.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def contact(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """The contact of one player of the tournament: shown, changed, deleted. For directors only."""
    tournament = directed(request, slug)
    row = next((row for row in contact_rows(tournament) if row.player.pk == player_id), None)
    if row is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    form = ContactForm(posted(request), initial=ContactForm.initial_of(row.contact))
    refusal, status, now = None, 200, timezone.now()
    if request.method == "POST" and form.is_valid():
        deletes = "delete" in request.POST
        try:
            save_contact(
                tournament.pk, player_id, {} if deletes else form.details(),
                terms=ContactTerms(request.user, now, form.cleaned_data["days"]),
                consent=form.cleaned_data["consent"], seen=request.POST.get("seen"),
            )  # fmt: skip
        except DomainError as error:
            refusal, status = error, error.status
            if error.code == "consent_needed":
                form.add_error("consent", error.detail)
        else:
            messages.success(request, _("Contact deleted.") if deletes else _("Contact saved."))
            return redirect("tournament-contacts", slug)
    status = 422 if form.errors else status
    ends = row.contact and deletion_time(tournament, row.contact.days, now)
    context = {
        "tournament": tournament,
        "row": row,
        "form": form,
        "refused": refusal if refusal is not None and not form.errors else None,
        "seen": details_text(row.contact),
        "ends": ends if tournament.finished_at else None,
    }
    return render(request, "tournaments/contacts/contact.html", context, status=status)
