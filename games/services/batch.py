"""A batch of matches under lock: read once, worked on in memory, written in one statement each.

Every service that changes matches opens one inside a transaction. What must happen after the commit
(listeners, the tournament, this process's memory) is registered here and nowhere else.
"""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery

from games.engine.table import Table
from games.errors import NoSuchMatch
from games.models import Match, MatchSeed
from games.selectors.seeds import revealed_seeds
from games.services import game_rows, memory, storing
from games.services.desk import Desk
from games.services.storing import Locked
from games.signals import actions_committed, match_finished

AT_ONCE = 1000
"""So many matches are read and written by one statement for each table, where they are many."""


class Batch:
    """`desks` has the matches that could be locked; `missing` those that do not exist or are held."""

    def __init__(self, match_ids: Iterable[UUID], *, wait: bool) -> None:
        wanted = set(match_ids)
        locked = storing.lock(wanted, wait=wait)
        seats = storing.seated(row.match_id for row in locked)
        self.desks = {row.match_id: Desk(row, seats[row.match_id], _table(row)) for row in locked}
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
        storing.append([row for desk in changed for row in desk.written])
        storing.save([desk.snapshot() for desk in changed])
        _reveal_seeds(ended)
        game_rows.sync(changed)
        tell = partial(_tell, [(d.match_id, d.seq, d.table) for d in changed])
        transaction.on_commit(tell, robust=True)
        # Nobody moves on after a void one; who voids it knows.
        finished = [desk.match_id for desk in ended if desk.table.match.phase != "void"]
        if finished:
            transaction.on_commit(partial(_announce_end, finished), robust=True)


def _table(row: Locked) -> Table:
    return memory.recall(row.match_id, row.seq) or Table.from_json(storing.load(row.state))


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


def _tell(changed: list[tuple[UUID, int, Table]]) -> None:
    for match_id, seq, table in changed:
        memory.remember(match_id, seq, table)
        actions_committed.send_robust(sender=Match, match_id=match_id, seq=seq)


def _announce_end(match_ids: list[UUID]) -> None:
    match_finished.send_robust(sender=Match, match_ids=match_ids)
