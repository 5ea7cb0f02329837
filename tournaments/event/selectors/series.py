"""The earlier editions of an event, who won them, and which event may be named as the one before."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.core.permissions import Viewer
from tournaments.event.selectors.people import DIRECTING
from tournaments.models import Event, Role, Tournament

MOST_EDITIONS = 6
MOST_CHOICES = 60


@dataclass(frozen=True, slots=True)
class PastWinner:
    """An earlier edition of the event and the winner of its first tournament."""

    slug: str
    name: str
    starts_on: date
    champion: PlayerRef


def past_winners(event: Event) -> list[PastWinner]:
    """The latest first, of public events only. Two queries; none where the event has no earlier edition."""
    editions = [edition for edition in _editions(event) if edition.is_public]
    if not editions:
        return []
    won = Tournament.objects.filter(
        event__in=editions, status=Tournament.Status.FINISHED, champion__isnull=False, is_rehearsal=False
    ).select_related("champion__player")  # fmt: skip
    first: dict[int | None, Tournament] = {}
    for tournament in won.order_by("event_order", "pk"):
        first.setdefault(tournament.event_id, tournament)
    return [
        PastWinner(edition.slug, edition.name, edition.starts_on, entrant_ref(champion))
        for edition in editions
        if edition.pk in first and (champion := first[edition.pk].champion) is not None
    ]


def earlier_events(event: Event, viewer: Viewer) -> list[Event]:
    """The events that may be named as the one before: earlier ones of the same organizer, or that the viewer directs."""
    roles = Role.objects.filter(user_id=viewer.pk or 0, kind__in=DIRECTING, tournament=None)
    ours = Q(organizer_id=viewer.pk) | Q(pk__in=roles.order_by().values("event_id"))
    if event.organizer_id is not None:
        ours |= Q(organizer_id=event.organizer_id)
    listed = Event.objects.filter(ours, starts_on__lt=event.starts_on).exclude(pk=event.pk)
    return list(listed.order_by("-starts_on", "-pk")[:MOST_CHOICES])


def _editions(event: Event) -> Iterator[Event]:
    """The events before this one. One query, whatever their number; a circle ends where it began."""
    if event.previous_id is None:
        return
    path = "__".join(["previous"] * (MOST_EDITIONS - 1))
    edition = Event.objects.select_related(path).filter(pk=event.previous_id).first()
    seen = {event.pk}
    for _number in range(MOST_EDITIONS):
        if edition is None or edition.pk in seen:
            return
        seen.add(edition.pk)
        yield edition
        edition = edition.previous if edition.previous_id and len(seen) <= MOST_EDITIONS else None
