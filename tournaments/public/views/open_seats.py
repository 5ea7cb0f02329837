"""Byes, seats that are not taken yet, and who may come to them. Everything from rows that were read; no database.

A bye has no box in a drawing: the player simply begins in the next round.
"""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow
from tournaments.core.short_names import initial_form, surname, unique_forms

MOST = 3  # names that a seat may offer; beyond that it stays empty
BYE = "bye"


class OpenSeats:
    """The pairings of one stage by their edges. Names are shortened where the entries are single people."""

    def __init__(self, rounds: Sequence[RoundRow], *, are_people: bool = False) -> None:
        self.rounds = {pairing.id: row for row in rounds for pairing in row.pairings}
        self.rows = {pairing.id: pairing for row in rounds for pairing in row.pairings}
        self.byes = _byes(self.rows.values(), self.rows)
        self._next = {
            slot.source_pairing: (pairing.id, slot.side)
            for pairing in self.rows.values()
            for slot in pairing.slots
            if slot.source_kind == "winner" and slot.source_pairing
        }
        names = {
            slot.entry: slot.player.name
            for pairing in self.rows.values()
            for slot in pairing.slots
            if slot.entry is not None and slot.player is not None
        }
        self.initials = unique_forms(names, (initial_form,)) if are_people else names
        self._surnames = unique_forms(names, (surname, initial_form)) if are_people else names
        self._candidates: dict[tuple[int, int], tuple[int, ...]] = {}

    def shown(self, row: RoundRow) -> tuple[PairingRow, ...]:
        """The pairings of a round that have a box."""
        return tuple(pairing for pairing in row.pairings if pairing.id not in self.byes)

    def bye_count(self, row: RoundRow) -> int:
        """How many players pass this round without a match."""
        return sum(
            pairing.id in self.byes and any(slot.state != BYE for slot in pairing.slots)
            for pairing in row.pairings
        )

    def feeders(self, pairing: PairingRow) -> Iterator[int]:
        """The pairings with a box whose winners meet here, in the order of the sides."""
        for slot in pairing.slots:
            if slot.source_kind != "winner" or slot.source_pairing not in self.rows:
                continue
            if slot.state == BYE and pairing.id in self.byes:
                continue
            if slot.source_pairing in self.byes:
                yield from self.feeders(self.rows[slot.source_pairing])
            else:
                yield slot.source_pairing

    def may_come(self, pairing: PairingRow, slot: SlotRow) -> tuple[int, ...]:
        """The entries one of whom takes this seat; empty where they are not known or too many."""
        key = (pairing.id, slot.side)
        if key not in self._candidates:
            self._candidates[key] = self._entries_for(slot)
        return self._candidates[key]

    def _entries_for(self, slot: SlotRow) -> tuple[int, ...]:
        if slot.entry is not None:
            return (slot.entry,)
        source = self.rows.get(slot.source_pairing or 0)
        if source is None or slot.source_kind not in {"winner", "loser"}:
            return ()
        entries: tuple[int, ...] = ()
        for side in source.slots:
            if side.state == BYE:
                continue
            there = self.may_come(source, side)
            if not there or len(entries) + len(there) > MOST:
                return ()
            entries += there
        return entries

    def text(self, pairing: PairingRow, slot: SlotRow) -> str:
        """Who takes a free seat, in words: Kowalska or Wójcik; which round's loser; or nothing."""
        if slot.entry is not None:
            return ""
        if slot.state == BYE:
            return _("bye")
        source = self.rounds.get(slot.source_pairing or 0)
        if source is None:
            return slot.source
        entries = self.may_come(pairing, slot)
        if slot.source_kind != "loser":
            return self.names_text(entries)
        if not entries:
            return _("%(pairing)s: loser") % {"pairing": source.name}
        names = self.names_text(entries)
        is_third_place = source.section == self.rounds[pairing.id].section
        return _("Loser: %(names)s") % {"names": names} if is_third_place else names

    def winner_meets(self, pairing: PairingRow) -> str:
        """The next opponent of the winner in words; empty where unknown, and where that match is over."""
        following = self._next.get(pairing.id)
        while following and following[0] in self.byes:
            following = self._next.get(following[0])
        if following is None or self.rows[following[0]].state == "done":
            return ""
        there = self.rows[following[0]]
        return self.names_text(
            entry
            for slot in there.slots
            if slot.side != following[1]
            for entry in self.may_come(there, slot)
        )

    def names_text(self, entries: Iterable[int]) -> str:
        """Up to three names with `or`."""
        names = [self._surnames[entry] for entry in entries]
        if len(names) == MOST:
            return _("%(one)s, %(two)s or %(three)s") % dict(
                zip(("one", "two", "three"), names, strict=True)
            )
        if len(names) == 2:
            return _("%(one)s or %(two)s") % {"one": names[0], "two": names[1]}
        return names[0] if names else ""

    def surname_of(self, entry: int) -> str:
        return self._surnames[entry]


def _byes(ordered: Iterable[PairingRow], rows: dict[int, PairingRow]) -> frozenset[int]:
    """Pairings in which nobody plays. An opponent who was lost in a match of this stage (both forfeited) is shown."""
    byes: set[int] = set()
    for pairing in ordered:
        empty = [slot for slot in pairing.slots if slot.state == BYE]
        lost = [
            slot
            for slot in empty
            if slot.source_kind == "winner"
            and slot.source_pairing in rows
            and slot.source_pairing not in byes
        ]
        if empty and not lost:
            byes.add(pairing.id)
    return frozenset(byes)
