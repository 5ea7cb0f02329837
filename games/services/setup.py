"""How a match comes to be: two seats, rules, a clock, the first sealed seed, and a time to join."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import DomainError
from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.table import Table
from games.models import Match, MatchKind, MatchSeat
from games.moments import from_ms, to_ms
from games.services.batch import Batch
from games.services.epochs import open_epoch

Players = Player | Iterable[Player] | None


@transaction.atomic
def create_match(  # noqa: PLR0913  # the facts of a match, by name
    *,
    seat_a: Players,
    seat_b: Players,
    rules: Rules,
    clock: ClockSettings | None,
    context: dict[str, Any],
    join_within: timedelta | None,
    now: datetime,
    kind: str = MatchKind.FRIENDLY,
) -> Match:
    """A match waiting for both seats to press ready; who has not within `join_within` forfeits.

    A seat may be left free (None) for `sit_down`: then nobody can be ready on it yet. `context` is all
    the table will know of the event: title, subtitle, url, table, join_s, break_s, bot_pace_ms,
    spectator_delay_s, chat.
    """
    held = {"A": _players(seat_a), "B": _players(seat_b)}
    if join_within is not None:
        context = {**context, "join_s": int(join_within.total_seconds())}
    at = from_ms(to_ms(now))
    match = Match.objects.create(
        kind=kind,
        rules=rules.to_json(),
        clock=None if clock is None else clock.to_json(),
        context=context,
        state=Table.new(rules, clock).to_json(),
        last_at=at,
        created_at=at,
        next_at=None if join_within is None else at + join_within,
    )
    _seat(match, held)
    batch, desk = Batch.of_one(match.pk)
    open_epoch(desk, to_ms(now))
    batch.write()
    match.refresh_from_db()
    return match


@transaction.atomic
def sit_down(match: Match, player: Player, now: datetime) -> str:
    """Take a seat that was left free, by an invitation's link; returns the seat."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    taken = dict(locked.seats.values_list("player_id", "seat"))
    if player.pk in taken:
        return taken[player.pk]
    free = sorted({"A", "B"} - set(taken.values()))
    if locked.is_over or not free:
        raise DomainError("no_free_seat", _("Both seats of this match are taken."))
    MatchSeat.objects.create(match=locked, seat=free[0], player=player)
    if player.is_bot:
        Match.objects.filter(pk=locked.pk).update(bot_at=now)
    return free[0]


def _players(given: Players) -> list[Player]:
    if given is None:
        return []
    return [given] if isinstance(given, Player) else list(given)


def _seat(match: Match, held: dict[str, list[Player]]) -> None:
    ids = [player.pk for players in held.values() for player in players]
    if len(ids) != len(set(ids)):
        raise DomainError("same_player_twice", _("A player cannot sit on both sides of the table."))
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, player=player)
        for seat, players in held.items()
        for player in players
    )
