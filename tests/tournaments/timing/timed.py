"""Tournaments whose time is looked after: settings, sweeps at a minute, players who come."""

from datetime import datetime, time, timedelta
from typing import Any

from games.models import Match
from games.services import timeouts
from games.services.play import act
from games.services.submissions import Submission
from tests.tournaments.making import NOW, SEED, entered, match_of
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.models import MatchTiming, PairingMatch, Tournament
from tournaments.timing.services import punctuality
from tournaments.timing.services.director_timing import set_timing

PLAIN: dict[str, Any] = {
    "lateness": "off",
    "penalty": "points",
    "grace_min": 5,
    "step_min": 5,
    "round_days": None,
    "ends_at": time(20),
    "remind_hours": [48, 6],
}


def timed(n: int, *, timing: dict[str, Any], **settings: Any) -> Tournament:
    """Started at NOW, with n players named 1 … n and this timing."""
    made = entered(n, **settings)
    set_timing(made.pk, by=None, now=NOW, **(PLAIN | timing))
    return start(made.pk, by=None, now=NOW, draw_seed=SEED)


def come(of: Tournament, key: str, name: object, now: datetime) -> Match:
    """The player presses ready."""
    match = match_of(of, key)
    seat = match.seats.select_related("player").get(player__name=str(name))
    payload = {"nonce_hash": None}
    user = seat.player.user_id
    act(Submission(match.pk, seat.seat, "ready", payload, now, user_id=user), now)
    match.refresh_from_db()
    return match


def sweep(of: Tournament, now: datetime) -> None:
    """Everything that is due by then, as the workers would do it."""
    later = now + timedelta(seconds=1)  # the grace of every sweep
    punctuality.run_due(later)
    timeouts.settle_due_waits(later)
    advancement.advance(of.pk, later)


def sweeps(of: Tournament, minutes: int) -> None:
    """Each minute up to this one."""
    for minute in range(1, minutes + 1):
        sweep(of, NOW + timedelta(minutes=minute))


def timing_of(of: Tournament, key: str) -> MatchTiming:
    on = PairingMatch.objects.get(match=match_of(of, key))
    return MatchTiming.objects.get(pairing_match=on)


def score(of: Tournament, key: str) -> dict[str, int]:
    """Points by name."""
    match = match_of(of, key)
    points = {"A": match.score_a, "B": match.score_b}
    return {seat.player.name: points[seat.seat] for seat in match.seats.select_related("player")}
