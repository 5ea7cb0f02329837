"""The pairings of a stage that a change reaches: loaded wave by wave, decided anew, written where they differ.

So reporting a result costs the same in a field of 64 and of 4,096. Starting from every pairing it recomputes the
whole stage with the same outcome, which is how the tests check it.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import connection

from tournaments.bracket.selectors.stage_loader import counting_results, outcomes_of
from tournaments.bracket.services.batches import pairings_in
from tournaments.formats.base import (
    Decision,
    LoserOf,
    Occupant,
    Outcome,
    ResetOf,
    Source,
    Vacancy,
    WinnerOf,
    decide,
    sent_on,
)
from tournaments.models import Override, Pairing, Result, Slot, Stage

SEAT = "UPDATE tournaments_slot SET state = %s, entry_id = %s WHERE id = %s"
DECIDE = (
    "UPDATE tournaments_pairing SET winner_id = %s, loser_id = %s, advanced_id = %s, outcome = %s,"
    " decided_at = %s WHERE id = %s"
)
EDGES: dict[str, Source] = {"winner": WinnerOf(""), "loser": LoserOf(""), "reset": ResetOf("")}


class StageUpdate:
    """The part of a stage that has been loaded, with its new decisions.

    `reseated`: the drawn order may have changed, so slots are filled from it anew; reading it costs by the size of the
    field.
    """

    def __init__(self, stage: Stage, gone: frozenset[int], *, reseated: bool = False) -> None:
        self.stage = stage
        self.gone = gone
        self.reseated = reseated
        self.pairings: dict[int, Pairing] = {}
        self.slots: dict[int, list[Slot]] = {}
        self.decisions: dict[int, Decision] = {}
        self.results: dict[int, list[Result]] = {}
        self._outcomes: dict[int, list[Outcome]] = {}
        self._overrides: dict[tuple[int, int], int | None] = {}
        self._dirty_slots: dict[int, Slot] = {}
        self._dirty_pairings: dict[int, Pairing] = {}

    def follow(self, touched: Iterable[int], now: datetime) -> int:
        """Decide the touched pairings and all that depend on them anew; returns how many rows were written."""
        wave = set(touched)
        while wave:
            self._load(wave - self.pairings.keys())
            wave &= self.pairings.keys()
            for pk in sorted(wave):
                self._decide(pk, now)
            wave = self._fed_otherwise(wave)
        return self._write()

    def _load(self, ids: set[int]) -> None:
        if not ids:
            return
        standing = Pairing.objects.filter(voided_at=None).select_related("round").order_by("id")
        loaded = {
            pairing.pk: pairing
            for pairing in pairings_in(standing, ids, whole={"stage": self.stage}, key="pk")
        }
        self.pairings |= loaded
        whole = {"pairing__stage": self.stage}
        slots = Slot.objects.order_by("pairing_id", "side")
        for slot in pairings_in(slots, loaded, whole=whole):
            self.slots.setdefault(slot.pairing_id, []).append(slot)
        results = pairings_in(counting_results(), loaded, whole=whole)
        for result in results:
            self.results.setdefault(result.pairing_id, []).append(result)
        keys = {pk: str(pk) for pk in loaded}
        for outcome in outcomes_of(results, keys, self.stage.tournament.boards):
            self._outcomes.setdefault(int(outcome.key), []).append(outcome)
        overrides = Override.objects.filter(revoked_at=None)
        for override in pairings_in(overrides, loaded, whole=whole):
            self._overrides[override.pairing_id, override.side] = override.entry_id

    def _decide(self, pk: int, now: datetime) -> None:
        first, second = self.slots[pk]
        occupants = (self._occupant(first), self._occupant(second))
        decision = decide(occupants, self._outcomes.get(pk, ()), self.gone)
        self.decisions[pk] = decision
        for slot, occupant in zip((first, second), occupants, strict=True):
            if fill_slot(slot, occupant):
                self._dirty_slots[slot.pk] = slot
        if store_decision(self.pairings[pk], decision, now):
            self._dirty_pairings[pk] = self.pairings[pk]

    def _occupant(self, slot: Slot) -> Occupant:
        if (slot.pairing_id, slot.side) in self._overrides:
            entry = self._overrides[slot.pairing_id, slot.side]
            return Vacancy.BYE if entry is None else entry
        if slot.source_pairing_id is not None:
            fed = self.decisions.get(slot.source_pairing_id)
            return occupant_of(slot) if fed is None else sent_on(EDGES[slot.source_kind], fed)
        if slot.source_kind == Slot.Source.SEED and not self.reseated:
            return occupant_of(slot)
        return _start(slot, self.stage)

    def _fed_otherwise(self, wave: set[int]) -> set[int]:
        """The pairings to which one of this wave now sends another entry than they have."""
        fed = pairings_in(
            Slot.objects.filter(pairing__voided_at=None),
            wave,
            whole={"source_pairing__stage": self.stage},
            key="source_pairing",
        )
        changed = set()
        for row in fed:
            if row.source_pairing_id is None:
                continue
            loaded = self.slots.get(row.pairing_id)
            slot = loaded[row.side - 1] if loaded else row
            sent = sent_on(EDGES[slot.source_kind], self.decisions[row.source_pairing_id])
            overridden = (slot.pairing_id, slot.side) in self._overrides
            if not overridden and sent != occupant_of(slot):
                changed.add(slot.pairing_id)
        return changed

    def _write(self) -> int:
        """One prepared statement for all rows of a table: `bulk_update` takes five times as long for a round of 500."""
        slots = [(s.state, s.entry_id, s.pk) for s in self._dirty_slots.values()]
        pairings = [
            (p.winner_id, p.loser_id, p.advanced_id, p.outcome, _stored(p.decided_at), p.pk)
            for p in self._dirty_pairings.values()
        ]
        with connection.cursor() as cursor:
            if slots:
                cursor.executemany(SEAT, slots)
            if pairings:
                cursor.executemany(DECIDE, pairings)
        return len(slots) + len(pairings)


def _stored(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def occupant_of(slot: Slot) -> Occupant:
    """The occupant that is stored in the row."""
    return Vacancy(slot.state) if slot.entry_id is None else slot.entry_id


def fill_slot(slot: Slot, occupant: Occupant) -> bool:
    """Put an occupant into a slot; returns whether that is a change."""
    entry = None if isinstance(occupant, Vacancy) else occupant
    state = occupant.value if isinstance(occupant, Vacancy) else Slot.State.ENTRY
    if (slot.state, slot.entry_id) == (state, entry):
        return False
    slot.state, slot.entry_id = state, entry
    return True


def store_decision(pairing: Pairing, decision: Decision, now: datetime) -> bool:
    """Write a decision into a pairing's columns; returns whether that is a change."""
    recorded, losers = decision.recorded_winner, decision.recorded_losers
    winner = recorded if isinstance(recorded, int) else None
    loser = losers[0] if losers else None
    advanced = None
    if decision.corrected_winner is not None and isinstance(decision.winner, int):
        advanced = decision.winner
    before = (pairing.outcome, pairing.winner_id, pairing.loser_id, pairing.advanced_id)
    if before == (decision.kind, winner, loser, advanced):
        return False
    pairing.outcome, pairing.winner_id, pairing.loser_id = decision.kind, winner, loser
    pairing.advanced_id = advanced
    pairing.decided_at = now if decision.kind else None
    return True


def _start(slot: Slot, stage: Stage) -> Occupant:
    if slot.source_kind == Slot.Source.SEED:
        order, number = stage.seed_order, slot.source_seed or 0
        seeded = order[number - 1] if number <= len(order) else None
        return Vacancy.BYE if seeded is None else seeded
    if slot.source_kind == Slot.Source.ENTRY and slot.source_entry_id is not None:
        return slot.source_entry_id
    return Vacancy.BYE
