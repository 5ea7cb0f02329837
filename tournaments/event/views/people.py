"""Who has which role in an event or a tournament: asked, given, taken; and the page that an invitation leads to."""

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
from tournaments.event.views.scope import tended, tended_event
from tournaments.models import Event, Invitation, RoleKind, Tournament
from web.errors import DomainError, NotFound


@login_required
def event_people(request: HttpRequest, slug: str) -> HttpResponse:
    return _people(request, tended_event(request, slug))


@login_required
def tournament_people(request: HttpRequest, slug: str) -> HttpResponse:
    return _people(request, tended(request, slug))


def _people(request: HttpRequest, subject: Subject) -> HttpResponse:
    kinds = [kind for kind in RoleKind.values if may_give(request.user, subject, kind)]
    form = InviteForm(None, kinds=kinds, initial={"kind": RoleKind.ASSISTANT})
    if request.method == "POST":
        verb = request.POST.get("do", "")
        if verb != "invite":
            return _acted(request, subject, verb)
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
    told = {"player": whom} if isinstance(whom, Player) else {"email": whom}
    try:
        invitations.invite(subject, kind, by=me(request), now=timezone.now(), **told)
    except DomainError as refused:
        if refused.status == 403:
            raise
        form.add_error("whom", refused.detail)
        return False
    messages.success(
        request, _("%(name)s is asked. The link works for two weeks.") % {"name": whom}
    )
    return True


def _acted(request: HttpRequest, subject: Subject, verb: str) -> HttpResponseRedirect:
    """Something is done with a role or an invitation that is there."""
    by, now, number = me(request), timezone.now(), request.POST.get("id", "")
    if not number.isdecimal() or len(number) > 17:
        raise NotFound("no_such_role", _("There is no such role."))
    if verb == "revoke":
        invitations.revoke(subject, int(number), by=by, now=now)
        said = _("The invitation is taken back.")
    elif verb == "take":
        people.take(subject, int(number), by=by, now=now)
        said = _("The role is taken away.")
    elif verb == "take-named" and isinstance(subject, Tournament):
        people.take_named(subject, int(number), by=by, now=now)
        said = _("The role is taken away.")
    elif verb == "hand-on":
        people.hand_on(subject, int(number), by=by, now=now)
        said = _("Handed on.")
    else:
        raise NotFound("no_such_page", _("There is no such page."))
    messages.success(request, said)
    again = type(subject).objects.get(pk=subject.pk)
    return _back(subject) if rights_in(by, again) else redirect("home")


def _back(subject: Subject) -> HttpResponseRedirect:
    """To the people."""
    kind = "event" if isinstance(subject, Event) else "tournament"
    return redirect(f"{kind}-people", subject.slug)


def _to_work(found: Invitation) -> HttpResponseRedirect:
    """Where whoever accepted it has something to do."""
    if found.event is not None:
        return redirect("event-manage", found.event.slug)
    assert found.tournament is not None  # noqa: S101  # a constraint says so
    return redirect("tournament-manage", found.tournament.slug)


@login_required
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What one is asked to do, by whom; and the yes. Whoever said it before is led on."""
    found = invitations.invitation_of(token, timezone.now(), by=me(request))
    if found.accepted_at:
        return _to_work(found)
    if request.method == "POST":
        found = invitations.accept(token, by=me(request), now=timezone.now())
        said = _("You are %(role)s of %(name)s now.")
        subject = found.event or found.tournament
        messages.success(request, said % {"role": RoleKind(found.kind).label, "name": subject})
        return _to_work(found)
    context = {
        "invitation": found,
        "subject": found.event or found.tournament,
        "role": RoleKind(found.kind).label,
        "what": WHAT[found.kind],
        "by": login_name(found.by),
        "is_mine": found.player is None or found.player.user_id == me(request).pk,
    }
    return render(request, "tournaments/event/invitation.html", context)
