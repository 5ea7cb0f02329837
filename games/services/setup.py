"""How matches come to be: two seats, rules, a clock, the first sealed seed, and a time to join.

One match and a round of thousands go the same way: made in memory, written in a few statements.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.table import Table
from games.loaded_match import SeatedPlayer, Seats
from games.models import Match, MatchKind, MatchSeat, SharedDice
from games.services import bulk_sql, shared_boards
from games.services.batch import AT_ONCE
from games.services.bulk_sql import Seal
from games.services.challenge_privacy import require_may_meet
from games.services.epochs import seal
from games.services.locked_match import LockedMatch
from games.services.locking import MatchRow
from games.services.maintenance import pause_made
from games.services.match_notifications import note_taken
from games.services.rated_limit import lock_players, settle_rating
from games.services.shared_boards import lock_joinable
from games.timestamps import MILLISECOND, from_ms, to_ms
from web.errors import DomainError

Players = Player | Iterable[Player] | None

COLUMNS = [field.attname for field in Match._meta.concrete_fields]


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to be: it waits for both seats to press ready; who has not within `join_within` forfeits.

    A seat may be left free (None) for `sit_down`: then nobody can be ready on it yet. Several players
    may share one (doubles). `context` is all the table will know of the event: title, subtitle, url,
    table, board and teams of a team match, join_s, break_s, bot_pace_ms, spectator_delay_s, chat. With `shared_dice`
    (`shared_dice.open_group`) it rolls the same dice as every other match made with them.
    """

    seat_a: Players
    seat_b: Players
    rules: Rules
    clock: ClockSettings | None
    context: dict[str, Any]
    join_within: timedelta | None
    kind: str = MatchKind.FRIENDLY
    shared_dice: SharedDice | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What matches of the same rules and clock have in common, made once for all of them."""

    table: Table
    rules: dict[str, Any]
    clock: dict[str, Any] | None

    @classmethod
    def of(cls, rules: Rules, clock: ClockSettings | None) -> "Ground":
        settings = None if clock is None else clock.to_json()
        return cls(Table.new(rules, clock), rules.to_json(), settings)


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
    shared_dice: SharedDice | None = None,
) -> Match:
    """One match; see MatchPlan for the arguments."""
    plan = MatchPlan(seat_a, seat_b, rules, clock, context, join_within, kind, shared_dice)
    return create_matches([plan], now)[0]


@transaction.atomic
def create_matches(plans: Sequence[MatchPlan], now: datetime) -> list[Match]:
    """All of these matches, in this order, or none of them.

    No signal is sent (`actions_committed`): nobody can be listening to a match that was not there. During maintenance
    they begin paused. DomainError dice_begun: a roll of the shared dice was already released.
    """
    if groups := [plan.shared_dice for plan in plans if plan.shared_dice is not None]:
        lock_joinable(groups)
    seated = [_seats(plan) for plan in plans]
    kinds = {(plan.rules, plan.clock) for plan in plans}
    grounds = {kind: Ground.of(*kind) for kind in kinds}
    made = []
    for start in range(0, len(plans), AT_ONCE):
        locked_matches, matches, seals = [], [], []
        for plan, seats in zip(plans[start : start + AT_ONCE], seated[start:], strict=False):
            ground = grounds[plan.rules, plan.clock]
            locked = LockedMatch(_unborn(plan, to_ms(now)), seats, ground.table)
            seals.append(seal(locked, to_ms(now), plan.shared_dice))
            matches.append(_match(locked, ground))
            locked_matches.append(locked)
        _write(locked_matches, matches, seals)
        made += matches
    return _read_again(made) if pause_made([match.pk for match in made], now) else made


def _read_again(made: list[Match]) -> list[Match]:
    matches_by_id = Match.objects.in_bulk([match.pk for match in made])
    return [matches_by_id[match.pk] for match in made]


@transaction.atomic
def sit_down(match: Match, player: Player, now: datetime) -> str:
    """Take a seat that was left free, by an invitation's link; returns the seat.

    The match becomes casual where `player` has no account, or where the limit of rated matches of the two is reached.
    Raises NotAllowed not_accepted or blocked_by_you where one of the two has blocked the other.
    """
    row = Match.objects.select_for_update().get(pk=match.pk)
    taken = dict(row.seats.values_list("player_id", "seat"))
    if player.pk in taken:
        return taken[player.pk]
    free = sorted({"A", "B"} - set(taken.values()))
    if row.is_over:
        raise DomainError("match_over", _("This match is over or was cancelled."))
    if not free:
        raise DomainError("no_free_seat", _("This match already has two players."))
    lock_players({player.pk, *taken})
    require_may_meet(player, Player.objects.filter(pk__in=taken))
    settle_rating(row, player, now)
    MatchSeat.objects.create(match=row, seat=free[0], player=player)
    note_taken(row, player, now)
    if player.is_house_bot:
        Match.objects.filter(pk=row.pk).update(bot_at=now)
    return free[0]


def _seats(plan: MatchPlan) -> Seats:
    seats: Seats = {"A": _seated(plan.seat_a), "B": _seated(plan.seat_b)}
    ids = [player.player_id for players in seats.values() for player in players]
    if len(ids) != len(set(ids)):
        raise DomainError("same_player_twice", _("The same player cannot be on both sides."))
    return seats


def _seated(players: Players) -> tuple[SeatedPlayer, ...]:
    """As far as it matters while a match is made, when nobody acts and nobody looks: bots or not."""
    if players is None:
        return ()
    several = [players] if isinstance(players, Player) else players
    return tuple(
        SeatedPlayer(player.pk, player.name, "", player.bot_kind, player.user_id, suspended=False)
        for player in several
    )


def _unborn(plan: MatchPlan, at_ms: int) -> MatchRow:
    """The row as it would be read before its first action, had it been written."""
    context, join_within = dict(plan.context), plan.join_within
    if join_within is not None:
        context["join_s"] = int(join_within.total_seconds())
    return MatchRow(
        match_id=uuid4(),
        seq=0,
        kind=str(plan.kind),
        context=context,
        last_ms=at_ms,
        flag_ms=None,
        next_ms=None if join_within is None else at_ms + join_within // MILLISECOND,
        started_at=None,
        finished_at=None,
        state="",
        seed="",
    )


def _match(locked: LockedMatch, ground: Ground) -> Match:
    """The match as it will be read, without reading it."""
    columns = locked.snapshot()._asdict() | {
        "kind": locked.row.kind,
        "rules": ground.rules,
        "clock": ground.clock,
        "context": locked.row.context,
        "created_at": from_ms(locked.row.last_ms),
        "rematch_of_id": None,
        "imported_by_id": None,
    }
    return Match.from_db(connection.alias, COLUMNS, [columns[name] for name in COLUMNS])


def _write(locked_matches: list[LockedMatch], matches: list[Match], seals: list[Seal]) -> None:
    bulk_sql.insert_matches(matches)
    bulk_sql.insert_seats(
        [
            (locked.match_id, seat, player.player_id)
            for locked in locked_matches
            for seat, players in locked.seats.items()
            for player in players
        ]
    )
    bulk_sql.insert_seals(seals)
    bulk_sql.append_log([row for locked in locked_matches for row in locked.written])
    if boards := [(new.shared_id, new.match_id) for new in seals if new.shared_id is not None]:
        shared_boards.add(boards)
