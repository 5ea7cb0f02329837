"""Emails to people who registered without an account: the link to confirm, then what became of it. Registration rows are the
queue.

The first email goes to an address that anybody may have typed. It holds the site's own words, the names without links, and one
link. How to pay is in the email after the confirmation.
"""

from collections.abc import Iterable
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
from tournaments.registration.selectors.registration_link import group_of, link_of, reference_of
from tournaments.registration.selectors.registration_state import (
    Bill,
    bill_of,
    number_in_line,
    places_of,
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
    rows = due.select_related("tournament__event", "entry__player", "lead").order_by(
        F("email_at"), "pk"
    )
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
    for other in row.others.select_related("entry"):
        other_status = other.entry.status if other.entry else ""
        Registration.objects.filter(pk=other.pk).update(emailed_status=other_status)
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
    group = group_of(row) if row.lead_id is None else [row]
    if entry is None:
        bill = _bill(row, row.at)
        to_pay = [member for member in group if not places_of(member.tournament).is_full]
        context["fee"] = _sums_text((_bill(member, row.at), 0) for member in to_pay)
        context["others"] = [
            without_links(member.tournament.name) for member in group if member.pk != row.pk
        ]
        if bill and bill.total and bill.early_until and len(group) == 1:
            context["early_until"] = bill.early_until
            context["zone"] = tournament.time_zone
            context["later"] = short_amount_text(bill.later, bill.currency)
        return plain_values(context)
    owed = [(_bill(member, row.at), _owes(member)) for member in group]
    owes = _sums_text(owed, of_bills=False)
    plan = registration_plan(tournament)
    text = (plan.payment_text if plan else "") or (event.payment_text if event else "")
    context |= {
        "status": entry.status,
        "number": number_in_line(entry) if entry.status == WAITS else 0,
        "others": [
            {
                "title": without_links(member.tournament.name),
                "status": member.entry.status,
                "number": number_in_line(member.entry) if member.entry.status == WAITS else 0,
            }
            for member in group
            if member.pk != row.pk and member.entry is not None
        ],
        "owes": owes,
        "reference": reference_of(row) if owes else "",
        "payment_text": _whole_in_email(text) if owes else "",
    }
    return plain_values(context)


def _bill(row: Registration, at: datetime) -> Bill | None:
    return bill_of(row.tournament, at, is_reduced=row.is_reduced, pools=row.pools or ())


def _owes(row: Registration) -> int:
    entry = row.entry
    account = account_of(row.tournament, entry.pk) if entry and entry.is_active else None
    return account.owes if account else 0


def _sums_text(amounts: Iterable[tuple[Bill | None, int]], *, of_bills: bool = True) -> str:
    """The sum of bills, or of what is owed, by currency; empty where there is nothing to pay."""
    sums: dict[str, int] = {}
    for bill, owed in amounts:
        if bill is not None:
            amount = bill.total if of_bills else owed
            sums[bill.currency] = sums.get(bill.currency, 0) + amount
    return " + ".join(short_amount_text(sum_, code) for code, sum_ in sums.items() if sum_ > 0)


def _whole_in_email(payment_text: str) -> str:
    """How to pay, unless links would be taken out of it: half an address is worse than the link to the page."""
    return payment_text if without_links(payment_text) == payment_text else ""
