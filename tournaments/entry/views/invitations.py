"""A player's own invitations: the page of an invitation with its answers, and the organizers whom they blocked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import me
from accounts.services.players import ensure_player
from tournaments.entry.selectors import invitations
from tournaments.entry.services import answers
from tournaments.models import Entry
from web.errors import NotFound


@login_required
@never_cache
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """An invitation: who entered the viewer and where; accept, decline, or block the organizer (POST do=…)."""
    waiting = invitations.waiting_invitation(me(request), pk)
    if waiting is None:
        text = _("This invitation has been answered or withdrawn.")
        raise NotFound("no_invitation", text)
    if request.method != "POST":
        context = {"invitation": waiting}
        return render(request, "tournaments/entry/invitation.html", context)
    return _answer(request, waiting)


def _answer(request: HttpRequest, waiting: invitations.WaitingInvitation) -> HttpResponseRedirect:
    player, now = ensure_player(me(request)), timezone.now()
    match request.POST.get("do"):
        case "accept":
            entry = answers.accept(waiting.id, player, now=now)
            messages.success(request, _accepted(entry))
            return redirect("tournament", waiting.slug)
        case "block":
            answers.block(waiting.id, player, now=now)
            messages.success(request, _blocked(waiting))
        case "decline":
            answers.decline(waiting.id, player, now=now)
            text = _("Declined: %(name)s. You can still enter yourself.")
            messages.success(request, text % {"name": waiting.title})
        case _:
            return redirect("entry-invitation", waiting.id)
    return redirect("home")


def _blocked(waiting: invitations.WaitingInvitation) -> str:
    if not waiting.by:
        return _("Declined. This organizer cannot enter you again.")
    return _("Declined. %(name)s cannot enter you again.") % {"name": waiting.by}


def _accepted(entry: Entry) -> str:
    if entry.status == Entry.Status.INVITED:
        return _("Accepted. Your team plays when every member has accepted.")
    if entry.status == Entry.Status.WAITING_LIST:
        return _("Accepted. You are on the waiting list.")
    return _("Accepted. You are entered: %(name)s.") % {"name": entry.tournament.name}


@login_required
@require_safe
@never_cache
def blocks(request: HttpRequest) -> HttpResponse:
    """Organizers whom the viewer has blocked."""
    context = {"blocks": invitations.blocks_of(me(request))}
    return render(request, "tournaments/entry/blocked_organizers.html", context)


@login_required
@require_POST
def unblock(request: HttpRequest, pk: int) -> HttpResponseRedirect:
    """Unblock an organizer."""
    answers.unblock(pk, ensure_player(me(request)))
    messages.success(request, _("Organizer unblocked."))
    return redirect("blocked-organizers")
