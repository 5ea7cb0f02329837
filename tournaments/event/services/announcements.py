"""Announcements to everybody in an event or a tournament. Whoever may enter results may announce, too."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from notifications import kinds
from notifications.services.notify import News, notify
from tournaments.bracket.services.match_news import logins_of
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Right, Subject, Viewer, require
from tournaments.event.services.events import touch
from tournaments.event.services.people import locked_subject, subject_filter
from tournaments.models import Announcement, Entry, Event, Tournament
from web.errors import DomainError, NotFound

LONGEST = 280
LONGEST_SHOWN = timedelta(days=366 * 2)
MOST_SHOWN = 20
ANNOUNCED_IN = (Tournament.Status.OPEN, Tournament.Status.RUNNING)


@transaction.atomic
def announce(  # noqa: PLR0913  # the facts of an announcement, by name
    subject: Subject,
    text: str,
    *,
    by: User | None,
    now: datetime,
    until: datetime | None = None,
    pinned: bool = False,
    counts_down: bool = False,
) -> Announcement:
    """Announce something until a time or until it is taken down; a text that is still shown is not announced again.
    `counts_down` to `until` on big screens. Refused: nothing_said, over_already, too_far, no_end (400), too_many, said_already."""
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
    if until is not None and until > now + LONGEST_SHOWN:
        raise DomainError(
            "too_far", _("This time is too far away. Choose one within two years."), status=400
        )
    if counts_down and until is None:
        raise DomainError("no_end", _("Enter the time that the countdown leads to."), status=400)
    shown = Announcement.objects.filter(**subject_filter(subject)).exclude(until__lte=now)
    same = {"counts_down": True} if counts_down else {"until": until, "pinned": pinned}
    if shown.filter(text=text, **same).exists():
        raise DomainError("said_already", _("This announcement is already shown."))
    if shown.count() >= MOST_SHOWN:
        raise DomainError("too_many", _("Too many announcements. Remove an older one first."))
    made = Announcement.objects.create(
        **subject_filter(subject),
        text=text,
        at=now,
        by=by,
        until=until,
        pinned=pinned,
        counts_down=counts_down,
    )
    _bump_version(subject)
    _notify_entrants(subject, made, now)
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


def _notify_entrants(subject: Subject, made: Announcement, now: datetime) -> None:
    """Everybody who plays or waits for a place hears of it, but for whoever announced it."""
    if isinstance(subject, Event):
        entries = Q(tournament__event=subject)
        url, title = reverse("event", args=[subject.slug]), subject.name
    else:
        entries = Q(tournament=subject)
        url, title = reverse("tournament", args=[subject.slug]), subject.name
    waiting = (Entry.Status.ACTIVE, Entry.Status.WAITING_LIST)
    open_to_all = Q(tournament__status__in=ANNOUNCED_IN)
    values = {"title": title, "text": made.text}
    news = [
        News(user, kinds.ANNOUNCEMENT, str(made.pk), url, values=values)
        for user in sorted(logins_of(entries & open_to_all, statuses=waiting) - {made.by_id})
    ]
    notify(news, now)


def _bump_version(subject: Subject) -> None:
    if isinstance(subject, Event):
        touch(subject)
    else:
        save_changed(subject)
