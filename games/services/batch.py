"""A batch of matches under lock: read once, worked on in memory, written in one statement each.

Every service that changes matches opens one inside a transaction. What must happen after the commit
(listeners, the tournament, this process's cache) is registered here and nowhere else.
"""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from orjson import loads

from games.engine.table import Table
from games.errors import NoSuchMatch
from games.loaded_match import Seats
from games.models import Match, MatchSeed
from games.selectors.seeds import revealed_seeds
from games.services import (
    bulk_sql,
    game_rows,
    locking,
    match_cache,
    match_notifications,
    shared_boards,
    turn_emails,
)
from games.services.bulk_sql import SnapshotColumns
from games.services.locked_match import LockedMatch
from games.services.locking import LockedRow, MatchRow
from games.services.match_cache import CachedMatch
from games.signals import LogGrowth, announce_growth, match_finished
from games.timestamps import from_ms_or_none

SeatsUntil = dict[UUID, tuple[Seats, float]]
"""Who sits at each match, and until when that counts."""

AT_ONCE = 1000
"""So many matches are read and written by one statement for each table, where they are many."""


class Batch:
    """`matches` has those that could be locked; `missing` those that do not exist or are locked elsewhere."""

    def __init__(self, match_ids: Iterable[UUID], *, wait: bool) -> None:
        wanted = set(match_ids)
        rows = locking.lock(wanted, wait=wait)
        cached = {
            row.match_id: entry for row in rows if (entry := match_cache.get(row)) is not None
        }
        cold = _cold([row.match_id for row in rows if row.match_id not in cached])
        self._seats = _seats(rows, cached)
        self._contexts = {row.match_id: row.context for row in rows}
        self.matches = {
            row.match_id: _locked_match(row, cached.get(row.match_id), cold, self._seats)
            for row in rows
        }
        self.missing = wanted - self.matches.keys()

    @classmethod
    def of_one(cls, match_id: UUID) -> tuple["Batch", LockedMatch]:
        """One match, waited for; NotFound when there is none."""
        batch = cls.of_all([match_id])
        return batch, batch.matches[match_id]

    @classmethod
    def of_all(cls, match_ids: Iterable[UUID]) -> "Batch":
        """All of these, waited for; NotFound when one does not exist."""
        batch = cls(match_ids, wait=True)
        if batch.missing:
            raise NoSuchMatch()
        return batch

    def locked_elsewhere(self) -> set[UUID]:
        """Those of the missing that exist: another transaction has them."""
        if not self.missing:
            return set()
        return set(Match.objects.filter(id__in=self.missing).values_list("id", flat=True))

    def write(self, *, announce: bool = True) -> LogGrowth:
        """Write what was applied; returns which logs grow by it, and sends that as a signal if it is to be announced."""
        _correct_flags(locked for locked in self.matches.values() if not locked.written)
        changed = [locked for locked in self.matches.values() if locked.written]
        if not changed:
            return []
        ended = [locked for locked in changed if locked.is_over() and not locked.was_over()]
        bulk_sql.append_log([row for locked in changed for row in locked.written])
        snapshots = [locked.snapshot() for locked in changed]
        bulk_sql.save_snapshots(snapshots)
        _reveal_seeds(ended)
        game_rows.sync(changed)
        shared_boards.note(changed)
        turn_emails.note_turns(changed)
        match_notifications.note_actions(changed)
        entries = [self._entry(*pair) for pair in zip(changed, snapshots, strict=True)]
        transaction.on_commit(partial(_put, entries), robust=True)
        grown = [(locked.match_id, locked.seq) for locked in changed]
        if announce:
            transaction.on_commit(partial(announce_growth, grown), robust=True)
        # Nobody advances from a void match; whoever voids it does what follows.
        finished = [locked.match_id for locked in ended if locked.table.match.phase != "void"]
        if finished:
            transaction.on_commit(partial(_announce_end, finished), robust=True)
        return grown

    def _entry(self, locked: LockedMatch, snapshot: SnapshotColumns) -> CachedMatch:
        seats, until = self._seats[locked.match_id]
        context = self._contexts[locked.match_id]
        return CachedMatch(locked.committed(snapshot), locked.table, context, seats, until)


def _cold(match_ids: list[UUID]) -> dict[UUID, MatchRow]:
    """The matches that are not in this process's cache as they are, read whole."""
    if not match_ids:
        return {}
    return {row.match_id: row for row in locking.read(match_ids)}


def _seats(rows: list[LockedRow], cached: dict[UUID, CachedMatch]) -> SeatsUntil:
    """Who sits at each match and until when that counts: as cached, unless somebody was suspended since."""
    sitting = {
        match_id: (seats, entry.seats_until)
        for match_id, entry in cached.items()
        if (seats := match_cache.seats_of(entry)) is not None
    }
    users: dict[int, list[UUID]] = {}
    for match_id, (seats, _until) in sitting.items():
        for user_id in (player.user_id for players in seats.values() for player in players):
            if user_id is not None:
                users.setdefault(user_id, []).append(match_id)
    for user_id in locking.suspended(users) if users else ():
        for match_id in users[user_id]:
            sitting.pop(match_id, None)
    if unread := [row.match_id for row in rows if row.match_id not in sitting]:
        for match_id, seats in locking.seated(unread).items():
            entry = cached.get(match_id)
            same = entry.seats if entry is not None and entry.seats == seats else seats
            sitting[match_id] = same, match_cache.count_until(seats)
    return sitting


def _locked_match(
    locked_row: LockedRow, entry: CachedMatch | None, cold: dict[UUID, MatchRow], seats: SeatsUntil
) -> LockedMatch:
    sitting, _until = seats[locked_row.match_id]
    if entry is None:
        row = cold[locked_row.match_id]
        return LockedMatch(row, sitting, Table.from_json(loads(row.state)))
    row = entry.row._replace(flag_ms=locked_row.flag_ms, next_ms=locked_row.next_ms)
    return LockedMatch(row, sitting, entry.table)


def _reveal_seeds(ended: list[LockedMatch]) -> None:
    """The seeds are shown when the match ends, never earlier (ADR 0005)."""
    if not ended:
        return
    ids = [locked.match_id for locked in ended]
    end = Match.objects.filter(pk=OuterRef("match")).values("last_at")
    seeds = MatchSeed.objects.filter(match__in=ids)
    own = seeds.filter(revealed_at=None, shared=None)  # shared ones: when all their boards are over
    own.update(revealed_at=Subquery(end))
    shown = revealed_seeds(ids)
    for locked in ended:
        locked.revealed = shown.get(locked.match_id, {})


def _correct_flags(unchanged: Iterable[LockedMatch]) -> None:
    """Where a vacation has moved a flag, the column follows."""
    for locked in unchanged:
        if locked.flag_was_stale:
            flag_at = from_ms_or_none(locked.flag_ms)
            Match.objects.filter(pk=locked.match_id).update(flag_at=flag_at)


def _put(entries: list[CachedMatch]) -> None:
    for entry in entries:
        match_cache.put(entry)


def _announce_end(match_ids: list[UUID]) -> None:
    match_finished.send_robust(sender=Match, match_ids=match_ids)
