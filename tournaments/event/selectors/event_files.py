"""The files on an event's page, without what is in them; and one of them whole."""

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Event, EventFile


@dataclass(frozen=True, slots=True)
class EventFileRow:
    """A file by its address, which changes with what is in it; an image with its pixels."""

    kind: str
    href: str
    width: int
    height: int


def event_files(event: Event) -> dict[str, EventFileRow]:
    """By kind. One query."""
    columns = ("kind", "digest", "width", "height")
    rows = EventFile.objects.filter(event=event).values_list(*columns)
    return {
        kind: EventFileRow(
            kind, f"{reverse('event-file', args=[event.slug, kind])}?v={digest[:12]}", width, height
        )
        for kind, digest, width, height in rows
    }


def event_file(event: Event, kind: str) -> EventFile | None:
    """One file with its bytes."""
    return EventFile.objects.filter(event=event, kind=kind).first()
