"""By when each round is to be played: so many days after the round it follows, at the same hour of the place.

A deadline is planned once, for every round that is drawn; after that only a director moves it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.models import Round, RoundDeadline, Slot, Timing, Tournament


def plan(tournament: Tournament, settings: Timing, now: datetime) -> dict[int, RoundDeadline]:
    """The deadlines of its rounds by round; missing ones are made. Four queries, two when none is missing."""
    deadlines = deadlines_of(tournament)
    if settings.round_days is None:
        return deadlines
    rounds = Round.objects.filter(stage__tournament=tournament, voided_at=None)
    ordered = list(rounds.select_related("stage").order_by("stage__number", "number"))
    if all(row.pk in deadlines for row in ordered):
        return deadlines
    feeders = _feeders(tournament)
    made = []
    for row in ordered:
        if row.pk in deadlines:
            continue
        base = _base(row, ordered, feeders.get(row.pk, ()), deadlines) or now
        play_until = ends_after(max(base, now), settings, tournament.time_zone)
        deadline = RoundDeadline(round=row, play_until=play_until)
        deadline.remind_at = next_reminder(deadline, settings, now)
        deadlines[row.pk] = deadline
        made.append(deadline)
    RoundDeadline.objects.bulk_create(made)
    return deadlines


def deadlines_of(tournament: Tournament) -> dict[int, RoundDeadline]:
    """The deadlines of rounds that stand, by round."""
    rows = RoundDeadline.objects.filter(
        round__stage__tournament=tournament, round__voided_at=None
    ).select_related("round__stage")
    return {row.round_id: row for row in rows}


def ends_after(base: datetime, settings: Timing, zone: str) -> datetime:
    """So many days after a moment, when a round ends by the clocks of the place."""
    there = ZoneInfo(zone)
    day = base.astimezone(there).date() + timedelta(days=settings.round_days or 0)
    return datetime.combine(day, settings.ends_at, tzinfo=there)


def moved(moment: datetime, by: timedelta, zone: str) -> datetime:
    """The moment later by so much on the clocks of the place, even over a change to summer time."""
    there = ZoneInfo(zone)
    wall = moment.astimezone(there).replace(tzinfo=None) + by
    return wall.replace(tzinfo=there)


def next_reminder(deadline: RoundDeadline, settings: Timing, after: datetime) -> datetime | None:
    """The first reminder that is due later than `after`."""
    hours = [timedelta(hours=h) for h in settings.remind_hours]
    return min((m for h in hours if (m := deadline.play_until - h) > after), default=None)


def _feeders(tournament: Tournament) -> dict[int, set[int]]:
    """The rounds that the players of each round come from, by the stored edges."""
    edges = Slot.objects.filter(
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        source_pairing__isnull=False,
    )
    feeders: dict[int, set[int]] = {}
    for row, source in (
        edges.order_by().values_list("pairing__round_id", "source_pairing__round_id").distinct()
    ):
        if row != source:
            feeders.setdefault(row, set()).add(source)
    return feeders


def _base(
    row: Round,
    ordered: Iterable[Round],
    feeders: Iterable[int],
    deadlines: Mapping[int, RoundDeadline],
) -> datetime | None:
    """The end of what a round follows: of the rounds that feed it, else of the round before in its section, else of the
    stages before."""
    before = [
        other.pk
        for other in ordered
        if (other.stage_id, other.section) == (row.stage_id, row.section)
        and other.number < row.number
    ]
    earlier = [other.pk for other in ordered if other.stage.number < row.stage.number]
    for these in (list(feeders), before[-1:], earlier):
        ends = [deadlines[pk].play_until for pk in these if pk in deadlines]
        if ends:
            return max(ends)
    return None
