"""Bring ratings up to date after some results have come, gone or changed: only what depends on them is computed again.

The walk goes through the matches of a pool in the order of rating. A player is *changed* from the first of their matches
whose outcome differs; each later match of a changed player is computed again, and changes its other player, too.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heapify, heappop, heappush

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery

from accounts.models import Player
from ratings.formulas.replay import (
    PlayerState,
    RatedResult,
    RatingOptions,
    RatingPosition,
    first_state,
    rate,
)
from ratings.models import PlayerRating, RatingChange
from ratings.selectors import rows
from ratings.selectors.lists import options_of
from ratings.selectors.rows import AT_ONCE
from ratings.services.periods import write_periods

READ_AHEAD = 200
WRITTEN_AT_ONCE = 200


@dataclass(slots=True)
class PoolWalk:
    """One walk through a pool; `gone` are results no longer rated, `come` those that are new, both with old places.
    `since` is when the first match ended from which on a player is changed."""

    pool: str
    gone: dict[str, RatedResult]
    come: dict[str, RatedResult]
    options: RatingOptions
    heap: list[RatingPosition] = field(default_factory=list)
    listed: set[RatingPosition] = field(default_factory=set)
    stored: dict[str, dict[bool, RatingChange]] = field(default_factory=dict)
    states: dict[int, PlayerState] = field(default_factory=dict)
    since: dict[int, datetime] = field(default_factory=dict)
    created: list[RatingChange] = field(default_factory=list)
    rewritten: list[RatingChange] = field(default_factory=list)

    def run(self) -> int:
        """Walk and write; how many rows were written."""
        for result in (*self.gone.values(), *self.come.values()):
            self._list(result.position)
        heapify(self.heap)
        latest = self._latest()
        while self.heap:
            position = heappop(self.heap)
            if (left := self.gone.get(position.source)) and left.position == position:
                self._leave(position)
            if (new := self.come.get(position.source)) and new.position == position:
                self._enter(new, latest)
            elif position.source not in self.gone:
                self._recompute(position)
        return self._write()

    def _list(self, position: RatingPosition) -> None:
        if position not in self.listed:
            self.listed.add(position)
            heappush(self.heap, position)

    def _latest(self) -> dict[int, PlayerRating]:
        """The current ratings of the players whose results are new: nearly always where these begin."""
        people = {p for result in self.come.values() for p in (result.winner, result.loser)}
        current = PlayerRating.objects.filter(pool=self.pool, player__in=people)
        return {row.player_id: row for row in current}

    def _change(self, player: int, state: PlayerState, position: RatingPosition) -> None:
        """From here on the player's state is this one, whatever is stored."""
        is_new = player not in self.states
        self.states[player] = state
        if is_new:
            self.since[player] = position.ended_at
            for later in rows.later_than(self.pool, player, position):
                self._list(later)

    def _leave(self, position: RatingPosition) -> None:
        """A match that is no longer rated: its players go on from what they were before it."""
        for row in self.stored[position.source].values():
            if row.player_id not in self.states:
                self._change(row.player_id, rows.before(row), position)

    def _enter(self, result: RatedResult, latest: dict[int, PlayerRating]) -> None:
        position = result.position
        two = (result.winner, result.loser)
        was = (
            self._state_at(result.winner, position, latest),
            self._state_at(result.loser, position, latest),
        )
        becomes = rate(result, *was, self.options)
        for won, player, old, new in zip((True, False), two, was, becomes, strict=True):
            self.created.append(rows.new_row(result, won, old, new))
            self._change(player, new, position)

    def _state_at(
        self, player: int, position: RatingPosition, latest: dict[int, PlayerRating]
    ) -> PlayerState:
        if (state := self.states.get(player)) is not None:
            return state
        row = latest.get(player)
        if row is None:
            return first_state(self.options)
        if RatingPosition(row.last_at, row.last_source) < position:
            return rows.now(row)
        return rows.state_before(self.pool, player, position) or first_state(self.options)

    def _recompute(self, position: RatingPosition) -> None:
        pair = self._pair(position)
        if not any(row.player_id in self.states for row in pair.values()):
            return
        won, lost = pair[True], pair[False]
        was = (
            self.states.get(won.player_id) or rows.before(won),
            self.states.get(lost.player_id) or rows.before(lost),
        )
        becomes = rate(rows.result_of(won), *was, self.options)
        for row, old, new in zip((won, lost), was, becomes, strict=True):
            columns = rows.values(old, new)
            if any(getattr(row, name) != value for name, value in columns.items()):
                same = rows.after(row) == new
                for name, value in columns.items():
                    setattr(row, name, value)
                self.rewritten.append(row)
                if not same or row.player_id in self.states:
                    self._change(row.player_id, new, position)
            elif row.player_id in self.states:
                self.states[row.player_id] = new

    def _pair(self, position: RatingPosition) -> dict[bool, RatingChange]:
        """The two rows of a stored match; those that come next are read with it."""
        if position.source not in self.stored:
            nearby = [position, *self.heap[:READ_AHEAD]]
            wanted = [at.source for at in nearby if at.source not in self.stored]
            self.stored |= rows.stored_pairs(set(wanted))
        return self.stored[position.source]

    def _write(self) -> int:
        rewrite(self.rewritten)
        RatingChange.objects.bulk_create(self.created, batch_size=WRITTEN_AT_ONCE)
        write_current(self.pool, self.states)
        write_periods(self.pool, self.since)
        return len(self.created) + len(self.rewritten) + 2 * len(self.gone)


def delete_sources(sources: Iterable[str]) -> None:
    """Delete the rows of these matches."""
    listed = list(sources)
    for start in range(0, len(listed), AT_ONCE):
        RatingChange.objects.filter(source__in=listed[start : start + AT_ONCE]).delete()


def rewrite(changed: list[RatingChange]) -> None:
    """Write rows again under their numbers: many times faster than `bulk_update`, and nothing refers to them."""
    for start in range(0, len(changed), WRITTEN_AT_ONCE):
        part = changed[start : start + WRITTEN_AT_ONCE]
        RatingChange.objects.filter(pk__in=[row.pk for row in part]).delete()
        RatingChange.objects.bulk_create(part)


@transaction.atomic
def apply(gone: Iterable[RatedResult], come: Iterable[RatedResult]) -> int:
    """Take these results out, put those in; the caller holds the lock of RatingClock. How many rows were written.

    A result that has changed is in both, with the same source.
    """
    out, into = list(gone), list(come)
    stored = rows.stored_pairs(result.source for result in out)
    delete_sources(stored)  # in all pools, before one of them comes into another
    pools = {result.pool for result in (*out, *into)}
    walks = [
        PoolWalk(
            pool,
            {result.source: result for result in out if result.pool == pool},
            {result.source: result for result in into if result.pool == pool},
            options_of(pool),
            stored=dict(stored),
        )
        for pool in sorted(pools)
    ]
    return sum(walk.run() for walk in walks)


def write_current(pool: str, players: Collection[int]) -> None:
    """The current ratings of these players, from their last matches. Five queries for each 300 players."""
    listed = sorted(players)
    for start in range(0, len(listed), AT_ONCE):
        part = listed[start : start + AT_ONCE]
        of_them = RatingChange.objects.filter(pool=pool, player__in=part).order_by()
        counts = dict(of_them.values_list("player").annotate(n=Count("id")))
        own = RatingChange.objects.filter(pool=pool, player=OuterRef("pk"))
        last = Subquery(own.order_by("-ended_at", "-source").values("pk")[:1])
        pks = Player.objects.filter(pk__in=part).annotate(last=last).values_list("last", flat=True)
        current = RatingChange.objects.filter(pk__in=[pk for pk in pks if pk is not None])
        PlayerRating.objects.filter(pool=pool, player__in=part).delete()
        PlayerRating.objects.bulk_create(
            rows.current(
                row.source, row.pool, row.player_id, rows.after(row), counts[row.player_id]
            )
            for row in current
        )
