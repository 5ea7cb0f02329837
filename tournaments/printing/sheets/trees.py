"""The layout of a bracket in rows and columns, not points; and how a large bracket is cut into pieces.

A slot that no pairing of this bracket leads to takes rows of its own; the winner of a pairing stands between its two
slots. A player who drops in from another bracket stands one row above the winner they meet, so that losers' brackets
need no more room.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow
from tournaments.models import Slot

GAP: Final = 0.3  # rows between two pairings that do not meet
PARTS: Final = 4  # a cut bracket has at least so many pieces
THIRD: Final = "third_place"
ROOMY: Final = 16.0  # rows from which the match for third place fits below the final


@dataclass(frozen=True, slots=True)
class PlacedSlot:
    """A slot of a pairing with its place. `label` is printed while the slot is empty."""

    column: int
    row: float
    slot: SlotRow
    label: str


@dataclass(frozen=True, slots=True)
class Joint:
    """A pairing: it joins two rows; the winner goes on from `middle` to the column `to`, or leaves the piece (None).
    `above` is a title over it, where the head of its column does not name it."""

    column: int
    rows: tuple[float, float]
    pairing: PairingRow
    to: int | None
    above: str = ""

    @property
    def middle(self) -> float:
        return sum(self.rows) / 2


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a bracket on one sheet. `heads` are the rounds of its columns; `is_part`: its winners meet on
    another sheet."""

    heads: tuple[RoundRow, ...]
    slots: tuple[PlacedSlot, ...]
    joints: tuple[Joint, ...]
    rows: float
    is_part: bool


class Tree:
    """The pairings of a bracket with the edges between them."""

    def __init__(self, rounds: Sequence[RoundRow]) -> None:
        self.heads = tuple(row for row in rounds if row.name_key != THIRD) or tuple(rounds)
        self.pairings = {p.id: p for row in rounds for p in row.pairings}
        self.column = {p.id: n for n, row in enumerate(self.heads) for p in row.pairings}
        beside = (row for row in rounds if row not in self.heads)
        self.thirds = {p.id: row.name for row in beside for p in row.pairings}
        self.column |= dict.fromkeys(self.thirds, len(self.heads) - 1)
        self.parent = {
            child: pairing.id
            for pairing in self.pairings.values()
            for child in self.children(pairing.id)
            if child is not None
        }
        self.roots = sorted(self.pairings.keys() - self.parent.keys(), key=self._late)
        self._sizes: dict[int, float] = {}
        self._is_loose = False

    def children(self, pk: int) -> tuple[int | None, int | None]:
        """The pairings of this bracket whose winners come here, by side."""
        first, second = (self._child(pk, slot) for slot in self.pairings[pk].slots)
        return first, second

    def _child(self, pk: int, slot: SlotRow) -> int | None:
        source = slot.source_pairing
        if slot.source_kind != Slot.Source.WINNER or source not in self.column:
            return None
        return source if self.column[source] < self.column[pk] else None

    def _late(self, pk: int) -> tuple[bool, int, int]:
        return pk in self.thirds, -self.column[pk], self.pairings[pk].number

    def size(self, pk: int) -> float:
        """The rows that a pairing and all that leads to it need."""
        if pk not in self._sizes:
            inner = [child for child in self.children(pk) if child is not None]
            extra = 1.0 if len(inner) == 1 and self._is_loose else 0.0
            self._sizes[pk] = extra + (sum(map(self.size, inner)) if inner else 2 + GAP)
        return self._sizes[pk]

    def pieces(self, most: float) -> list[Piece]:
        """The bracket on sheets of so many rows each: whole if it fits; otherwise its parts, and then the rounds in
        which their winners meet."""
        total = sum(self.size(pk) for pk in self.roots if pk not in self.thirds)
        if total < ROOMY:
            total += sum(map(self.size, self.thirds))
        if total <= most:
            return [self._checked(self.roots, frozenset(), is_part=False)]
        limit = min(most, total / PARTS + GAP)
        cut = list(self._cut(self.roots, limit))
        inner = [pk for pk in cut if pk in self.parent]
        listed = [
            self._checked(on_sheet, frozenset(), is_part=True)
            for on_sheet in self._packed(inner, most)
        ]
        return [*listed, self._checked(self.roots, frozenset(inner), is_part=False)]

    def _cut(self, within: Iterable[int], limit: float) -> Iterator[int]:
        for pk in within:
            if pk in self.thirds:
                continue
            if self.size(pk) <= limit:
                yield pk
            else:
                yield from self._cut([c for c in self.children(pk) if c is not None], limit)

    def _packed(self, parts: Iterable[int], limit: float) -> list[list[int]]:
        sheets: list[list[int]] = []
        room = 0.0
        for pk in parts:
            if not sheets or self.size(pk) > room:
                sheets.append([])
                room = limit
            sheets[-1].append(pk)
            room -= self.size(pk)
        return sheets

    def _checked(self, roots: Sequence[int], cut: frozenset[int], *, is_part: bool) -> Piece:
        """A piece in which no two slots are closer than a row; uneven brackets get more room."""
        piece = _Placing(self, cut).piece(roots, is_part=is_part)
        if _is_tight(piece.slots):
            self._is_loose = True
            piece = _Placing(self, cut).piece(roots, is_part=is_part)
            self._is_loose = False
        return piece


class _Placing:
    """Places one piece, from the top."""

    def __init__(self, tree: Tree, cut: frozenset[int]) -> None:
        self.tree, self.cut = tree, cut
        self.at = 0.0
        self.slots: list[PlacedSlot] = []
        self.joints: list[Joint] = []

    def piece(self, roots: Sequence[int], *, is_part: bool) -> Piece:
        for pk in roots:
            if pk in self.tree.thirds:
                self.at += 1 if self.at < ROOMY else -2
            self._place(pk, None)
        first = min((joint.column for joint in self.joints), default=0)
        last = max((joint.column for joint in self.joints), default=-1)
        top = min((placed.row for placed in self.slots), default=0.0)
        slots = (_moved(placed, first, top) for placed in self.slots)
        joints = (_joint_moved(joint, first, top) for joint in self.joints)
        heads = self.tree.heads[first : last + 1]
        return Piece(heads, tuple(slots), tuple(joints), self.at - top, is_part)

    def _place(self, pk: int, to: int | None) -> float:
        """The row from which the winner goes on."""
        tree, column = self.tree, self.tree.column[pk]
        inner = [None if child in self.cut else child for child in tree.children(pk)]
        if inner == [None, None]:
            rows = (self.at, self.at + 1)
            self.at += 2 + GAP
        elif None in inner:
            rows = self._dropped(inner, column)
        else:
            first, second = (self._place(child, column) for child in inner if child is not None)
            rows = first, second
        pairing = tree.pairings[pk]
        for row, slot, child in zip(rows, pairing.slots, inner, strict=True):
            label = tree.pairings[child].name if child is not None else slot.source
            if child is not None and tree.pairings[child].table:
                label += f" · {tree.pairings[child].table}"
            self.slots.append(PlacedSlot(column, row, _with_points(slot, pairing), label))
        self.joints.append(Joint(column, rows, pairing, to, tree.thirds.get(pk, "")))
        return sum(rows) / 2

    def _dropped(self, inner: Sequence[int | None], column: int) -> tuple[float, float]:
        if self.tree._is_loose:  # its own placing
            self.at += 1
        child = next(pk for pk in inner if pk is not None)
        row = self._place(child, column)
        side = inner.index(child)
        return (row - 1, row) if side == 1 else (row, row - 1)


def _with_points(slot: SlotRow, pairing: PairingRow) -> SlotRow:
    """The slot without its score as long as no points are recorded, so that they can be written by hand."""
    if pairing.score_shown and (pairing.outcome or any(other.score for other in pairing.slots)):
        return slot
    return replace(slot, score=None)


def _moved(placed: PlacedSlot, columns: int, rows: float) -> PlacedSlot:
    return PlacedSlot(placed.column - columns, placed.row - rows, placed.slot, placed.label)


def _joint_moved(joint: Joint, columns: int, rows: float) -> Joint:
    to = None if joint.to is None else joint.to - columns
    both = (joint.rows[0] - rows, joint.rows[1] - rows)
    return Joint(joint.column - columns, both, joint.pairing, to, joint.above)


def _is_tight(slots: Iterable[PlacedSlot]) -> bool:
    rows: dict[int, list[float]] = {}
    for placed in slots:
        rows.setdefault(placed.column, []).append(placed.row)
    ordered = (sorted(column_rows) for column_rows in rows.values())
    return any(b - a < 1 - 1e-6 for column_rows in ordered for a, b in pairwise(column_rows))
