"""Pages for smaller roles: a member's part in a tournament, and notes on a match; and the copy of a tournament."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import me
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import RIGHTS, Right, may, rights_in, roles_in
from tournaments.core.role_texts import WHAT
from tournaments.entry.forms.entering import WalkInForm
from tournaments.event.forms import CloneTournamentForm, NoteForm
from tournaments.event.selectors.people import people_of
from tournaments.event.services import cloning
from tournaments.event.views.scope import tournament_with_role
from tournaments.models import Pairing, RoleKind, Tournament
from tournaments.ruling.selectors import monitoring as selectors
from tournaments.ruling.services import monitoring
from tournaments.setup.services.creation_limits import require_room
from web.errors import DomainError, NotFound
from web.requests import posted

BEFORE = ("draft", "open", "running")


@login_required
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that the viewer's role allows here, on one page."""
    tournament = tournament_with_role(request, slug)
    own = rights_in(request.user, tournament)
    kinds = roles_in(request.user, tournament)
    names = names_of(tournament)
    context = {
        "tournament": tournament,
        "roles": [(RoleKind(k).label, WHAT[k]) for k in RoleKind.values if k in kinds],
        "rights": {right.value for right in own},
        "watched": selectors.watched_by(request.user, tournament, names)
        if Right.MONITOR in own
        else [],
        "on_now": selectors.matches_on(tournament, names) if Right.STREAM in own else [],
        "walk_in": WalkInForm() if tournament.status in BEFORE else None,
    }
    return render(request, "tournaments/desk/my_part.html", context)


@login_required
def notes(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """The notes on a match, a form for another one, and, for directors, the monitors of the match."""
    tournament = tournament_with_role(request, slug)
    pairing = Pairing.objects.filter(pk=pairing_id, stage__tournament=tournament).first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    monitoring.require_notes(request.user, tournament, pairing)
    form = NoteForm(posted(request) if "text" in request.POST else None)
    if request.method == "POST" and "text" not in request.POST:
        return _watch(request, tournament, pairing_id)
    if request.method == "POST" and form.is_valid():
        monitoring.write_note(
            tournament.pk, pairing_id, form.cleaned_data["text"], by=me(request), now=timezone.now()
        )
        messages.success(request, _("Note added."))
        return redirect("tournament-notes", slug, pairing_id)
    return _notes_page(request, tournament, pairing_id, form)


def _notes_page(
    request: HttpRequest, tournament: Tournament, pairing_id: int, form: NoteForm
) -> HttpResponse:
    directs = may(request.user, tournament, Right.DIRECT)
    watchers = selectors.watchers_of(pairing_id)
    there = {row.user_id for row in watchers}
    people = people_of(tournament, request.user) if directs else []
    monitors = {
        row.user_id: row.name
        for row in people
        if Right.MONITOR in RIGHTS[row.kind] and row.user_id not in there
    }
    context: dict[str, Any] = {
        "tournament": tournament,
        "row": selectors.pairing_row(tournament, pairing_id, names_of(tournament)),
        "notes": selectors.notes_of([pairing_id]),
        "watchers": watchers,
        "monitors": sorted(monitors.items(), key=lambda pair: pair[1]),
        "directs": directs,
        "me": request.user.pk,
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/desk/notes.html", context, status=status)


def _watch(request: HttpRequest, tournament: Tournament, pairing_id: int) -> HttpResponse:
    """Assign a monitor to the match, or release one from it."""
    verb = "assign" if "assign" in request.POST else "release"
    number = request.POST.get(verb, "")
    if not number.isdecimal() or len(number) > 17:
        raise NotFound("no_such_watch", _("This no longer exists. Reload the page."))
    if verb == "assign":
        user = User.objects.filter(pk=int(number), is_active=True).first()
        if user is None:
            raise NotFound("no_monitor", _("This no longer exists. Reload the page."))
        monitoring.assign(tournament.pk, pairing_id, user, by=me(request), now=timezone.now())
        messages.success(request, _("Monitor assigned."))
    else:
        monitoring.release(tournament.pk, int(number), by=request.user)
        messages.success(request, _("Monitor removed."))
    if may(request.user, tournament, Right.DIRECT):
        return redirect("tournament-notes", tournament.slug, pairing_id)
    return redirect("tournament-part", tournament.slug)


@login_required
def clone(request: HttpRequest, slug: str) -> HttpResponse:
    """A copy of the tournament, as a draft."""
    old = directed(request, slug)
    form = CloneTournamentForm(posted(request), initial={"name": old.name}, zone=old.time_zone)
    if request.method == "POST" and form.is_valid():
        starts_at: datetime | None = form.cleaned_data["starts_at"]
        require_room(me(request), timezone.now())
        try:
            made = cloning.clone_tournament(
                old.pk,
                by=me(request),
                now=timezone.now(),
                name=form.cleaned_data["name"],
                starts_at=starts_at,
                once=form.once,
            )
        except DomainError as refused:
            if refused.status != 400:
                raise
            form.add_error("name", refused.detail)
        else:
            messages.success(request, _("Draft saved. Check it, then open entry."))
            return redirect("tournament-manage", made.slug)
    context = {"form": form, "tournament": old}
    status = 422 if form.errors else 200
    return render(request, "tournaments/event/clone.html", context, status=status)
