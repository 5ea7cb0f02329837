"""What one viewer may see of a match right now: players as it is, spectators as late as the event wants it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import User
from games.engine.seats import Seat
from games.loaded_match import LoadedMatch
from games.models import Match, MatchStatus
from games.selectors.loaded_matches import load_match, load_match_at
from games.selectors.log import rows_between
from games.selectors.seats import seat_of
from games.selectors.view import view_of

LONGEST_DELAY = timedelta(hours=1)
"""No tournament shows its matches later than that."""


def delay_of(context: Mapping[str, Any]) -> timedelta:
    """How much later spectators see a match with this context; nothing for most."""
    return timedelta(seconds=int(context.get("spectator_delay_s") or 0))


def hidden_until(match: Match, seat: Seat | None, now: datetime) -> datetime | None:
    """The moment up to which this viewer sees the match; None when nothing is hidden from them.

    The end of a match comes as late as everything else.
    """
    delay = delay_of(match.context)
    until = now - delay
    return None if seat is not None or not delay or match.last_at <= until else until


def hidden_from(user: User | AnonymousUser | None, match: Match, now: datetime) -> datetime | None:
    """`hidden_until` for a user; asks for their seat only when it matters."""
    until = hidden_until(match, None, now)
    return until if until is not None and seat_of(user, match) is None else None


def sees_late(user: User | AnonymousUser | None, match: Match) -> bool:
    """Whether this user ever sees this match later than it is played; asks for their seat only when it matters."""
    return bool(delay_of(match.context)) and seat_of(user, match) is None


def shown_late(user: User | AnonymousUser | None, now: datetime) -> dict[UUID, str]:
    """Matches of which more has happened than this user may see, with the status shown to them: being played, or not begun.

    Only where they stand: in a break between two games, too, a match is one that is being played. One query.
    """
    recent = Q(finished_at=None) | Q(finished_at__gt=now - LONGEST_DELAY)
    late = Match.objects.filter(recent, context__spectator_delay_s__gt=0)
    late = late.filter(last_at__gt=now - LONGEST_DELAY)
    if isinstance(user, User):
        late = late.exclude(seats__player__user=user)
    rows = late.values_list("pk", "last_at", "started_at", "context__spectator_delay_s")
    return {
        pk: MatchStatus.PLAYING if started and started <= until else MatchStatus.JOINING
        for pk, last_at, started, delay_s in rows
        if last_at > (until := now - timedelta(seconds=int(delay_s)))
    }


def load_match_for(match: Match, seat: Seat | None, now: datetime) -> LoadedMatch | None:
    """None when a spectator may not see anything yet. A spectator who sees it late never reads when a wait ends: that is
    forgotten with the next action, so it would give that action away."""
    until = hidden_until(match, seat, now)
    if until is not None:
        return load_match_at(match.pk, until)
    loaded = load_match(match)
    is_late = seat is None and bool(delay_of(match.context))
    return replace(loaded, next_at=None) if is_late else loaded


def seen_at(match: Match, seat: Seat | None, now: datetime) -> datetime:
    """The moment that this viewer sees: what runs in their view, a clock or a countdown, counts from there."""
    return now if seat is not None else now - delay_of(match.context)


def table_page(
    match: Match, seat: Seat | None, now: datetime
) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """View and log, as far as this viewer may see them."""
    loaded = load_match_for(match, seat, now)
    if loaded is None:
        return None
    rows = rows_between(match.pk, 0, hidden_until(match, seat, now) or now)
    return view_of(loaded, seat, seen_at(match, seat, now)), [
        row for row in rows if row["seq"] <= loaded.seq
    ]
