"""What players are notified of about agreements on prizes: a proposal to confirm, an agreement that counts, one that ended."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from notifications.kinds import AGREEMENT
from notifications.services.notify import News, notify, settle
from tournaments.bracket.services.match_news import logins_of
from tournaments.models import Entry, PrizeAgreement


def proposed(agreement: PrizeAgreement, now: datetime) -> None:
    """Everybody who has not confirmed yet."""
    asked = agreement.shares.filter(confirmed_at=None).values_list("entry_id", flat=True)
    _notify(agreement, "proposed", asked, now)


def agreed(agreement: PrizeAgreement, now: datetime) -> None:
    """All have confirmed."""
    settle(AGREEMENT, _subject(agreement, "proposed"), now)
    _notify(agreement, "agreed", agreement.shares.values_list("entry_id", flat=True), now)


def ended(agreement: PrizeAgreement, now: datetime) -> None:
    """A proposal was withdrawn or an agreement ended."""
    settle(AGREEMENT, _subject(agreement, "proposed"), now)
    _notify(agreement, "ended", agreement.shares.values_list("entry_id", flat=True), now)


def _notify(agreement: PrizeAgreement, what: str, entries: Iterable[int], now: datetime) -> None:
    users = logins_of(Q(pk__in=list(entries)), statuses=Entry.Status.values)
    tournament = agreement.tournament
    url = reverse("tournament-agreements", args=[tournament.slug])
    values = {"what": what, "title": tournament.name}
    subject = _subject(agreement, what)
    notify([News(user, AGREEMENT, subject, url, values=values) for user in sorted(users)], now)


def _subject(agreement: PrizeAgreement, what: str) -> str:
    return f"{what}:{agreement.pk}"
