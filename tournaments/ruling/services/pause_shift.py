"""A pause moves the start times of matches that have not begun, so that nobody is late because of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.services import join_deadline
from tournaments.bracket.services.start_times import join_limit
from tournaments.models import MatchTiming, PairingMatch, Tournament


def shift(rows: Sequence[PairingMatch], now: datetime) -> None:
    """These matches waited for their players when they were paused, and are resumed now: move their times by the pause."""
    if not rows:
        return
    timings = MatchTiming.objects.filter(
        pairing_match__in=rows, start_at__isnull=False, begin_at=None
    ).select_related("pairing_match__match", "pairing_match__pairing__stage__tournament__timing")
    for row in timings.defer("pairing_match__match__state"):
        tournament = row.pairing_match.pairing.stage.tournament
        on = next(match for match in rows if match.pk == row.pairing_match_id)
        start = row.start_at or now
        later = now - max(on.match.last_at, start)  # paused by its last action
        start += max(later, timedelta())
        row.start_at = start
        if row.check_at is not None:
            row.check_at += max(later, timedelta())
        row.save(update_fields=["start_at", "check_at"])
        limit = join_limit(tournament.timing, tournament, on.match)
        end = None if limit is None else start + timedelta(seconds=limit)
        join_deadline.await_players({on.match_id: end}, {on.match_id: limit})
    _stop_join_clocks(rows)


def _stop_join_clocks(rows: Sequence[PairingMatch]) -> None:
    """Matches that start later wait for their time, although resuming has started their deadline to join."""
    later = MatchTiming.objects.filter(pairing_match__in=rows, begin_at__isnull=False)
    ids = list(later.values_list("pairing_match__match_id", flat=True))
    join_deadline.await_players(dict.fromkeys(ids), dict.fromkeys(ids))


def put_off(tournament: Tournament, *, since: datetime, now: datetime) -> int:
    """The whole tournament was paused: move the start times that fell into the pause by its length; returns how many."""
    due = MatchTiming.objects.filter(
        pairing_match__pairing__stage__tournament=tournament, begin_at__gt=since, begin_at__lte=now
    )
    rows = list(due)
    for row in rows:
        row.begin_at = (row.begin_at or now) + (now - since)
        if row.is_agreed:
            row.start_at = row.begin_at
            row.sequence += 1
    MatchTiming.objects.bulk_update(rows, ["begin_at", "start_at", "sequence"])
    return len(rows)
