"""A ruling and what it wrote, input by input, so that another ruling can take it back (T9.5).

    with ruling(tournament, "swap", by=by, now=now, reason=reason, pairing=pairing) as journal:
        journal.add(Override(…), revoked_at=UNDONE)
        journal.set(entry, status="withdrawn")

Whoever calls holds the tournament's lock. Nothing computed is noted: at the end `settle` follows from the inputs.
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
    Tournament,
)
from tournaments.ruling.services.draw_changes import DrawSnapshot, reopen_finished_stages

UNDONE = "now"  # the value of a moment that is known only when somebody undoes
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
    """Write down a ruling with everything that the block changes, then let the tournament follow."""
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
    """Writes inputs and remembers what stood there. `touched` are the pairings that have to be decided anew."""

    def __init__(self, row: Ruling) -> None:
        self.ruling = row
        self.changes: list[Change] = []
        self.touched: set[int] = set()
        self.reseated = False

    @property
    def now(self) -> datetime:
        return self.ruling.at

    def set(self, row: Model, **fields: Any) -> None:
        """Write these columns of a row; a reference by its column, `winner_id=…`."""
        for name, new in fields.items():
            old = getattr(row, name)
            if old != new:
                setattr(row, name, new)
                self._note([row], name, old, new)
                self._reach(row, name, old, new)
        row.save(update_fields=list(fields))

    def add(self, row: Model, **undone: Any) -> None:
        """A new row; `undone` says by which columns it stops counting. UNDONE stands for the moment of that."""
        row.save()
        self.added([row], **undone)

    def added(self, rows: Iterable[Model], **undone: Any) -> None:
        """The same for rows that are stored already."""
        for row in rows:
            for name, value in undone.items():
                new = getattr(row, name)
                self._note([row], name, value, new)
                self._reach(row, name, None, new)

    def touch(self, pairing_ids: Iterable[int]) -> None:
        """These are decided anew, although nothing noted here leads to them."""
        self.touched |= set(pairing_ids)

    def end(self, on: PairingMatch, how: str, seats: Iterable[Seat]) -> None:
        """End a match at its table: `award` it to a seat, or `forfeit` it for one or both."""
        match_gateway.end(
            on, how, tuple(seats), by=self.ruling.by, now=self.now, reason=self.ruling.reason
        )
        self.note_table(on, {"end": [how, *seats]})

    def reopen(
        self, on: PairingMatch, *, replay_game: bool = False, score: PerSeat | None = None
    ) -> None:
        """Let a match that is over go on; one that was set aside waits for its two to meet again."""
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
        """Set the score of a match that is on."""
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
                "old": _told(old),
                "new": _told(new),
                "of": sorted({matter(row, field) for row in rows}),
            }
        )

    def note_table(self, on: PairingMatch, what: Change) -> None:
        """Something was done to a match at its table; `what` says how to take it back."""
        self.changes.append({"table": on.pk, **what, "of": [matter(on, "match")]})
        self.touched.add(on.pairing_id)

    def _reach(self, row: Model, field: str, old: Any, new: Any) -> None:
        """The pairings that an input leads to."""
        match row:
            case Override():
                self._reach_seat(row)
            case Result() | PairingMatch():
                self.touched.add(row.pairing_id)
            case Entry() if field == "status":
                self.touched |= _seats_of(row)
            case EntryMember():
                self.touched |= _seats_of(row.entry)
            case Round() | Moved():
                self._reach_round(row)
            case Stage() if field == "seed_order":
                self.reseated = True
                self.touched |= _seats_changed(row, old or [], new)

    def _reach_round(self, row: Round | Moved) -> None:
        """A round, or what was moved: a round or a single pairing."""
        if isinstance(row, Moved) and row.pairing_id is not None:
            self.touched.add(row.pairing_id)
            return
        of_round = row.round_id if isinstance(row, Moved) else row.pk
        standing = Pairing.objects.filter(round=of_round, voided_at=None)
        self.touched |= set(standing.values_list("pk", flat=True))

    def _reach_seat(self, row: Override) -> None:
        """Where he comes from who sits there without an override: another pairing, or the drawn order."""
        seat = Slot.objects.get(pairing=row.pairing_id, side=row.side)
        self.touched.add(row.pairing_id)
        if seat.source_pairing_id is not None:
            self.touched.add(seat.source_pairing_id)
        self.reseated = self.reseated or seat.source_kind == Slot.Source.SEED


def matter(row: Any, field: str) -> str:
    """What a change is about: two rulings on the same matter are undone in their order."""
    match row:
        case Result() | PairingMatch():
            return f"result {row.pairing_id}/{row.board}"
        case Moved():
            return f"place {row.round_id or ''}/{row.pairing_id or ''}"
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


def _told(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _seats_of(entry: Entry) -> set[int]:
    seats = Slot.objects.filter(entry=entry, pairing__voided_at=None)
    return set(seats.values_list("pairing_id", flat=True))


def _seats_changed(stage: Stage, old: list[int | None], new: list[int | None]) -> set[int]:
    longest = max(len(old), len(new))
    one, two = (order + [None] * (longest - len(order)) for order in (old, new))
    lines = [n for n in range(1, longest + 1) if one[n - 1] != two[n - 1]]
    seats = Slot.objects.filter(
        pairing__stage=stage, pairing__voided_at=None, source_seed__isnull=False
    )
    return {pk for pk, line in seats.values_list("pairing_id", "source_seed") if line in set(lines)}
