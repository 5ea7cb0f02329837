"""A batch of matches under lock: read once, worked on in memory, written in one statement each.

Every service that changes matches opens one inside a transaction. What must happen after the commit
(listeners, the tournament, this process's memory) is registered here and nowhere else.
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
from games.services import bulk_sql, game_rows, locking, match_cache
from games.services.bulk_sql import Snapshot
from games.services.locked_match import Desk
from games.services.locking import Held, Locked
from games.services.match_cache import Seen
from games.signals import actions_committed, match_finished

Sitting = dict[UUID, tuple[Seats, float]]

AT_ONCE = 1000
"""So many matches are read and written by one statement for each table, where they are many."""


class Batch:
    """`desks` has the matches that could be locked; `missing` those that do not exist or are held."""

    def __init__(self, match_ids: Iterable[UUID], *, wait: bool) -> None:
        wanted = set(match_ids)
        held = locking.lock(wanted, wait=wait)
        seen = {
            row.match_id: known for row in held if (known := match_cache.recall(row)) is not None
        }
        cold = _cold([row.match_id for row in held if row.match_id not in seen])
        self._seats = _seats(held, seen)
        self._contexts = {row.match_id: row.context for row in held}
        self.desks = {
            row.match_id: _desk(row, seen.get(row.match_id), cold, self._seats) for row in held
        }
        self.missing = wanted - self.desks.keys()

    @classmethod
    def of_one(cls, match_id: UUID) -> tuple["Batch", Desk]:
        """One match, waited for; NotFound when there is none."""
        batch = cls.of_all([match_id])
        return batch, batch.desks[match_id]

    @classmethod
    def of_all(cls, match_ids: Iterable[UUID]) -> "Batch":
        """All of these, waited for; NotFound when one does not exist."""
        batch = cls(match_ids, wait=True)
        if batch.missing:
            raise NoSuchMatch()
        return batch

    def held(self) -> set[UUID]:
        """Those of the missing that exist: another transaction has them."""
        if not self.missing:
            return set()
        return set(Match.objects.filter(id__in=self.missing).values_list("id", flat=True))

    def write(self) -> None:
        """Write what was laid, and say so after the commit."""
        changed = [desk for desk in self.desks.values() if desk.written]
        if not changed:
            return
        ended = [desk for desk in changed if desk.is_over() and not desk.was_over()]
        bulk_sql.append([row for desk in changed for row in desk.written])
        snapshots = [desk.snapshot() for desk in changed]
        bulk_sql.save(snapshots)
        _reveal_seeds(ended)
        game_rows.sync(changed)
        seen = [self._seen(*one) for one in zip(changed, snapshots, strict=True)]
        transaction.on_commit(partial(_tell, seen), robust=True)
        # Nobody moves on after a void one; who voids it knows.
        finished = [desk.match_id for desk in ended if desk.table.match.phase != "void"]
        if finished:
            transaction.on_commit(partial(_announce_end, finished), robust=True)

    def _seen(self, desk: Desk, snapshot: Snapshot) -> Seen:
        seats, until = self._seats[desk.match_id]
        context = self._contexts[desk.match_id]
        return Seen(desk.committed(snapshot), desk.table, context, seats, until)


def _cold(match_ids: list[UUID]) -> dict[UUID, Locked]:
    """The matches that this process does not remember as they are, read whole."""
    if not match_ids:
        return {}
    return {locked.match_id: locked for locked in locking.read(match_ids)}


def _seats(held: list[Held], seen: dict[UUID, Seen]) -> Sitting:
    """Who sits at each match and until when that counts: as remembered, unless somebody was suspended since."""
    known = {
        match_id: (seats, one.seats_until)
        for match_id, one in seen.items()
        if (seats := match_cache.seats_of(one)) is not None
    }
    users: dict[int, list[UUID]] = {}
    for match_id, (seats, _until) in known.items():
        for user_id in (who.user_id for players in seats.values() for who in players):
            if user_id is not None:
                users.setdefault(user_id, []).append(match_id)
    for user_id in locking.suspended(users) if users else ():
        for match_id in users[user_id]:
            known.pop(match_id, None)
    if asked := [row.match_id for row in held if row.match_id not in known]:
        for match_id, seats in locking.seated(asked).items():
            one = seen.get(match_id)
            same = one.seats if one is not None and one.seats == seats else seats
            known[match_id] = same, match_cache.count_until(seats)
    return known


def _desk(held: Held, seen: Seen | None, cold: dict[UUID, Locked], seats: Sitting) -> Desk:
    sitting, _until = seats[held.match_id]
    if seen is None:
        locked = cold[held.match_id]
        return Desk(locked, sitting, Table.from_json(loads(locked.state)))
    locked = seen.locked._replace(flag_ms=held.flag_ms, next_ms=held.next_ms)
    return Desk(locked, sitting, seen.table)


def _reveal_seeds(ended: list[Desk]) -> None:
    """The seeds are shown when the match ends, never earlier (ADR 0005)."""
    if not ended:
        return
    ids = [desk.match_id for desk in ended]
    end = Match.objects.filter(pk=OuterRef("match")).values("last_at")
    seeds = MatchSeed.objects.filter(match__in=ids)
    seeds.filter(revealed_at=None).update(revealed_at=Subquery(end))
    shown = revealed_seeds(ids)
    for desk in ended:
        desk.revealed = shown.get(desk.match_id, {})


def _tell(changed: list[Seen]) -> None:
    for seen in changed:
        match_cache.remember(seen)
    grown = [(seen.locked.match_id, seen.locked.seq) for seen in changed]
    actions_committed.send_robust(sender=Match, grown=grown)


def _announce_end(match_ids: list[UUID]) -> None:
    match_finished.send_robust(sender=Match, match_ids=match_ids)
