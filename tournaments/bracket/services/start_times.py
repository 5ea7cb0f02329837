"""When the players of a new match are to be there: at once, at the deadline of its round, or at a time they agree on.

Worked out before a match is made, so that it is written once. Without a Timing the time to join runs at once.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.engine.clock import ClockSettings
from games.models import Match
from games.services import maintenance
from games.services import rulings as match_rulings
from tournaments.bracket.selectors.round_deadlines import deadline_start
from tournaments.bracket.services import round_deadlines
from tournaments.formats.lateness import clock_lost_after, lost_after
from tournaments.models import MatchTiming, PairingMatch, RoundDeadline, Timing, Tournament

PAUSED = "The tournament is paused."


class StartTimes:
    """The start times of matches that are made for a tournament now."""

    def __init__(self, tournament: Tournament, now: datetime) -> None:
        """One query without a Timing. Matches made during maintenance have no start time: the time to join runs when it ends."""
        self.tournament, self.now = tournament, now
        self.deadlines: dict[int, RoundDeadline] = {}
        self.settings = Timing.objects.filter(tournament=tournament).first()
        if self.settings is not None:
            self.deadlines = round_deadlines.plan(tournament, self.settings, now)
        self.timed = None if self.settings is None or maintenance.is_on(now) else self.settings

    def join_limit(
        self, round_id: int, length: int | None, clock: ClockSettings | None
    ) -> int | None:
        """Seconds from now until a player who is not there loses a match of this round; None if that does not run yet."""
        if self.timed is None:
            return self.tournament.join_within_s
        if round_id in self.deadlines:
            return None
        return _join_limit(self.timed, self.tournament, length, clock)

    def hold(self, made: Sequence[PairingMatch]) -> None:
        """Pause these matches, just made, while the tournament is paused."""
        if self.settings is not None and self.settings.held_at is not None:
            ids = [row.match_id for row in made]
            match_rulings.pause_many(ids, by=None, reason=PAUSED, now=self.now)

    def record(self, made: Iterable[PairingMatch]) -> None:
        """Write down when these matches begin, which wait for their players."""
        settings = self.timed
        if settings is not None:
            timings = (self._timing(settings, row) for row in made)
            MatchTiming.objects.bulk_create(timings, batch_size=500)

    def _timing(self, settings: Timing, row: PairingMatch) -> MatchTiming:
        deadline = self.deadlines.get(row.pairing.round_id)
        if deadline is not None:
            return MatchTiming(pairing_match=row, begin_at=deadline_start(deadline, self.now))
        check_at = first_check(settings, self.now)
        return MatchTiming(pairing_match=row, start_at=self.now, check_at=check_at)


def join_limit(settings: Timing, tournament: Tournament, match: Match) -> int | None:
    """Seconds from the time of a match until a player who is not there loses it; None while a director decides that."""
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    return _join_limit(settings, tournament, match.rules.get("length"), clock)


def _join_limit(
    settings: Timing, tournament: Tournament, length: int | None, clock: ClockSettings | None
) -> int | None:
    if settings.lateness == Timing.Lateness.OFF or length is None:
        return tournament.join_within_s
    if settings.lateness == Timing.Lateness.PROPOSED:
        return None
    if settings.penalty == Timing.Penalty.POINTS:
        return 60 * lost_after(length, settings.step_min, settings.grace_min)
    if clock is None:
        return tournament.join_within_s
    return 60 * clock_lost_after(clock.time_ms // 1000, settings.step_min, settings.grace_min)


def first_check(settings: Timing, start: datetime) -> datetime | None:
    """When the first check for latecomers is due."""
    if settings.lateness == Timing.Lateness.OFF:
        return None
    return start + timedelta(minutes=settings.grace_min)
