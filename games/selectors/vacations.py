"""When the clocks of a correspondence match stand still because a player is on vacation."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts.models import Player, User
from games.engine.clock import CORRESPONDENCE
from games.engine.seats import Seat
from games.loaded_match import Seats, VacationSpans
from games.models import Match, Vacation
from games.timestamps import from_ms, to_ms


def is_correspondence(match: Match) -> bool:
    """Has each turn of this match a number of days?"""
    return has_days(match.clock)


def has_days(clock: Mapping[str, Any] | None) -> bool:
    """The same of a stored clock."""
    return clock is not None and clock.get("kind") == CORRESPONDENCE


def vacation_spans(seats: Seats, since_ms: int) -> VacationSpans:
    """The vacations at this table that ended after this moment or go on, each with its seat. One query."""
    seat_of: dict[int, Seat] = {
        player.player_id: seat for seat, players in seats.items() for player in players
    }
    rows = Vacation.objects.filter(player__in=seat_of, ends_at__gt=from_ms(since_ms))
    spans = rows.values_list("started_at", "ends_at", "player_id")
    return tuple(
        sorted((to_ms(start), to_ms(end), seat_of[player]) for start, end, player in spans)
    )


def current_vacation(player: Player, now: datetime) -> Vacation | None:
    """The vacation that the player is on."""
    return Vacation.objects.filter(player=player, ends_at__gt=now).order_by("-ends_at").first()


def vacations_until(player_ids: set[int], now: datetime) -> dict[int, datetime]:
    """Who of these players is on vacation, and until when. One query."""
    rows = Vacation.objects.filter(player__in=player_ids, ends_at__gt=now)
    return dict(rows.order_by("ends_at").values_list("player_id", "ends_at"))


def export_vacations(user: User) -> list[dict[str, Any]]:
    """For the download of one's data."""
    rows = Vacation.objects.filter(player__user=user).order_by("started_at", "id")
    return [dict(row) for row in rows.values("started_at", "ends_at")]
