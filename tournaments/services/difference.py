"""Writing what `resolve` decided: only the rows that differ (docs/adr/0006)."""

from collections.abc import Mapping
from datetime import datetime

from tournaments.formats.base import Decision, Occupant, Vacancy
from tournaments.models import Pairing, Slot
from tournaments.selectors.drawsheet import DrawSheet


def write_difference(sheet: DrawSheet, decisions: Mapping[str, Decision], now: datetime) -> int:
    """Write the slots and pairings that differ from the decisions; two statements at most. Says how many rows."""
    slots: list[Slot] = []
    pairings: list[Pairing] = []
    for key, decision in decisions.items():
        pairing = sheet.by_key[key]
        for side, occupant in enumerate(decision.slots, start=1):
            if _seat(sheet.slots[pairing.pk][side], occupant):
                slots.append(sheet.slots[pairing.pk][side])
        if _decide(pairing, decision, now):
            pairings.append(pairing)
    Slot.objects.bulk_update(slots, ["state", "entry"], batch_size=500)
    Pairing.objects.bulk_update(
        pairings, ["winner", "loser", "outcome", "decided_at"], batch_size=500
    )
    return len(slots) + len(pairings)


def _seat(slot: Slot, occupant: Occupant) -> bool:
    entry = None if isinstance(occupant, Vacancy) else occupant
    state = occupant.value if isinstance(occupant, Vacancy) else Slot.State.ENTRY
    if (slot.state, slot.entry_id) == (state, entry):
        return False
    slot.state, slot.entry_id = state, entry
    return True


def _decide(pairing: Pairing, decision: Decision, now: datetime) -> bool:
    winner = decision.winner if isinstance(decision.winner, int) else None
    loser = decision.losers[0] if decision.losers else None
    if (pairing.outcome, pairing.winner_id, pairing.loser_id) == (decision.kind, winner, loser):
        return False
    pairing.outcome, pairing.winner_id, pairing.loser_id = decision.kind, winner, loser
    pairing.decided_at = now if decision.kind else None
    return True
