"""What happened on each day: matches, flags, sign-ups, players at the tables. Days are days of UTC."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import CharField, Count, Func, Q, QuerySet, Value

from accounts.models import User
from games.models import Match, MatchKind, MatchSeat

SPANS = (7, 30, 90, 365, 730)


class UtcDay(Func):
    """The UTC day of a timestamp column as text such as 2026-03-07, computed by the database."""

    function = "substr"
    output_field = CharField()

    def __init__(self, column: str) -> None:
        super().__init__(column, Value(1), Value(10))

    def as_postgresql(self, compiler: Any, connection: Any, **_context: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        return f"to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD')", params


@dataclass(frozen=True, slots=True)
class DayCount:
    """One day; `matches` ended, `flags` of them on time, `players` sat at them, `sign_ups` are new logins."""

    day: date
    matches: int
    flags: int
    players: int
    sign_ups: int

    @property
    def next(self) -> date:
        """The day after."""
        return self.day + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyFigures:
    """The days, oldest first; `active` players sat at a table in all of them together."""

    days: tuple[DayCount, ...]
    active: int

    @property
    def since(self) -> date:
        return self.days[0].day

    @property
    def until(self) -> date:
        return self.days[-1].day

    def total(self, name: str) -> int:
        return sum(getattr(day, name) for day in self.days)


def growth(now: datetime, span: int) -> DailyFigures:
    """The last `span` days, today among them. Four queries."""
    today = now.astimezone(UTC).date()
    days = [today - timedelta(days=back) for back in range(span - 1, -1, -1)]
    since = datetime.combine(days[0], time(), UTC)
    played = Match.objects.filter(finished_at__gte=since).exclude(kind=MatchKind.IMPORTED)
    flags = Count("pk", filter=Q(reason="time"))
    matches = _by_day(played.values(day=UtcDay("finished_at")).annotate(n=Count("pk"), flags=flags))
    seats = _seats(since)
    players = _by_day(
        seats.values(day=UtcDay("match__finished_at")).annotate(n=Count("player", distinct=True))
    )
    joined = User.objects.filter(date_joined__gte=since, guest_seen_at=None)
    sign_ups = _by_day(joined.values(day=UtcDay("date_joined")).annotate(n=Count("pk")))
    active = seats.aggregate(n=Count("player", distinct=True))["n"]
    return DailyFigures(tuple(_day(day, matches, players, sign_ups) for day in days), active)


def _seats(since: datetime) -> QuerySet[MatchSeat]:
    """Seats of people at matches that ended since then, guests aside; imported matches were not played here."""
    seats = MatchSeat.objects.filter(
        match__finished_at__gte=since, player__bot_kind="", player__user__guest_seen_at=None
    )
    return seats.exclude(match__kind=MatchKind.IMPORTED)


def people_of(first: date, last: date) -> QuerySet[MatchSeat, Any]:
    """The players of these days, both among them: the list behind a number of `growth`."""
    since, until = (datetime.combine(day, time(), UTC) for day in (first, last + timedelta(days=1)))
    return _seats(since).filter(match__finished_at__lt=until).values("player")


def _by_day(rows: Any) -> dict[str, dict[str, Any]]:
    return {row["day"]: row for row in rows.order_by()}


def _day(day: date, *counted: dict[str, dict[str, Any]]) -> DayCount:
    matches, players, sign_ups = (rows.get(f"{day:%Y-%m-%d}", {}) for rows in counted)
    return DayCount(
        day,
        matches.get("n", 0),
        matches.get("flags", 0),
        players.get("n", 0),
        sign_ups.get("n", 0),
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """One day of a chart, in the units of its picture."""

    x: float
    y: float
    width: float
    height: float
    caption: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A series as bars in a picture of 600 × 120 units."""

    name: str
    label: str
    bars: tuple[Bar, ...]
    most: float
    total: float


def chart(name: str, label: str, days: Sequence[DayCount]) -> Chart:
    """Bars of one count of the days; the highest is 100 units high."""
    values = [int(getattr(day, name)) for day in days]
    captions = [f"{day.day:%Y-%m-%d}: {value}" for day, value in zip(days, values, strict=True)]
    return Chart(name, label, bars(values, captions), max(values, default=0), sum(values))


def bars(values: Sequence[float], captions: Sequence[str]) -> tuple[Bar, ...]:
    """A bar with its caption for each value above 0."""
    most = max(values, default=0)
    step = 600 / max(len(values), 1)
    gap = min(step * 0.2, 4.0)
    made = []
    for place, (value, caption) in enumerate(zip(values, captions, strict=True)):
        if not value:
            continue
        height = round(100 * value / most, 1)
        x, y = round(place * step, 1), round(110 - height, 1)
        made.append(Bar(x, y, round(step - gap, 2), height, caption))
    return tuple(made)
