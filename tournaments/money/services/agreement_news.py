"""What players are notified of about agreements on prizes: a proposal to confirm, an agreement that counts, one that ended."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from notifications.kinds import AGREEMENT
from notifications.services.notify import News, notify, settle
from tournaments.bracket.services.match_news import logins_of
from tournaments.models import Entry, PrizeAgreement


def proposed(agreement: PrizeAgreement, by: User, now: datetime) -> None:
    """Everybody who has not confirmed yet."""
    asked = agreement.shares.filter(confirmed_at=None).values_list("entry_id", flat=True)
    _notify(agreement, "proposed", asked, by, now)


def agreed(agreement: PrizeAgreement, by: User, now: datetime) -> None:
    """All have confirmed, `by` last, who is not notified."""
    settle(AGREEMENT, _subject(agreement, "proposed"), now)
    _notify(agreement, "agreed", agreement.shares.values_list("entry_id", flat=True), by, now)


def ended(agreement: PrizeAgreement, by: User, now: datetime) -> None:
    """A proposal was withdrawn or declined, or an agreement ended. `by` is not notified."""
    settle(AGREEMENT, _subject(agreement, "proposed"), now)
    what = "ended" if agreement.agreed_at is not None else "withdrawn"
    _notify(agreement, what, agreement.shares.values_list("entry_id", flat=True), by, now)


def _notify(
    agreement: PrizeAgreement, what: str, entries: Iterable[int], by: User, now: datetime
) -> None:
    users = logins_of(Q(pk__in=list(entries)), statuses=Entry.Status.values) - {by.pk}
    tournament = agreement.tournament
    url = reverse("tournament-agreements", args=[tournament.slug])
    values = {"what": what, "title": tournament.name}
    subject = _subject(agreement, what)
    notify([News(user, AGREEMENT, subject, url, values=values) for user in sorted(users)], now)


def _subject(agreement: PrizeAgreement, what: str) -> str:
    return f"{what}:{agreement.pk}"
