"""The work that is due right now and since when: flags, waits, moves of bots, results, emails, push messages. As figures and as lines."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Min, QuerySet, Value

from games.models import Match, MatchStatus
from notifications.models import PushDelivery
from tournaments.models import EntryInvitation, Notice, PairingMatch, Tournament

LATE = timedelta(seconds=5)
MAIL_LATE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class WorkCount:
    """One kind of work that is due: how many rows, and for how many seconds the oldest."""

    kind: str
    count: int
    age_s: float


@dataclass(frozen=True, slots=True)
class BacklogLine:
    """One kind of due work for the dashboard; `since` is the oldest row, `model` and `query` name the list of its rows."""

    label: str
    count: int
    since: datetime | None
    late: bool
    model: str
    query: str


def work_counts(now: datetime) -> tuple[WorkCount, ...]:
    """All kinds, also those of which nothing is due. Seven small queries."""
    return (
        _work_count("flags", _running().filter(flag_at__lte=now), "flag_at", now),
        _work_count("waits", Match.objects.filter(next_at__lte=now), "next_at", now),
        _work_count("bots", Match.objects.filter(bot_at__lte=now), "bot_at", now),
        _work_count("results", _unrecorded(), "match__finished_at", now),
        _work_count("letters", _emails(now), "created_at", now),
        _work_count("entry_emails", _entry_emails(now), "email_at", now),
        _work_count("pushes", PushDelivery.objects.filter(due_at__lte=now), "due_at", now),
    )


def _work_count(kind: str, rows: QuerySet[Any], since: str, now: datetime) -> WorkCount:
    totals = rows.aggregate(count=Count("pk"), since=Min(since))
    age_s = 0.0 if totals["since"] is None else max(0.0, (now - totals["since"]).total_seconds())
    return WorkCount(kind, totals["count"], age_s)


def backlog_lines(now: datetime) -> tuple[BacklogLine, ...]:
    """The same work as lines of the dashboard. One query."""
    unrecorded = _unrecorded()
    due, until = Match.objects, in_address(now)
    unsent = _emails(now)
    ended = "recorded_at__isnull=1&voided_at__isnull=1&match__finished_at__isnull=0"
    kinds: tuple[tuple[str, QuerySet[Any], str, str, str], ...] = (
        ("Time forfeits to apply", _running().filter(flag_at__lt=now), "flag_at", "games_match", "status=playing&flag_at__lt=" + until),
        ("Waits that are over", due.filter(next_at__lt=now), "next_at", "games_match", "next_at__lt=" + until),
        ("Bot moves due", due.filter(bot_at__lt=now), "bot_at", "games_match", "bot_at__lt=" + until),
        ("Results to process", unrecorded, "match__finished_at", "tournaments_pairingmatch", ended),
        ("Emails to send", unsent, "created_at", "tournaments_notice", "sent_at__isnull=1"),
    )  # fmt: skip
    parts = [_counted(place, kind[1], kind[2]) for place, kind in enumerate(kinds)]
    rows = {row["place"]: row for row in parts[0].union(*parts[1:], all=True)}
    return tuple(_line(rows[place], kind, now) for place, kind in enumerate(kinds))


def _counted(place: int, work: QuerySet[Any], field: str) -> QuerySet[Any, Any]:
    """One row of how many and since when. Each kind has its index; the rows are joined into one query by UNION."""
    rows = work.order_by().annotate(place=Value(place)).values("place")
    return rows.annotate(number=Count("pk"), since=Min(field))


def _line(row: Any, kind: tuple[str, QuerySet[Any], str, str, str], now: datetime) -> BacklogLine:
    """An email is late only after a minute, other work after some seconds."""
    label, _rows, _field, model, query = kind
    limit = MAIL_LATE if model == "tournaments_notice" else LATE
    since = row["since"]
    late = since is not None and now - since > limit
    return BacklogLine(label, row["number"], since, late, model, query)


def _running() -> QuerySet[Match]:
    """Matches in which a clock may run, by an index of those."""
    return Match.objects.filter(status=MatchStatus.PLAYING)


def _entry_emails(now: datetime) -> QuerySet[EntryInvitation]:
    """Emails to players whom somebody else entered; a draft sends none, and what is over a bound is due later."""
    due = EntryInvitation.objects.filter(email_at__lte=now)
    return due.exclude(tournament__status=Tournament.Status.DRAFT)


def _emails(now: datetime) -> QuerySet[Notice]:
    """Emails to players about their matches; those that wait for the end of somebody's quiet hours are claimed until then."""
    return Notice.objects.filter(sent_at=None).exclude(claimed_at__gt=now)


def _unrecorded() -> QuerySet[PairingMatch]:
    """Matches that are over while their pairing does not know of it."""
    return PairingMatch.objects.filter(
        recorded_at=None, voided_at=None, match__finished_at__isnull=False
    )


def in_address(moment: datetime) -> str:
    """A moment as the filters of the admin's lists write it in their addresses."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}%2B00:00".replace(" ", "%20")
