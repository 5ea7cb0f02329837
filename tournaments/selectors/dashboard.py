"""What the staff sees first: what is on, what is owed and for how long, who is alive."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ChatReport, Heartbeat, Match, MatchKind, MatchStatus
from games.pulse import last_task
from tournaments.models import Entry, Notice, PairingMatch, Tournament

ALIVE = timedelta(seconds=5)
LATE = timedelta(seconds=5)
REMEMBERED = timedelta(minutes=10)
MAIL_LATE = timedelta(minutes=1)
LIVE = (MatchStatus.NONCES, MatchStatus.PLAYING, MatchStatus.BREAK)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its name; `model` is the list that it counts."""

    label: str
    value: str
    hint: str
    model: str


@dataclass(frozen=True, slots=True)
class Owed:
    """One kind of owed work: how much, and since when the oldest is due."""

    label: str
    count: int
    since: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class Process:
    """A process that accepts actions, or the background worker."""

    name: str
    seen_at: datetime | None
    alive: bool


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The whole page: ten queries, whatever the size of the site."""

    figures: tuple[Figure, ...]
    owed: tuple[Owed, ...]
    processes: tuple[Process, ...]


def dashboard(now: datetime) -> Dashboard:
    return Dashboard(_figures(now), _owed(now), _processes(now))


def _figures(now: datetime) -> tuple[Figure, ...]:
    today = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    matches = Match.objects.exclude(kind=MatchKind.IMPORTED).aggregate(
        live=Count("pk", filter=Q(status__in=LIVE)),
        waiting=Count("pk", filter=Q(status=MatchStatus.JOINING)),
        finished=Count("pk", filter=Q(status="finished", finished_at__gte=today)),
        flags=Count("pk", filter=Q(reason="time", finished_at__gte=today)),
    )
    tournaments = Tournament.objects.filter(is_rehearsal=False).aggregate(
        running=Count("pk", filter=Q(status=Tournament.Status.RUNNING)),
        open=Count("pk", filter=Q(status=Tournament.Status.OPEN)),
    )
    entries = Entry.objects.filter(tournament__is_rehearsal=False).aggregate(
        today=Count("pk", filter=Q(entered_at__gte=today)),
        active=Count("pk", filter=Q(tournament__status__in=["open", "running"], status="active")),
    )
    return (
        Figure(
            _("Matches live now"),
            str(matches["live"]),
            _("%(number)d waiting for players") % {"number": matches["waiting"]},
            "games_match",
        ),
        Figure(_("Finished today"), str(matches["finished"]), "", "games_match"),
        Figure(_("Flags fallen today"), str(matches["flags"]), "", "games_match"),
        Figure(
            _("Tournaments running"),
            str(tournaments["running"]),
            _("%(number)d open for entry") % {"number": tournaments["open"]},
            "tournaments_tournament",
        ),
        Figure(
            _("Entries"),
            str(entries["active"]),
            _("%(number)d today") % {"number": entries["today"]},
            "tournaments_entry",
        ),
        Figure(
            _("Reports from the chat"),
            str(ChatReport.objects.filter(settled_at=None).count()),
            _("waiting for somebody to look"),
            "games_chatreport",
        ),
    )


def _owed(now: datetime) -> tuple[Owed, ...]:
    unrecorded = PairingMatch.objects.filter(
        recorded_at=None, voided_at=None, match__finished_at__isnull=False
    )
    due = Match.objects
    return (
        _row(_("Flags to settle"), due.filter(flag_at__lt=now), "flag_at", now),
        _row(_("Waits that ended"), due.filter(next_at__lt=now), "next_at", now),
        _row(_("Moves of bots"), due.filter(bot_at__lt=now), "bot_at", now),
        _row(_("Results to carry on"), unrecorded, "match__finished_at", now),
        _row(
            _("E-mails to send"), Notice.objects.filter(sent_at=None), "created_at", now - MAIL_LATE
        ),
    )


def _row(label: str, owed: QuerySet[Any], field: str, now: datetime) -> Owed:
    found = owed.aggregate(count=Count("pk"), since=Min(field))
    late = found["since"] is not None and now - found["since"] > LATE
    return Owed(label, found["count"], found["since"], late)


def _processes(now: datetime) -> tuple[Process, ...]:
    beats = Heartbeat.objects.filter(at__gt=now - REMEMBERED).order_by("process")
    rows = [Process(beat.process, beat.at, now - beat.at < ALIVE) for beat in beats]
    if not any(row.alive for row in rows):
        rows.append(Process(_("anything that accepts moves"), None, False))
    done = last_task()
    seen = done[1] if done else None
    rows.append(Process(_("background worker"), seen, bool(seen and now - seen < ALIVE)))
    return tuple(rows)
