"""Who is notified of a ruling: the players it is about, and everybody who still plays when a round is published."""

from django.db.models import Q

from notifications import kinds
from notifications.services.notify import notify
from tournaments.bracket.services.match_news import logins_of, tournament_news
from tournaments.models import Entry, Pairing, Ruling

PUBLISHED = "publish"
OWN_NEWS = frozenset({PUBLISHED, "hold"})
"""Rulings on rounds. Publishing has a kind of its own, and what is held back is nobody's news."""
ANY_STATUS = tuple(Entry.Status.values)


def notify_ruling(row: Ruling, entry: Entry | None) -> None:
    """In the ruling's transaction. `entry` is what it is about, where that is no pairing. Its author is not notified."""
    tournament = row.tournament
    if tournament.is_rehearsal:
        return
    if row.verb == PUBLISHED:
        users = logins_of(Q(tournament=tournament)) - {row.by_id}
        notify(tournament_news(kinds.ROUND, tournament, users, str(row.pk)), row.at)
    if row.verb in OWN_NEWS:
        return
    entries = _entries(row, entry)
    if entries:
        users = logins_of(Q(pk__in=entries), statuses=ANY_STATUS) - {row.by_id}
        news = tournament_news(kinds.RULING, tournament, users, str(row.pk), verb=row.verb)
        notify(news, row.at)


def _entries(row: Ruling, entry: Entry | None) -> set[int]:
    if entry is not None:
        return {entry.pk}
    if row.pairing_id is None:
        return set()
    slots = Pairing.objects.filter(pk=row.pairing_id, slots__entry__isnull=False)
    return {pk for pk in slots.values_list("slots__entry", flat=True) if pk is not None}
