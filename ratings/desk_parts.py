"""What ratings add to the desk of a tournament: the link to seeding by rating."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament


def seeding(tournament: Tournament) -> list[tuple[str, str]]:
    """One link, for every tournament that may still be seeded."""
    if tournament.status not in (Tournament.Status.DRAFT, Tournament.Status.OPEN):
        return []
    return [(_("Seed by rating"), reverse("tournament-seed-by-rating", args=[tournament.slug]))]
