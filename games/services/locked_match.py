"""One locked match while a batch is worked through: actions are applied to it, nothing is written yet.

An action that is refused leaves it untouched, because the table is an immutable value and replaced last.
"""

from datetime import datetime

from games.engine.actions import Action, PlayerAction
from games.engine.clock import Outages
from games.engine.table import Table
from games.loaded_match import LoadedMatch, Seats, VacationSpans, bots_among
from games.models import SharedDice
from games.selectors.vacations import vacation_spans
from games.services import outages, schedule
from games.services.bulk_sql import SnapshotColumns
from games.services.locking import MatchRow
from games.services.submissions import Written
from games.timestamps import from_ms, from_ms_or_none


class LockedMatch:
    """The match as it will be when the transaction commits."""

    def __init__(self, row: MatchRow, seats: Seats, table: Table) -> None:
        self.row = row
        self.match_id = row.match_id
        self.seats = seats
        self.bots = bots_among(seats)
        self.table = table
        self.before = table
        self.seq = row.seq
        self.last_ms = row.last_ms
        self.seed = row.seed
        self.revealed: dict[int, str] = {}
        self.started_at: datetime | None = row.started_at
        self.next_ms = row.next_ms
        self.bot_ms: int | None = None
        self.written: list[Written] = []
        self.vacations: VacationSpans = ()
        self.outages: Outages = ()
        self.flag_ms = row.flag_ms
        self.shared_dice: SharedDice | None = None
        if self.is_correspondence:
            self._read_vacations()
        elif self.flag_ms != self._clock_flag():
            self.outages = outages.spans_since(self.last_ms)
        self.flag_was_stale = self.flag_ms != row.flag_ms

    def apply(self, action: Action, at_ms: int, key: str | None = None) -> Written:
        """Apply one action and put it on the log; RulesError leaves everything as it was."""
        at_ms = max(at_ms, self.last_ms)
        before, after = self.table, self.table.step(action, at_ms, self.outages)
        self.table = after
        self.seq += 1
        self.last_ms = at_ms
        seat = action.seat if isinstance(action, PlayerAction) else ""
        game = (after if action.kind == "opening_roll" else before).match.game_no
        payload = action.to_json()
        row = Written(self.match_id, self.seq, game, seat, action.kind, payload, at_ms, key)
        self.written.append(row)
        self._reschedule(before)
        return row

    def due_ms(self, at_ms: int) -> int | None:
        """What must be settled before anything at `at_ms`: when the flag fell or the wait ended."""
        due = [ms for ms in (self.flag_ms, self.next_ms) if ms is not None and ms <= at_ms]
        return min(due, default=None)

    @property
    def is_correspondence(self) -> bool:
        """Has each turn a number of days?"""
        return self.table.clock is not None and self.table.clock.settings.days > 0

    def was_over(self) -> bool:
        """Had the match ended before this batch?"""
        return self.before.match.outcome is not None

    def is_over(self) -> bool:
        return self.table.match.outcome is not None

    def loaded(self) -> LoadedMatch:
        """The match as it stands now, for answers and views."""
        return LoadedMatch(
            match_id=self.match_id,
            seq=self.seq,
            kind=self.row.kind,
            table=self.table,
            context=self.row.context,
            next_at=self.next_ms,
            flag_at=self.flag_ms,
            seats=self.seats,
            revealed=dict(self.revealed),
            vacations=self.vacations,
        )

    def snapshot(self) -> SnapshotColumns:
        """The columns to write."""
        match, over = self.table.match, self.is_over()
        finished_at = self.row.finished_at if over else None
        return SnapshotColumns(
            id=self.match_id,
            seq=self.seq,
            state=self.table.to_json(),
            last_at=from_ms(self.last_ms),
            status=match.phase,
            paused=match.paused,
            score_a=match.capped_score[0],
            score_b=match.capped_score[1],
            to_act=None if over else match.to_act,
            flag_at=from_ms_or_none(self.flag_ms),
            next_at=from_ms_or_none(self.next_ms),
            bot_at=from_ms_or_none(self.bot_ms),
            started_at=self.started_at,
            finished_at=(finished_at or from_ms(self.last_ms)) if over else None,
            winner=match.outcome.winner if match.outcome else None,
            reason=match.outcome.reason if match.outcome else "",
        )

    def committed(self, snapshot: SnapshotColumns) -> MatchRow:
        """The row as it will be read once what was applied is written; the table is kept apart from it."""
        return self.row._replace(
            seq=self.seq,
            last_ms=self.last_ms,
            flag_ms=self.flag_ms,
            next_ms=self.next_ms,
            started_at=snapshot.started_at,
            finished_at=snapshot.finished_at,
            state="",
            seed=self.seed,
        )

    def _read_vacations(self) -> None:
        """A vacation may have begun or ended since the flag was written, so that is counted again."""
        self.vacations = vacation_spans(self.seats, self.last_ms)
        self.outages = (*self.vacations, *outages.spans_since(self.last_ms))
        self.flag_ms = self._clock_flag()

    def _clock_flag(self) -> int | None:
        clock = self.table.clock
        return None if clock is None else clock.flag_at(self.outages)

    def _reschedule(self, before: Table) -> None:
        """Set anew when the server must come back: flag, end of a wait, bot."""
        match, context = self.table.match, self.row.context
        self.flag_ms = self._clock_flag()
        if match.paused or self.is_over():
            self.next_ms = self.bot_ms = None
            return
        if match.phase != before.match.phase or before.match.paused:
            wait = schedule.wait_ms(match, context)
            self.next_ms = None if wait is None else self.last_ms + wait
        delay = schedule.bot_delay_ms(match, self.bots, context)
        self.bot_ms = None if delay is None else self.last_ms + delay
        if match.phase == "playing" and self.started_at is None:
            self.started_at = from_ms(self.last_ms)
