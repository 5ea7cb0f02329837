"""The match that each of some players plays now, for those who follow them."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch

from accounts.models import User
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.vacations import has_days
from games.selectors.visibility import delay_of
from social.hooks import PlayingNow

STATUSES = (MatchStatus.PLAYING, MatchStatus.BREAK)
QUIET = timedelta(minutes=15)
"""A match in which nobody has acted for so long is not being played now."""
MOST = 500


def matches_now(player_ids: Collection[int], viewer: User, now: datetime) -> dict[int, PlayingNow]:
    """By player: the match in which something happened last that this viewer may watch. Two queries.

    A match that spectators see with a delay is there once it has begun for them. Correspondence is left out.
    """
    if not player_ids:
        return {}
    seats = MatchSeat.objects.select_related("player")
    matches = Match.objects.filter(
        Exists(MatchSeat.objects.filter(match=OuterRef("pk"), player__in=player_ids)),
        status__in=STATUSES,
        kind__in=(MatchKind.FRIENDLY, MatchKind.TOURNAMENT),
        started_at__isnull=False,
        last_at__gt=now - QUIET,
    )
    rows = matches.defer("state", "rules").order_by("-last_at", "id")
    shown: dict[int, PlayingNow] = {}
    for match in rows.prefetch_related(Prefetch("seats", seats))[:MOST]:
        if has_days(match.clock) or not _is_seen(match, viewer, now):
            continue
        for seat in match.seats.all():
            if seat.player_id in player_ids and seat.player_id not in shown:
                shown[seat.player_id] = PlayingNow(
                    match.pk, _opponent(match, seat.seat), str(match.context.get("title", ""))
                )
    return shown


def _is_seen(match: Match, viewer: User, now: datetime) -> bool:
    """Has it begun for this viewer? No query."""
    if any(seat.player.user_id == viewer.pk for seat in match.seats.all()):
        return True
    began = match.started_at
    return began is not None and began <= now - delay_of(match.context)


def _opponent(match: Match, own: str) -> str:
    """The names on the other seat; two players of a doubles share one."""
    return " / ".join(seat.player.name for seat in match.seats.all() if seat.seat != own)
