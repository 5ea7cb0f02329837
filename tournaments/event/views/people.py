"""Roles in an event or a tournament: inviting, giving, removing; and the page of an invitation."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.requests import me
from accounts.selectors import login_name
from tournaments.core.permissions import Subject, may_give, rights_in
from tournaments.core.role_texts import WHAT
from tournaments.event.forms import InviteForm
from tournaments.event.selectors import people as selectors
from tournaments.event.services import invitations, people
from tournaments.event.views.scope import event_with_role, tournament_with_role
from tournaments.models import Event, Invitation, RoleKind, Tournament
from web.errors import DomainError, NotFound


@login_required
def event_people(request: HttpRequest, slug: str) -> HttpResponse:
    return _people(request, event_with_role(request, slug))


@login_required
def tournament_people(request: HttpRequest, slug: str) -> HttpResponse:
    return _people(request, tournament_with_role(request, slug))


def _people(request: HttpRequest, subject: Subject) -> HttpResponse:
    kinds = [kind for kind in RoleKind.values if may_give(request.user, subject, kind)]
    form = InviteForm(None, kinds=kinds, initial={"kind": RoleKind.ASSISTANT})
    if request.method == "POST":
        verb = request.POST.get("do", "")
        if verb != "invite":
            return _change_role(request, subject, verb)
        form = InviteForm(request.POST, kinds=kinds or RoleKind.values)
        if form.is_valid() and _invited(request, subject, form):
            return _back(subject)
    now = timezone.now()
    context: dict[str, Any] = {
        "subject": subject,
        "is_event": isinstance(subject, Event),
        "people": selectors.people_of(subject, request.user),
        "asked": [
            (row, invitations.link_of(row.invitation) if row.may_take else "")
            for row in selectors.invitations_to(subject, request.user, now)
        ],
        "changes": selectors.changes_of(subject, request.user),
        "form": form if kinds else None,
        "kinds": [(RoleKind(kind).label, WHAT[kind]) for kind in RoleKind.values],
        "is_first": subject.organizer_id == me(request).pk,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/event/people.html", context, status=status)


def _invited(request: HttpRequest, subject: Subject, form: InviteForm) -> bool:
    whom, kind = form.cleaned_data["whom"], form.cleaned_data["kind"]
    invitee = {"player": whom} if isinstance(whom, Player) else {"email": whom}
    try:
        invitations.invite(subject, kind, by=me(request), now=timezone.now(), **invitee)
    except DomainError as refused:
        if refused.status == 403:
            raise
        form.add_error("whom", refused.detail)
        return False
    messages.success(
        request, _("Invited: %(name)s. The link works for two weeks.") % {"name": whom}
    )
    return True


def _change_role(request: HttpRequest, subject: Subject, verb: str) -> HttpResponseRedirect:
    """Change an existing role or invitation."""
    by, now, number = me(request), timezone.now(), request.POST.get("id", "")
    if not number.isdecimal() or len(number) > 17:
        raise NotFound("no_such_role", _("This no longer exists. Reload the page."))
    if verb == "revoke":
        invitations.revoke(subject, int(number), by=by, now=now)
        text = _("Invitation withdrawn.")
    elif verb == "take":
        people.remove_role(subject, int(number), by=by, now=now)
        text = _("Role removed.")
    elif verb == "take-named" and isinstance(subject, Tournament):
        people.remove_director(subject, int(number), by=by, now=now)
        text = _("Role removed.")
    elif verb == "hand-on":
        people.transfer_organizer(subject, int(number), by=by, now=now)
        text = _("Role transferred.")
    else:
        raise NotFound("no_such_page", _("Page not found."))
    messages.success(request, text)
    again = type(subject).objects.get(pk=subject.pk)
    return _back(subject) if rights_in(by, again) else redirect("home")


def _back(subject: Subject) -> HttpResponseRedirect:
    """Back to the page of people."""
    kind = "event" if isinstance(subject, Event) else "tournament"
    return redirect(f"{kind}-people", subject.slug)


def _to_desk(invitation: Invitation) -> HttpResponseRedirect:
    """To the desk of the event or tournament."""
    if invitation.event is not None:
        return redirect("event-manage", invitation.event.slug)
    assert invitation.tournament is not None  # noqa: S101  # a constraint says so
    return redirect("tournament-manage", invitation.tournament.slug)


@login_required
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation, and accepting it. Whoever has accepted before is redirected to the desk."""
    row = invitations.invitation_of(token, timezone.now(), by=me(request))
    if row.accepted_at:
        return _to_desk(row)
    if request.method == "POST":
        row = invitations.accept(token, by=me(request), now=timezone.now())
        text = _("%(name)s – your role: %(role)s.")
        subject = row.event or row.tournament
        messages.success(request, text % {"role": RoleKind(row.kind).label, "name": subject})
        return _to_desk(row)
    context = {
        "invitation": row,
        "subject": row.event or row.tournament,
        "role": RoleKind(row.kind).label,
        "what": WHAT[row.kind],
        "by": login_name(row.by),
        "is_mine": row.player is None or row.player.user_id == me(request).pk,
    }
    return render(request, "tournaments/event/invitation.html", context)
