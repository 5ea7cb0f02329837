"""When the two of a new match are to be there: at once, at the deadline of its round, or when they agree.

Asked for each match that is made. Tournaments without a Timing are as they were: the time to join runs at once.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.engine.clock import ClockSettings
from games.models import Match
from games.services import join_deadline
from games.services import rulings as match_rulings
from tournaments.bracket.selectors.round_deadlines import deadline_start
from tournaments.bracket.services import round_deadlines
from tournaments.formats.lateness import clock_lost_after, lost_after
from tournaments.models import MatchTiming, PairingMatch, RoundDeadline, Timing, Tournament

HELD = "The tournament is paused."


def expect(tournament: Tournament, made: Sequence[PairingMatch], now: datetime) -> None:
    """Say of these matches, just made, when they begin. Those that somebody plays who cannot log in wait for ever."""
    settings = Timing.objects.filter(tournament=tournament).first()
    if settings is None:
        return
    if settings.held_at is not None:
        match_rulings.pause_many([row.match_id for row in made], by=None, reason=HELD, now=now)
    rows = [row for row in made if row.match.next_at is not None]
    deadlines = round_deadlines.plan(tournament, settings, now)
    timings = [_timing(settings, row, deadlines.get(row.pairing.round_id), now) for row in rows]
    MatchTiming.objects.bulk_create(timings, batch_size=500)
    limits = {row.match_id: join_limit(settings, tournament, row.match) for row in rows}
    waiting = {
        t.pairing_match.match_id: until(t, limits[t.pairing_match.match_id]) for t in timings
    }
    join_deadline.await_players(
        waiting, {pk: limits[pk] if moment else None for pk, moment in waiting.items()}
    )


def join_limit(settings: Timing, tournament: Tournament, match: Match) -> int | None:
    """Seconds from the time of a match until who is not there loses it; None while a director decides that."""
    length = match.rules.get("length")
    if settings.lateness == Timing.Lateness.OFF or length is None:
        return tournament.join_within_s
    if settings.lateness == Timing.Lateness.PROPOSED:
        return None
    if settings.penalty == Timing.Penalty.POINTS:
        return 60 * lost_after(length, settings.step_min, settings.grace_min)
    if match.clock is None:
        return tournament.join_within_s
    time_s = ClockSettings.from_json(match.clock).time_ms // 1000
    return 60 * clock_lost_after(time_s, settings.step_min, settings.grace_min)


def until(timing: MatchTiming, limit: int | None) -> datetime | None:
    """When the time to join a match ends that begins by this timing."""
    if timing.start_at is None or timing.begin_at is not None or limit is None:
        return None
    return timing.start_at + timedelta(seconds=limit)


def first_check(settings: Timing, start: datetime) -> datetime | None:
    """When it is asked for the first time who is late."""
    if settings.lateness == Timing.Lateness.OFF:
        return None
    return start + timedelta(minutes=settings.grace_min)


def _timing(
    settings: Timing, row: PairingMatch, deadline: RoundDeadline | None, now: datetime
) -> MatchTiming:
    if deadline is not None:
        return MatchTiming(pairing_match=row, begin_at=deadline_start(deadline, now))
    return MatchTiming(pairing_match=row, start_at=now, check_at=first_check(settings, now))
