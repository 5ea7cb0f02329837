"""What the site owes right now and since when: flags, waits, moves of bots, results, letters. In figures and in lines."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Min, QuerySet, Value
from django.utils.translation import gettext as _

from games.models import Match, MatchStatus
from tournaments.models import EntryInvitation, Notice, PairingMatch, Tournament

LATE = timedelta(seconds=5)
MAIL_LATE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Owing:
    """One kind of work that is due: how many rows, and for how many seconds the oldest."""

    what: str
    count: int
    age_s: float


@dataclass(frozen=True, slots=True)
class Owed:
    """One kind of owed work: how much, and since when the oldest is due; `model` and `query` are its rows."""

    label: str
    count: int
    since: datetime | None
    late: bool
    model: str
    query: str


def owed(now: datetime) -> tuple[Owing, ...]:
    """All kinds, also those of which nothing is due. Six small queries."""
    return (
        _owing("flags", _running().filter(flag_at__lte=now), "flag_at", now),
        _owing("waits", Match.objects.filter(next_at__lte=now), "next_at", now),
        _owing("bots", Match.objects.filter(bot_at__lte=now), "bot_at", now),
        _owing("results", _unrecorded(), "match__finished_at", now),
        _owing("letters", Notice.objects.filter(sent_at=None), "created_at", now),
        _owing("entry_emails", _entry_emails(now), "email_at", now),
    )


def _owing(what: str, rows: QuerySet[Any], since: str, now: datetime) -> Owing:
    found = rows.aggregate(count=Count("pk"), since=Min(since))
    age_s = 0.0 if found["since"] is None else max(0.0, (now - found["since"]).total_seconds())
    return Owing(what, found["count"], age_s)


def owed_lines(now: datetime) -> tuple[Owed, ...]:
    """The same for the staff to look up, in one query."""
    unrecorded = _unrecorded()
    due, until = Match.objects, in_address(now)
    unsent = Notice.objects.filter(sent_at=None)
    ended = "recorded_at__isnull=1&voided_at__isnull=1&match__finished_at__isnull=0"
    kinds: tuple[tuple[str, QuerySet[Any], str, str, str], ...] = (
        (_("Flags to settle"), _running().filter(flag_at__lt=now), "flag_at", "games_match", "status=playing&flag_at__lt=" + until),
        (_("Waits that ended"), due.filter(next_at__lt=now), "next_at", "games_match", "next_at__lt=" + until),
        (_("Moves of bots"), due.filter(bot_at__lt=now), "bot_at", "games_match", "bot_at__lt=" + until),
        (_("Results to carry on"), unrecorded, "match__finished_at", "tournaments_pairingmatch", ended),
        (_("E-mails to send"), unsent, "created_at", "tournaments_notice", "sent_at__isnull=1"),
    )  # fmt: skip
    parts = [_counted(place, kind[1], kind[2]) for place, kind in enumerate(kinds)]
    found = {row["place"]: row for row in parts[0].union(*parts[1:], all=True)}
    return tuple(_line(found[place], kind, now) for place, kind in enumerate(kinds))


def _counted(place: int, owed: QuerySet[Any], field: str) -> QuerySet[Any, Any]:
    """One row of how many and since when; each kind by an index of its own, all in one question."""
    rows = owed.order_by().annotate(place=Value(place)).values("place")
    return rows.annotate(number=Count("pk"), since=Min(field))


def _line(found: Any, kind: tuple[str, QuerySet[Any], str, str, str], now: datetime) -> Owed:
    """A letter is late only after a minute."""
    label, _rows, _field, model, query = kind
    limit = MAIL_LATE if model == "tournaments_notice" else LATE
    since = found["since"]
    late = since is not None and now - since > limit
    return Owed(label, found["number"], since, late, model, query)


def _running() -> QuerySet[Match]:
    """Matches in which a clock may run, by an index of those."""
    return Match.objects.filter(status=MatchStatus.PLAYING)


def _entry_emails(now: datetime) -> QuerySet[EntryInvitation]:
    """Emails to players whom somebody else entered; a draft sends none, and what is over a bound is due later."""
    due = EntryInvitation.objects.filter(email_at__lte=now)
    return due.exclude(tournament__status=Tournament.Status.DRAFT)


def _unrecorded() -> QuerySet[PairingMatch]:
    """Matches that are over while their pairing does not know of it."""
    return PairingMatch.objects.filter(
        recorded_at=None, voided_at=None, match__finished_at__isnull=False
    )


def in_address(moment: datetime) -> str:
    """As an address of a list says it."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}%2B00:00".replace(" ", "%20")
