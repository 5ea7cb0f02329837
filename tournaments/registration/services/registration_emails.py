"""Emails to people who registered without an account: the link to confirm, then what became of it. Registration rows are the
queue.

The first email goes to an address that anybody may have typed. It holds the site's own words, the names without links, and one
link. How to pay is in the email after the confirmation.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Exists, F, OuterRef, Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.mailing import plain_values, without_links
from tournaments.core.money_texts import short_amount_text
from tournaments.models import EntrantContact, Entry, Registration, Tournament
from tournaments.money.selectors.accounts import account_of
from tournaments.registration.selectors.registration_link import link_of
from tournaments.registration.selectors.registration_state import (
    bill_of,
    number_in_line,
    registration_plan,
)

log = structlog.get_logger(__name__)

CLAIM_LAPSES = timedelta(minutes=5)
MOST_AT_ONCE = 100
WAITS = Entry.Status.WAITING_LIST
ON = (Tournament.Status.OPEN, Tournament.Status.DRAFT, Tournament.Status.RUNNING)


def send_owed(now: datetime) -> int:
    """Send what is due; returns how many went out. Who has moved up from the waiting list is owed an email, too."""
    seated = Entry.objects.filter(pk=OuterRef("entry"), status=Entry.Status.ACTIVE)
    moved_up = Registration.objects.filter(Exists(seated), emailed_status=WAITS)
    moved_up.update(email_at=now, claimed_at=None, emailed_status="")
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    due = Registration.objects.filter(free, email_at__lte=now)
    rows = due.select_related("tournament__event", "entry__player").order_by(F("email_at"), "pk")
    return sum(_send_once(row, now) for row in list(rows[:MOST_AT_ONCE]))


def _send_once(row: Registration, now: datetime) -> bool:
    """Claim, send, mark as sent. If the worker is killed in between, the claim lapses and the email is sent again."""
    mine = Registration.objects.filter(pk=row.pk, email_at=row.email_at, claimed_at=row.claimed_at)
    if not mine.update(claimed_at=now):
        return False
    to = _address(row, now)
    if to and not _send(row, to):
        return False
    status = row.entry.status if row.entry else ""
    sent = Registration.objects.filter(pk=row.pk, email_at=row.email_at)
    sent.update(email_at=None, claimed_at=None, emailed_status=status)
    return bool(to)


def _address(row: Registration, now: datetime) -> str:
    """Where the email goes; empty if it is not wanted any more."""
    if row.tournament.status not in ON:
        return ""
    if row.entry is None:
        return row.email if row.expires_at > now else ""
    kept = EntrantContact.objects.filter(tournament=row.tournament_id, player=row.entry.player_id)
    return kept.values_list("email", flat=True).first() or ""


def _send(row: Registration, to: str) -> bool:
    name = "registration" if row.entry is None else "registered"
    zone = ZoneInfo(row.tournament.time_zone)
    with translation.override(row.language or settings.LANGUAGE_CODE), timezone.override(zone):
        context = _context(row)
        subject = render_to_string(f"emails/{name}_subject.txt", context)
        body = render_to_string(f"emails/{name}.txt", context)
    try:
        send_mail(" ".join(subject.split()), body, None, [to])
    except OSError as error:  # the claim lapses and it is tried again
        log.warning("registration_email_not_sent", registration=row.pk, error=str(error))
        return False
    return True


def _context(row: Registration) -> dict[str, object]:
    tournament, entry = row.tournament, row.entry
    event = tournament.event
    context: dict[str, object] = {
        "name": row.name,
        "title": tournament.name,
        "event": event.name if event is not None and event.name not in tournament.name else "",
        "until": row.expires_at,
        "starts_at": tournament.starts_at,
        "url": link_of(row),
    }
    if entry is None:
        bill = bill_of(tournament, row.at)
        total = bill.total if bill else 0
        context["fee"] = short_amount_text(total, bill.currency) if bill and total else ""
        if bill and total and bill.early_until:
            context["early_until"] = bill.early_until
            context["zone"] = tournament.time_zone
            context["later"] = short_amount_text(bill.later, bill.currency)
        return plain_values(context)
    account = account_of(tournament, entry.pk) if entry.is_active else None
    plan, bill = registration_plan(tournament), bill_of(tournament, entry.entered_at)
    owes = account.owes if account else 0
    context |= {
        "status": entry.status,
        "number": number_in_line(entry) if entry.status == WAITS else 0,
        "owes": short_amount_text(owes, bill.currency) if bill and owes > 0 else "",
        "payment_text": _whole_in_email(plan.payment_text) if plan and owes > 0 else "",
    }
    return plain_values(context)


def _whole_in_email(payment_text: str) -> str:
    """How to pay, unless links would be taken out of it: half an address is worse than the link to the page."""
    return payment_text if without_links(payment_text) == payment_text else ""
