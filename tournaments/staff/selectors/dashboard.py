"""The staff's first page: what is on, how fast it is, which work is due and since when, what waits for a decision."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, Sum
from django.utils import timezone

from accounts.models import User
from games.models import (
    ChatReport,
    FailedTask,
    Heartbeat,
    Maintenance,
    Match,
    MatchKind,
    MatchStatus,
    RollCount,
)
from games.records.tally import tally
from games.selectors.running import FRESH, LOOKED_BACK, Pace, pace
from games.worker_heartbeat import last_task
from tournaments.bracket.selectors.lists import on_the_board
from tournaments.models import Entry, Slip, Tournament
from tournaments.staff.selectors.backlog import BacklogLine, backlog_lines, in_address
from web import queue_lengths

RUNNING = Tournament.Status.RUNNING
ALIVE = timedelta(seconds=5)
REMEMBERED = timedelta(minutes=10)
LIVE = (MatchStatus.NONCES, MatchStatus.PLAYING, MatchStatus.BREAK)
OVER_ALL = "–"
PLAYED_HERE = f"kind__in={MatchKind.FRIENDLY},{MatchKind.TOURNAMENT}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its name; `model` and `query` are the list that it counts. `alarming` where somebody should look."""

    label: str
    value: str
    hint: str
    model: str
    query: str = ""
    alarming: bool = False


@dataclass(frozen=True, slots=True)
class Process:
    """A process that accepts actions, or the background worker."""

    name: str
    seen_at: datetime | None
    alive: bool


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The part of the page that is about now: twelve queries, whatever the size of the site."""

    figures: tuple[Figure, ...]
    backlog: tuple[BacklogLine, ...]
    processes: tuple[Process, ...]
    queue_lengths: dict[str, int] | None
    notices: tuple[Maintenance, ...]


def dashboard(now: datetime) -> Dashboard:
    figures = (*_play(now), *_speed(pace(now), now), *_people(now), *_dice())
    return Dashboard(
        figures, backlog_lines(now), _processes(now), queue_lengths.waiting(), _notices()
    )


def _since_midnight(now: datetime) -> datetime:
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def _play(now: datetime) -> tuple[Figure, ...]:
    today = _since_midnight(now)
    return (*_matches(today), *_tournaments(today))


def _matches(today: datetime) -> tuple[Figure, ...]:
    """What is being played here and what ended `today`; imported matches were played elsewhere. Two queries."""
    counted = Match.objects.exclude(kind=MatchKind.IMPORTED)
    going = counted.filter(finished_at=None).aggregate(
        live=Count("pk", filter=Q(status__in=LIVE)),
        waiting=Count("pk", filter=Q(status=MatchStatus.JOINING)),
        paused=Count("pk", filter=Q(paused=True)),
    )
    ended = counted.filter(finished_at__gte=today).aggregate(
        finished=Count("pk", filter=Q(status="finished")),
        flags=Count("pk", filter=Q(reason="time")),
    )
    ended_today = f"finished_at__gte={in_address(today)}&{PLAYED_HERE}"
    return (
        Figure(
            "Live matches",
            str(going["live"]),
            f"Waiting for players: {going['waiting']}. Over the board: {_at_tables()}",
            "games_match",
            "status__in=" + ",".join(LIVE),
        ),
        Figure(
            "Paused matches",
            str(going["paused"]),
            "",
            "games_match",
            "paused__exact=1&finished_at__isnull=1",
        ),
        Figure(
            "Finished today",
            str(ended["finished"]),
            "",
            "games_match",
            f"status__exact=finished&{ended_today}",
        ),
        Figure(
            "Time forfeits today",
            str(ended["flags"]),
            "",
            "games_match",
            f"reason__exact=time&{ended_today}",
        ),
    )


def _at_tables() -> int:
    """Matches over the board whose players have a table or play. One query."""
    within = {"pairing__voided_at": None, "pairing__stage__tournament__status": RUNNING}
    return Slip.objects.filter(on_the_board(), **within).count()


def _tournaments(today: datetime) -> tuple[Figure, ...]:
    """Tournaments running and open, and their entries, without rehearsals. Two queries."""
    tournaments = Tournament.objects.filter(is_rehearsal=False).aggregate(
        running=Count("pk", filter=Q(status=RUNNING)),
        open=Count("pk", filter=Q(status=Tournament.Status.OPEN)),
    )
    entries = Entry.objects.filter(tournament__is_rehearsal=False).aggregate(
        today=Count("pk", filter=Q(entered_at__gte=today)),
        active=Count("pk", filter=Q(tournament__status__in=["open", "running"], status="active")),
    )
    return (
        Figure(
            "Tournaments in progress",
            str(tournaments["running"]),
            f"Open for entry: {tournaments['open']}",
            "tournaments_tournament",
            "status__exact=running",
        ),
        Figure(
            "Entries",
            str(entries["active"]),
            f"Today: {entries['today']}",
            "tournaments_entry",
            "status__exact=active&tournament__status__in=open,running",
        ),
    )


def _speed(load: Pace, now: datetime) -> tuple[Figure, ...]:
    last_minute, looked_back = (
        f"at__gt={in_address(now - since)}" for since in (FRESH, LOOKED_BACK)
    )
    hint = f"Last 15 minutes. Live processes: {load.processes}"
    return (
        Figure(
            "Player actions in the last minute",
            f"{load.now:.0f}",
            f"Per minute over the last 15 minutes: {load.mean:.1f}",
            "games_processminute",
            last_minute,
        ),
        Figure("Median response time", _ms(load.p50), hint, "games_processminute", looked_back),
        Figure(
            "99th percentile response time",
            _ms(load.p99),
            hint,
            "games_processminute",
            looked_back,
            alarming=load.p99 is not None and load.p99 > 250,
        ),
        Figure("Open match pages", str(load.listeners), "", "games_processminute", last_minute),
    )


def _ms(value: float | None) -> str:
    if value is None:
        return OVER_ALL
    return "> 5 s" if value == float("inf") else f"{value:g} ms"


def _people(now: datetime) -> tuple[Figure, ...]:
    today = _since_midnight(now)
    users = User.objects.filter(guest_seen_at=None).aggregate(
        today=Count("pk", filter=Q(date_joined__gte=today)),
        suspended=Count("pk", filter=Q(suspended_at__isnull=False)),
        all=Count("pk"),
    )
    reports = ChatReport.objects.filter(settled_at=None).count()
    failed = FailedTask.objects.filter(retried_at=None).aggregate(n=Count("pk"), times=Sum("times"))
    return (
        Figure(
            "Sign-ups today",
            str(users["today"]),
            f"Accounts in total: {users['all']}",
            "accounts_user",
            f"guest=no&date_joined__gte={in_address(today)}",
        ),
        Figure(
            "Chat reports",
            str(reports),
            "Waiting for review",
            "games_chatreport",
            "settled_at__isnull=1",
            alarming=reports > 0,
        ),
        Figure(
            "Suspended accounts",
            str(users["suspended"]),
            "",
            "accounts_user",
            "suspended=yes&guest=no",
        ),
        Figure(
            "Failed tasks",
            str(failed["n"]),
            f"Failures not retried yet: {failed['times'] or 0}",
            "games_failedtask",
            "open=yes",
            alarming=failed["n"] > 0,
        ),
    )


def _dice() -> tuple[Figure, ...]:
    rows = RollCount.objects.values_list("first", "second", "count")
    counted = tally({(a, b): count for a, b, count in rows})
    fit = counted.fit
    value = OVER_ALL if fit is None else f"{fit.chi_squared:.1f}"
    hint = f"Rolls: {counted.rolls}"
    if fit is not None:
        hint = f"{hint}, p = {fit.p:.3f}"
    return (Figure("Dice χ²", value, hint, "games_matchseed", "revealed_at__isnull=0"),)


def _processes(now: datetime) -> tuple[Process, ...]:
    beats = Heartbeat.objects.filter(at__gt=now - REMEMBERED).order_by("process")
    rows = [Process(beat.process, beat.at, now - beat.at < ALIVE) for beat in beats]
    if not any(row.alive for row in rows):
        rows.append(Process("Any process that accepts moves", None, False))
    task = last_task()
    seen_at = task[1] if task else None
    rows.append(Process("Background worker", seen_at, bool(seen_at and now - seen_at < ALIVE)))
    return tuple(rows)


def _notices() -> tuple[Maintenance, ...]:
    return tuple(Maintenance.objects.filter(ended_at=None).order_by("starts_at"))
