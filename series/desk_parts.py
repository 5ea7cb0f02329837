"""What series add to the desk of an event: a link to series, where its tournaments can be added to one."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event


def series_link(_event: Event) -> list[tuple[str, str]]:
    """One link, to the list of series with those that the director looks after."""
    return [(_("Series"), reverse("series-list"))]
