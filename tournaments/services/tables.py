"""The one place where tournaments ask `games` for something: a match for a pairing, its end, its annulment."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import translation

from accounts.models import Player, User
from games.engine.seats import Seat
from games.models import Match, MatchKind, MatchStatus
from games.services import rulings as match_rulings
from games.services.setup import create_match
from tournaments.models import Pairing, PairingMatch, Tournament
from tournaments.round_names import round_name
from tournaments.selectors.agreement import clock_of, rules_of


def create(
    tournament: Tournament,
    pairing: Pairing,
    one: Sequence[Player],
    two: Sequence[Player],
    *,
    now: datetime,
) -> Match:
    """A match for a pairing; the first slot sits at A. It waits for both to join, as long as agreed.

    Without a limit when somebody plays who cannot log in: then a director sets the result.
    """
    nobody_comes = all(map(_is_walk_in, one)) or all(map(_is_walk_in, two))
    join_s = None if nobody_comes else tournament.join_within_s
    return create_match(
        seat_a=one,
        seat_b=two,
        rules=rules_of(tournament, pairing.round),
        clock=clock_of(tournament, pairing.round),
        context=_context(tournament, pairing, join_s),
        join_within=None if join_s is None else timedelta(seconds=join_s),
        now=now,
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


def _context(tournament: Tournament, pairing: Pairing, join_s: int | None) -> dict[str, Any]:
    """What a table needs to know of its event, copied so that `games` need not ask."""
    with translation.override("en"):
        subtitle = str(round_name(pairing.round.name_key))
    return {
        "title": tournament.name,
        "subtitle": subtitle,
        "round": pairing.round.name_key,
        "url": tournament.get_absolute_url(),
        "table": pairing.number,
        "join_s": join_s,
        "bot_pace_ms": tournament.bot_pace_ms,
        "spectator_delay_s": tournament.spectator_delay_s,
        "chat": True,
    }
