"""The files on an event's page: put there, replaced, removed. Directors of the event may."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.permissions import Right, Viewer, require
from tournaments.event.services.events import locked_event, touch
from tournaments.event.services.image_files import checked
from tournaments.models import Event, EventFile
from web.errors import DomainError, NotFound


def put_file(event_id: int, kind: str, data: bytes, *, by: Viewer, now: datetime) -> EventFile:
    """Put a file in the place of the one of its kind. Read before the event is locked. Refused: no_such_event,
    not_your_role, no_such_kind, and what `image_files.checked` refuses."""
    _require_kind(kind)
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound("no_such_event", _("Event not found."))
    require(by, event, Right.DIRECT)
    file = checked(kind, data)
    with transaction.atomic():
        event = locked_event(event_id)
        require(by, event, Right.DIRECT)
        values = {
            "data": file.data,
            "content_type": file.content_type,
            "width": file.width,
            "height": file.height,
            "digest": file.digest,
            "added_at": now,
        }
        row, _made = EventFile.objects.update_or_create(event=event, kind=kind, defaults=values)
        touch(event)
    return row


@transaction.atomic
def remove_file(event_id: int, kind: str, *, by: Viewer) -> None:
    """Remove the file of a kind; none is left as it is. Refused: no_such_event, no_such_kind."""
    _require_kind(kind)
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    EventFile.objects.filter(event=event, kind=kind).delete()
    touch(event)


def _require_kind(kind: str) -> None:
    if kind not in EventFile.Kind.values:
        text = _("This page is out of date. Reload it and try again.")
        raise DomainError("no_such_kind", text, status=400)
