"""What the views of directors share: the tournament they direct, and the redirect back to the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.staff_access import act_as_staff
from tournaments.bracket.selectors import lists
from tournaments.core.permissions import Right, may, require
from tournaments.models import Tournament
from web.errors import NotAllowed

AT_DESK = (Right.DIRECT, Right.SCORE, Right.MONITOR)


def directed(request: HttpRequest, slug: str, right: Right = Right.DIRECT) -> Tournament:
    """The tournament, if the viewer may direct it, or has that lesser right."""
    tournament = lists.get_tournament(slug, request.user)
    if not may(request.user, tournament, right):
        raise NotAllowed("not_a_director", _("Only a director of this tournament can do this."))
    act_as_staff(request.user)
    return tournament


def tournament_with_right(
    request: HttpRequest, slug: str, right: Right = Right.SCORE
) -> Tournament:
    """The tournament, if the viewer has this right in it. Raises what `require` raises."""
    tournament = lists.get_tournament(slug, request.user)
    require(request.user, tournament, right)
    return tournament


def at_desk(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the viewer has something to do at its desk."""
    tournament = lists.get_tournament(slug, request.user)
    if not any(may(request.user, tournament, right) for right in AT_DESK):
        raise NotAllowed("not_a_director", _("Only a director of this tournament can do this."))
    act_as_staff(request.user)
    return tournament


def done(request: HttpRequest, slug: str, message: str) -> HttpResponseRedirect:
    messages.success(request, message)
    return redirect("tournament-manage", slug)


def refused(request: HttpRequest, slug: str, form: Any) -> HttpResponseRedirect:
    """The errors of a one-line form on the desk, shown as messages above the desk."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, error)
    return redirect("tournament-manage", slug)
