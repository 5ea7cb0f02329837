"""The registrations of one form: its link outlives each of them, and the last version of the form counts."""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.models import Registration
from tournaments.registration.selectors.registration_link import token_hash, token_of

MOST_EMAILS = 12
EMAIL_EVERY = timedelta(minutes=2)


def hand_link_on(lead: Registration) -> None:
    """Give the link, and an email that is still due, to the next registration of the form: this one is about to be deleted."""
    others = Registration.objects.filter(lead=lead.pk).order_by("pk")
    heir = others.first()
    if heir is None:
        return
    stored = Registration.objects.get(pk=lead.pk)
    unused = secrets.token_hex(16)
    Registration.objects.filter(pk=lead.pk).update(
        nonce=unused, token_hash=token_hash(token_of(unused)), email_at=None
    )
    others.exclude(pk=heir.pk).update(lead=heir)
    Registration.objects.filter(pk=heir.pk).update(
        lead=None,
        nonce=stored.nonce,
        token_hash=stored.token_hash,
        email_at=heir.email_at or stored.email_at,
        claimed_at=None,
        emails=max(heir.emails, stored.emails),
    )


def drop_unticked(rows: Sequence[Registration], tournaments: Collection[int]) -> list[Registration]:
    """Delete what is not confirmed of the forms of these registrations, unless it is for one of these tournaments. Returns the
    registrations as they are after that."""
    leads = {row.lead_id or row.pk for row in rows}
    of_forms = Registration.objects.filter(Q(pk__in=leads) | Q(lead__in=leads), confirmed_at=None)
    of_forms.exclude(tournament__in=tournaments).delete()
    left = Registration.objects.filter(pk__in=[row.pk for row in rows])
    return list(left.select_related("lead").order_by("pk"))


def owe_again(rows: Sequence[Registration], now: datetime) -> None:
    """The email of each form again. What is not confirmed has an email of its own where the form's lead is confirmed."""
    leads = [(row, row.lead or row) for row in rows]
    due = {row if lead.confirmed_at and row.confirmed_at is None else lead for row, lead in leads}
    for row in due:
        _owe_again(row, now)


def _owe_again(row: Registration, now: datetime) -> None:
    """A few times at most, each some minutes after the one before."""
    last = row.email_at or row.at
    if row.emails < MOST_EMAILS and now >= last + EMAIL_EVERY * row.emails:
        row.email_at, row.claimed_at, row.emails = now, None, row.emails + 1
        row.save(update_fields=["email_at", "claimed_at", "emails"])
