"""Announcements to everybody in an event or a tournament. Whoever may enter results may announce, too."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Right, Subject, Viewer, require
from tournaments.event.services.events import touch
from tournaments.event.services.people import locked_subject, subject_filter
from tournaments.models import Announcement, Event
from web.errors import DomainError, NotFound

LONGEST = 280
MOST_SHOWN = 20


@transaction.atomic
def announce(
    subject: Subject,
    text: str,
    *,
    by: User | None,
    now: datetime,
    until: datetime | None = None,
    pinned: bool = False,
) -> Announcement:
    """Announce something until a time or until it is taken down; a text that is still shown is not announced again.
    Refused: nothing_said, over_already (400), too_many, said_already."""
    subject = locked_subject(subject)
    if by is not None:
        require(by, subject, Right.SCORE)
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        raise DomainError("nothing_said", _("Enter between 1 and 280 characters."), status=400)
    if until is not None and until <= now:
        raise DomainError(
            "over_already", _("This time is in the past. Choose a later time."), status=400
        )
    shown = Announcement.objects.filter(**subject_filter(subject)).exclude(until__lte=now)
    if shown.filter(text=text, until=until, pinned=pinned).exists():
        raise DomainError("said_already", _("This announcement is already shown."))
    if shown.count() >= MOST_SHOWN:
        raise DomainError("too_many", _("Too many announcements. Remove an older one first."))
    made = Announcement.objects.create(
        **subject_filter(subject), text=text, at=now, by=by, until=until, pinned=pinned
    )
    _bump_version(subject)
    return made


@transaction.atomic
def take_down(subject: Subject, announcement_id: int, *, by: Viewer | None, now: datetime) -> None:
    """End an announcement; it stays on record. Refused: no_announcement."""
    subject = locked_subject(subject)
    require(by, subject, Right.SCORE)
    announcement = Announcement.objects.filter(
        **subject_filter(subject), pk=announcement_id
    ).first()
    if announcement is None:
        raise NotFound("no_announcement", _("This no longer exists. Reload the page."))
    if announcement.until is None or announcement.until > now:
        announcement.until = now
        announcement.save(update_fields=["until"])
        _bump_version(subject)


def _bump_version(subject: Subject) -> None:
    if isinstance(subject, Event):
        touch(subject)
    else:
        save_changed(subject)
