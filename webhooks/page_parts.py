"""Links to webhooks on the desks."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event, Tournament


def event_link(event: Event) -> list[tuple[str, str]]:
    """In the menu of an event's desk."""
    return [(_("Webhooks"), f"{reverse('webhooks')}?event={event.slug}")]


def tournament_link(tournament: Tournament) -> list[tuple[str, str]]:
    """On the step "Set up" of a tournament's desk."""
    return [(_("Webhooks"), f"{reverse('webhooks')}?tournament={tournament.slug}")]
