"""Which tournaments show their results late, from which snapshot spectators read them, and who sees them at once."""

from collections.abc import Collection
from datetime import datetime, timedelta
from threading import Lock
from time import monotonic
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from tournaments.bracket.selectors.lists import has_role_in, played_by
from tournaments.bracket.snapshot_sql import SnapshotReading
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, SpectatorSnapshot, Tournament

ASK_AGAIN_S = 1.0
OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


class DelayedTournament(NamedTuple):
    """A tournament that has snapshots: `(id, time)` of each, the oldest first."""

    tournament: int
    delay: timedelta
    snapshots: tuple[tuple[int, datetime], ...]

    def reading(self, now: datetime) -> SnapshotReading:
        """The newest snapshot that is old enough. The first one shows what everybody could see when it was taken."""
        until = now - self.delay
        public = [pk for pk, at in self.snapshots if at <= until]
        return SnapshotReading(
            self.tournament, public[-1] if public else self.snapshots[0][0], until
        )


class _Cache:
    """The tournaments that this process read last. Newer snapshots are not public yet, so a second does no harm."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.remember(())
        self.forget()

    def remember(
        self, delayed: tuple[DelayedTournament, ...], seconds: float = ASK_AGAIN_S
    ) -> None:
        with self._lock:
            self.delayed, self.until = delayed, monotonic() + seconds

    def forget(self) -> None:
        self.until = 0.0


_remembered = _Cache()
forget_delayed = _remembered.forget
remember_delayed = _remembered.remember


def delayed_tournaments() -> tuple[DelayedTournament, ...]:
    """The tournaments with snapshots. At most one query a second in each process."""
    if _remembered.until <= monotonic():
        remember_delayed(_delayed())
    return _remembered.delayed


def _delayed() -> tuple[DelayedTournament, ...]:
    rows = (
        SpectatorSnapshot.objects.filter(tournament__delay_results=True)
        .order_by("tournament_id", "at", "pk")
        .values_list("tournament_id", "tournament__spectator_delay_s", "pk", "at")
    )
    by_tournament: dict[int, tuple[int, list[tuple[int, datetime]]]] = {}
    for tournament, delay_s, pk, at in rows:
        by_tournament.setdefault(tournament, (delay_s, []))[1].append((pk, at))
    return tuple(
        DelayedTournament(tournament, timedelta(seconds=delay_s), tuple(snapshots))
        for tournament, (delay_s, snapshots) in by_tournament.items()
    )


def seen_at_once(viewer: Viewer, tournaments: Collection[int]) -> set[int]:
    """The tournaments among these whose results the viewer sees at once: staff, their directors and other roles, and
    their players. An entry that was withdrawn before the draw does not count. Two queries, none for visitors."""
    if not isinstance(viewer, User):
        return set()
    if viewer.is_staff:
        return set(tournaments)
    directed = Tournament.objects.filter(has_role_in(viewer), pk__in=tournaments)
    plays = Q(status=Entry.Status.ACTIVE) | Q(slots__isnull=False)
    played = Entry.objects.filter(played_by(viewer), plays, tournament__in=tournaments)
    return {
        *directed.values_list("pk", flat=True),
        *played.order_by().values_list("tournament_id", flat=True),
    }


def sees_results_late(tournament: Tournament, viewer: Viewer) -> bool:
    """Does this viewer see the results of this tournament late? No query where it delays none, or for visitors."""
    if not tournament.delay_results or tournament.is_rehearsal or tournament.status in OVER:
        return False
    return tournament.pk not in seen_at_once(viewer, [tournament.pk])
