"""What ratings add to the desk: links to seeding by rating, and to the rating list of an event."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event, Tournament


def seeding(tournament: Tournament) -> list[tuple[str, str]]:
    """One link, for every tournament that may still be seeded."""
    if tournament.status not in (Tournament.Status.DRAFT, Tournament.Status.OPEN):
        return []
    return [(_("Seed by rating"), reverse("tournament-seed-by-rating", args=[tournament.slug]))]


def event_list(event: Event) -> list[tuple[str, str]]:
    """One link, to the settings of the event's list."""
    return [(_("Rating list"), reverse("event-list-settings", args=[event.slug]))]
