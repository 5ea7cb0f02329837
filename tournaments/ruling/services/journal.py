"""A ruling and the changes it makes, input by input, so that another ruling can undo it (T9.5).

    with ruling(tournament, "swap", by=by, now=now, reason=reason, pairing=pairing) as journal:
        journal.add(Override(…), revoked_at=UNDONE)
        journal.set(entry, status="withdrawn")

The caller has locked the tournament. Computed values are not noted: at the end `settle` derives them from the inputs.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db.models import Model

from accounts.models import User
from games.engine.seats import Seat
from games.models import MatchStatus
from games.services.rulings import PerSeat
from tournaments.bracket.selectors.standing import standing
from tournaments.bracket.services import match_gateway
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Viewer
from tournaments.models import (
    Entry,
    EntryMember,
    Moved,
    Override,
    Pairing,
    PairingMatch,
    Result,
    Round,
    Ruling,
    Slot,
    Stage,
    TeamLineup,
    Tournament,
)
from tournaments.ruling.services.draw_changes import DrawSnapshot, reopen_finished_stages

UNDONE = "now"  # stands for the time at which somebody undoes the ruling
Change = dict[str, Any]


@contextmanager
def ruling(
    tournament: Tournament,
    verb: str,
    *,
    by: Viewer | None,
    now: datetime,
    reason: str,
    pairing: Pairing | None = None,
) -> "Iterator[Journal]":
    """Record a ruling with everything that the block changes, then settle the tournament."""
    row = Ruling.objects.create(
        tournament=tournament,
        pairing=pairing,
        by=by if isinstance(by, User) else None,
        at=now,
        verb=verb,
        before=standing(pairing) if pairing else {},
        reason=reason,
    )
    drawn = DrawSnapshot(tournament)
    journal = Journal(row)
    yield journal
    reopen_finished_stages(tournament, journal.touched)
    touched, reseated = journal.touched, journal.reseated
    if settle(tournament, now, touched=touched, reseated=reseated).is_nothing:
        save_changed(tournament)
    row.changes = journal.changes + drawn.changes(journal.changes)
    if pairing is not None:
        row.after |= standing(Pairing.objects.get(pk=pairing.pk))
    row.save(update_fields=["before", "after", "changes", "undoes"])


class Journal:
    """Writes inputs and records their old values. `touched` are the pairings to decide again."""

    def __init__(self, row: Ruling) -> None:
        self.ruling = row
        self.changes: list[Change] = []
        self.touched: set[int] = set()
        self.reseated = False

    @property
    def now(self) -> datetime:
        return self.ruling.at

    def set(self, row: Model, **fields: Any) -> None:
        """Write these columns of a row; a foreign key by its column, `winner_id=…`."""
        for name, new in fields.items():
            old = getattr(row, name)
            if old != new:
                setattr(row, name, new)
                self._note([row], name, old, new)
                self._reach(row, name, old, new)
        row.save(update_fields=list(fields))

    def add(self, row: Model, **undone: Any) -> None:
        """Save a new row; `undone` are the column values with which it no longer counts, UNDONE for the time of the undo."""
        row.save()
        self.added([row], **undone)

    def added(self, rows: Iterable[Model], **undone: Any) -> None:
        """The same for rows that are saved already."""
        for row in rows:
            for name, value in undone.items():
                new = getattr(row, name)
                self._note([row], name, value, new)
                self._reach(row, name, None, new)

    def touch(self, pairing_ids: Iterable[int]) -> None:
        """Decide these pairings again, although no noted change leads to them."""
        self.touched |= set(pairing_ids)

    def end(self, on: PairingMatch, how: str, seats: Iterable[Seat]) -> None:
        """End a match: `award` it to a seat, or `forfeit` it for one or both."""
        match_gateway.end(
            on, how, tuple(seats), by=self.ruling.by, now=self.now, reason=self.ruling.reason
        )
        self.note_table(on, {"end": [how, *seats]})

    def reopen(
        self, on: PairingMatch, *, replay_game: bool = False, score: PerSeat | None = None
    ) -> None:
        """Reopen a match that is over; one that was set aside waits for its two entries to meet again."""
        how = _how_it_ended(on)
        ruling = self.ruling
        match_gateway.reopen(
            on,
            {"replay_game": replay_game, "score": score},
            by=ruling.by,
            now=self.now,
            reason=ruling.reason,
        )
        self.note_table(on, {"reopen": how})

    def score(self, on: PairingMatch, points: Sequence[int]) -> None:
        """Set the score of a running match."""
        ruling, match = self.ruling, on.match
        was = [match.score_a, match.score_b]
        match_gateway.score(on, points, by=ruling.by, now=self.now, reason=ruling.reason)
        self.note_table(on, {"score": was})

    def _note(self, rows: list[Any], field: str, old: Any, new: Any) -> None:
        self.changes.append(
            {
                "model": rows[0]._meta.model_name,
                "pks": [row.pk for row in rows],
                "field": field,
                "old": _as_json(old),
                "new": _as_json(new),
                "of": sorted({matter(row, field) for row in rows}),
            }
        )

    def note_table(self, on: PairingMatch, what: Change) -> None:
        """Note a change of a match; `what` says how to undo it."""
        self.changes.append({"table": on.pk, **what, "of": [matter(on, "match")]})
        self.touched.add(on.pairing_id)

    def _reach(self, row: Model, field: str, old: Any, new: Any) -> None:
        """Mark the pairings that an input affects."""
        match row:
            case Override():
                self._reach_slot(row)
            case Result() | PairingMatch() | TeamLineup():
                self.touched.add(row.pairing_id)
            case Entry() if field == "status":
                self.touched |= _pairings_of(row)
            case EntryMember():
                self.touched |= _pairings_of(row.entry)
            case Round() | Moved():
                self._reach_round(row)
            case Stage() if field == "seed_order":
                self.reseated = True
                self.touched |= _pairings_reseeded(row, old or [], new)

    def _reach_round(self, row: Round | Moved) -> None:
        """A round, or a move of a round or a single pairing."""
        if isinstance(row, Moved) and row.pairing_id is not None:
            self.touched.add(row.pairing_id)
            return
        of_round = row.round_id if isinstance(row, Moved) else row.pk
        standing = Pairing.objects.filter(round=of_round, voided_at=None)
        self.touched |= set(standing.values_list("pk", flat=True))

    def _reach_slot(self, row: Override) -> None:
        """An override also affects where its slot is filled from: another pairing, or the drawn order."""
        slot = Slot.objects.get(pairing=row.pairing_id, side=row.side)
        self.touched.add(row.pairing_id)
        if slot.source_pairing_id is not None:
            self.touched.add(slot.source_pairing_id)
        self.reseated = self.reseated or slot.source_kind == Slot.Source.SEED


def matter(row: Any, field: str) -> str:
    """What a change is about: two rulings on the same matter are undone in their order."""
    match row:
        case Result() | PairingMatch():
            return f"result {row.pairing_id}/{row.board}"
        case Moved():
            return f"place {row.round_id or ''}/{row.pairing_id or ''}"
        case TeamLineup():
            return f"lineup {row.pairing_id}/{row.entry_id}"
        case Override():
            return f"seat {row.pairing_id}/{row.side}"
    return f"{row._meta.model_name} {row.pk} {field}"


def _how_it_ended(on: PairingMatch) -> list[str]:
    match = on.match
    if match.status == MatchStatus.VOID:
        return ["void"]
    if match.winner:
        return ["award", match.winner]
    if match.reason in ("drawn", "ruling"):
        return ["award"]  # a tied session: nobody won it
    return ["forfeit", "A", "B"]


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _pairings_of(entry: Entry) -> set[int]:
    seats = Slot.objects.filter(entry=entry, pairing__voided_at=None)
    return set(seats.values_list("pairing_id", flat=True))


def _pairings_reseeded(stage: Stage, old: list[int | None], new: list[int | None]) -> set[int]:
    longest = max(len(old), len(new))
    before, after = (order + [None] * (longest - len(order)) for order in (old, new))
    numbers = {n for n in range(1, longest + 1) if before[n - 1] != after[n - 1]}
    seats = Slot.objects.filter(
        pairing__stage=stage, pairing__voided_at=None, source_seed__isnull=False
    )
    return {pk for pk, seed in seats.values_list("pairing_id", "source_seed") if seed in numbers}
