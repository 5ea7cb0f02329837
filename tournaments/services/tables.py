"""The one place where tournaments ask `games` for something: a match for a pairing, its end, its annulment."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import translation

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.models import Match, MatchKind, MatchStatus
from games.services import rulings as match_rulings
from games.services.setup import MatchPlan, create_matches
from tournaments.models import Pairing, PairingMatch, Tournament
from tournaments.round_names import round_name
from tournaments.selectors.agreement import clock_of, rules_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits down for a pairing; of a team's at which board. The first slot sits at A."""

    pairing: Pairing
    board: int
    one: Sequence[Player]
    two: Sequence[Player]


def create(tournament: Tournament, sittings: Sequence[Sitting], *, now: datetime) -> list[Match]:
    """A match for each, in this order. It waits for both to join, as long as agreed.

    Without a limit when somebody plays who cannot log in: then a director sets the result.
    """
    rounds = {sitting.pairing.round_id: sitting.pairing.round for sitting in sittings}
    agreed = {
        pk: (rules_of(tournament, stage_round), clock_of(tournament, stage_round))
        for pk, stage_round in rounds.items()
    }
    return create_matches(
        [_plan(tournament, sitting, *agreed[sitting.pairing.round_id]) for sitting in sittings],
        now,
    )


def _plan(
    tournament: Tournament, sitting: Sitting, rules: Rules, clock: ClockSettings | None
) -> MatchPlan:
    nobody_comes = all(map(_is_walk_in, sitting.one)) or all(map(_is_walk_in, sitting.two))
    join_s = None if nobody_comes else tournament.join_within_s
    return MatchPlan(
        seat_a=sitting.one,
        seat_b=sitting.two,
        rules=rules,
        clock=clock,
        context=_context(tournament, sitting, join_s),
        join_within=None if join_s is None else timedelta(seconds=join_s),
        kind=MatchKind.TOURNAMENT,
    )


def _is_walk_in(player: Player) -> bool:
    return player.user_id is None and not player.is_bot and player.anonymised_at is None


def award(
    match: Match, winner: Seat | None, *, by: User | None, now: datetime, reason: str
) -> None:
    """A director ends a match in favour of a seat."""
    match_rulings.result(match.pk, winner=winner, by=by, reason=reason, now=now)


def forfeit(match: Match, losers: tuple[Seat, ...], *, now: datetime, reason: str) -> None:
    """A match is lost without being played to its end, by one seat or by both."""
    match_rulings.forfeit(match.pk, losers=losers, reason=reason or "ruling", now=now)


def void(
    pairing_match: PairingMatch, *, now: datetime, by: User | None = None, reason: str = ""
) -> None:
    """Set a match aside; if it is still on, it ends without a winner. It stays on record."""
    if not pairing_match.match.is_over:
        match_rulings.void(pairing_match.match_id, by=by, reason=reason, now=now)
    pairing_match.voided_at = now
    pairing_match.save(update_fields=["voided_at"])


def take_up(pairing_match: PairingMatch, *, now: datetime) -> None:
    """A match that was set aside counts again; one that was broken off goes on where it stood, with new dice."""
    if pairing_match.match.status == MatchStatus.VOID:
        match_rulings.reopen(pairing_match.match_id, by=None, reason="the two meet again", now=now)
        pairing_match.recorded_at = None
    pairing_match.voided_at = None
    pairing_match.save(update_fields=["voided_at", "recorded_at"])


def _context(tournament: Tournament, sitting: Sitting, join_s: int | None) -> dict[str, Any]:
    """What a table needs to know of its event, copied so that `games` need not ask."""
    pairing = sitting.pairing
    with translation.override("en"):
        subtitle = str(round_name(pairing.round.name_key))
    return {
        "title": tournament.name,
        "subtitle": subtitle,
        "round": pairing.round.name_key,
        "url": tournament.get_absolute_url(),
        "table": pairing.number,
        "board": sitting.board if tournament.boards > 1 else None,
        "join_s": join_s,
        "bot_pace_ms": tournament.bot_pace_ms,
        "spectator_delay_s": tournament.spectator_delay_s,
        "chat": True,
    }
