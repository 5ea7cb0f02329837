"""The email and the notification to a player whom somebody else entered: one a tournament, with limits for each organizer
and each receiver.

EntryInvitation rows are the queue. An email over a limit waits there and is tried again each hour; the site shows the
invitation at once.
"""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.mailing import plain_values, verified_address
from accounts.models import User
from notifications import kinds
from notifications.models import Notification
from notifications.selectors.preferences import email_time
from notifications.services.notify import notify
from tournaments.entry.services.entry_notices import entry_news
from tournaments.models import Entry, EntryInvitation, Tournament
from tournaments.notices.services.timing_text import zone_of

log = structlog.get_logger(__name__)

CLAIM_LAPSES = timedelta(minutes=5)
A_DAY = timedelta(days=1)
RETRY_AFTER = timedelta(hours=1)
MOST_AT_ONCE = 100
IN = (Entry.Status.ACTIVE, Entry.Status.INVITED, Entry.Status.WAITING_LIST)
ON = (Tournament.Status.OPEN, Tournament.Status.RUNNING)


def send_owed(now: datetime) -> int:
    """Send what is due; returns how many went out. Those of a draft wait until it is opened, because nobody else sees it before."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    due = EntryInvitation.objects.filter(free, email_at__lte=now)
    waiting = due.exclude(tournament__status=Tournament.Status.DRAFT).order_by("email_at", "pk")
    ids = list(waiting.values_list("pk", flat=True)[:MOST_AT_ONCE])
    return sum(_settle(pk, now) for pk in ids)


def _settle(pk: int, now: datetime) -> bool:
    row = _claimed(pk, now)
    if row is None or not _send(row):
        return False
    EntryInvitation.objects.filter(pk=pk).update(email_at=None, claimed_at=None, emailed_at=now)
    return True


@transaction.atomic
def _claimed(pk: int, now: datetime) -> EntryInvitation | None:
    """Claim a row, under its organizer's lock so that two workers count each other's. None: nothing to send now."""
    invitations = EntryInvitation.objects.select_related("tournament", "entry", "player__user")
    row = invitations.get(pk=pk)
    if row.by_id is not None:
        users = User.objects.select_for_update(of=("self",), no_key=True)
        row.by = users.select_related("player").get(pk=row.by_id)
    mine = EntryInvitation.objects.filter(pk=pk, claimed_at=row.claimed_at, email_at=row.email_at)
    user = row.player.user
    if user is None or not _is_open(row):
        mine.update(email_at=None, claimed_at=None)
        return None
    _notify(row, user.pk, now)
    at = email_time(user, kinds.ENTRY, now) if verified_address(user) else None
    if at is None or at > now:  # not wanted, or quiet hours
        mine.update(email_at=at, claimed_at=None)
        return None
    if _is_over_limit(row, now):
        mine.update(email_at=now + RETRY_AFTER, claimed_at=None)
        return None
    return row if mine.update(claimed_at=now) else None


def _is_open(row: EntryInvitation) -> bool:
    return (
        row.email_at is not None
        and row.answer == EntryInvitation.Answer.OPEN
        and row.entry.status in IN
        and row.tournament.status in ON
    )


def _notify(row: EntryInvitation, user_id: int, now: datetime) -> None:
    """A line behind the bell and a push message; over a limit neither, because the bell shows the invitation anyway."""
    organizer = getattr(row.by, "player", None)
    rows = Notification.objects.filter(kind=kinds.ENTRY, created_at__gt=now - A_DAY)
    to_user = Q(user=user_id)
    by_organizer = Q(player=organizer) if organizer is not None else Q(pk=None)
    counts = rows.filter(to_user | by_organizer).aggregate(
        to_user=Count("pk", filter=to_user), by_organizer=Count("pk", filter=by_organizer)
    )
    if (
        counts["to_user"] >= settings.ENTRY_EMAILS_PER_PLAYER
        or counts["by_organizer"] >= settings.ENTRY_EMAILS_PER_ORGANIZER
    ):
        return
    what = "invited" if row.entry.status == Entry.Status.INVITED else "entered"
    notify([entry_news(row, user_id, what if organizer is None else f"{what}_by", organizer)], now)


def _is_over_limit(row: EntryInvitation, now: datetime) -> bool:
    """Counts the emails of the last 24 hours, those that are being sent among them."""
    counted = Q(emailed_at__gt=now - A_DAY) | Q(claimed_at__gt=now - CLAIM_LAPSES)
    rows = EntryInvitation.objects.filter(counted).exclude(pk=row.pk)
    to_player = rows.filter(player=row.player_id).count()
    by_organizer = rows.filter(by=row.by_id).count()
    return (
        to_player >= settings.ENTRY_EMAILS_PER_PLAYER
        or by_organizer >= settings.ENTRY_EMAILS_PER_ORGANIZER
    )


def _send(row: EntryInvitation) -> bool:
    user: User = row.player.user  # type: ignore[assignment]  # _claimed has looked
    organizer = getattr(row.by, "player", None)
    context = plain_values(
        {
            "name": row.player.name,
            "by": organizer.name if organizer else "",
            "title": row.tournament.name,
            "invited": row.entry.status == Entry.Status.INVITED,
            "url": settings.SITE_URL + reverse("entry-invitation", args=[row.pk]),
            "settings_url": settings.SITE_URL + reverse("notification-settings"),
        }
    )
    language = getattr(user, "language", "") or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_of(user)):
        subject = render_to_string("emails/entered_subject.txt", context)
        body = render_to_string("emails/entered.txt", context)
    try:
        send_mail(" ".join(subject.split()), body, None, [verified_address(user)])
    except OSError as error:  # the claim lapses and it is tried again
        log.warning("entry_email_not_sent", invitation=row.pk, error=str(error))
        return False
    return True
