"""The event or tournament of a request, if the viewer has the right role in it."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.bracket.selectors import lists
from tournaments.core.permissions import Right, rights_in
from tournaments.event.selectors import events
from tournaments.models import Event, Tournament
from web.errors import NotAllowed


def event_with_role(request: HttpRequest, slug: str, right: Right | None = None) -> Event:
    """The event, if the viewer has that right in it, or any role at all."""
    event = events.get_event(slug, request.user)
    own = rights_in(request.user, event)
    if right not in own if right else not own:
        raise NotAllowed("not_your_role", _("Your role does not allow this."))
    return event


def event_to_direct(request: HttpRequest, slug: str) -> Event:
    """The event, if the viewer directs it."""
    return event_with_role(request, slug, Right.DIRECT)


def tournament_with_role(request: HttpRequest, slug: str, right: Right | None = None) -> Tournament:
    """The tournament, if the viewer has that right in it, or any role at all."""
    tournament = lists.get_tournament(slug, request.user)
    own = rights_in(request.user, tournament)
    if right not in own if right else not own:
        raise NotAllowed("not_your_role", _("Your role does not allow this."))
    return tournament
