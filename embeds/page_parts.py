"""Links to embeds and feeds: on the desks, and in the heads of pages for programs."""

from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.event.page_parts import AlternateLink
from tournaments.models import Event, Tournament

OEMBED, ATOM = "application/json+oembed", "application/atom+xml"


def tournament_links(tournament: Tournament) -> list[tuple[str, str]]:
    """On the step "Set up" of a tournament's desk, once the tournament can be seen."""
    if _is_hidden(tournament):
        return []
    return [(_("Embed"), reverse("tournament-embed", args=[tournament.slug]))]


def event_links(event: Event) -> list[tuple[str, str]]:
    """In the menu of an event's desk."""
    return [(_("Feed of results"), _feed(event))] if event.is_public else []


def alternates(subject: Tournament | Event) -> list[AlternateLink]:
    """The feed, and of a tournament how to embed it. Nothing of what is not public."""
    if isinstance(subject, Event):
        return (
            [AlternateLink(ATOM, _("Feed of results"), _feed(subject))] if subject.is_public else []
        )
    if _is_hidden(subject):
        return []
    query = urlencode({"url": settings.SITE_URL + subject.get_absolute_url()})
    return [
        AlternateLink(ATOM, _("Feed of results"), _feed(subject)),
        AlternateLink(OEMBED, subject.name, f"{settings.SITE_URL}{reverse('oembed')}?{query}"),
    ]


def _is_hidden(tournament: Tournament) -> bool:
    return tournament.status == Tournament.Status.DRAFT or tournament.is_rehearsal


def _feed(subject: Tournament | Event) -> str:
    name = "event-feed" if isinstance(subject, Event) else "tournament-feed"
    return reverse(name, args=[subject.slug])
