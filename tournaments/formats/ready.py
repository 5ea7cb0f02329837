"""Who is free, who still plays, and whom each may meet, for pairing without rounds (T6.8). It draws nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.formats.base import Entry
from tournaments.formats.protocol import Position
from tournaments.formats.scores import EntryRecord, records


@dataclass(slots=True)
class Queue:
    """`free` are in the order in which they have waited; `coming` play now and will be free again, `busy` play now.

    `sat` is the last round in which an entry is paired; an opponent who had played more may have raised it.
    """

    position: Position
    records: Mapping[Entry, EntryRecord]
    ranks: Mapping[Entry, int]
    free: dict[Entry, None]
    busy: frozenset[Entry]
    coming: frozenset[Entry]
    sat: Mapping[Entry, int] = field(default_factory=dict)
    by_record: dict[tuple[int, int], dict[Entry, None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.free:
            self.by_record.setdefault(self.record(entry), {})[entry] = None

    def record(self, entry: Entry) -> tuple[int, int]:
        return self.records[entry].wins, self.records[entry].losses

    def balance(self, entry: Entry) -> int:
        """Wins less losses: what makes records close, however many matches they are of."""
        return self.records[entry].wins - self.records[entry].losses

    def gap(self, first: Entry, second: Entry) -> int:
        return abs(self.balance(first) - self.balance(second))

    def may_meet(self, first: Entry, second: Entry) -> bool:
        if first == second or second in self.records[first].met:
            return False
        return not (self.position.labels and self.position.kept_apart(first, second))

    def in_order(self) -> Iterator[Entry]:
        """Those who are free, and still free when their turn comes."""
        for entry in tuple(self.free):
            if entry in self.free:
                yield entry

    def take(self, *entries: Entry) -> None:
        for entry in entries:
            del self.free[entry]
            del self.by_record[self.record(entry)][entry]

    def closest(self, entry: Entry) -> Entry | None:
        """Of those who are free and new to this entry the closest record, and of these who has waited longest."""
        won, lost = self.record(entry)
        nearest_first = sorted(
            self.by_record,
            key=lambda r: (
                abs(r[0] - r[1] - won + lost),
                abs(r[0] - won) + abs(r[1] - lost),
                -r[0],
            ),
        )
        return next(
            (
                other
                for record in nearest_first
                for other in self.by_record[record]
                if self.may_meet(entry, other)
            ),
            None,
        )

    def may_get(self, entry: Entry, closer_than: int | None = None) -> bool:
        """Can a new opponent still come free for this entry, with a record closer than that after winning or losing?"""
        return any(
            self.may_meet(entry, other)
            and (closer_than is None or abs(self.gap(entry, other) - 1) < closer_than)
            for other in self.coming
        )

    def best_first(self, entries: Iterable[Entry]) -> list[Entry]:
        return sorted(entries, key=lambda entry: (-self.balance(entry), self.ranks[entry]))

    def least_to_come(self, entries: Iterable[Entry]) -> list[Entry]:
        """Whoever has had most of their matches first; of equals the lowest."""
        return sorted(
            entries,
            key=lambda entry: (
                -self.records[entry].rounds,
                self.balance(entry),
                -self.ranks[entry],
            ),
        )

    def pairings_by_round(self) -> Counter[int]:
        return Counter(node.round for node in self.position.blueprint.nodes)

    def note(self, first: Entry, second: Entry | None) -> dict[str, object]:
        """Both records as they were, for "how the pairing was made"."""
        if second is None:
            return {"bye": first, "record": list(self.record(first)), "passed_over": []}
        none: frozenset[str] = frozenset()
        shared = self.position.labels.get(first, none) & self.position.labels.get(second, none)
        return {
            "records": [list(self.record(first)), list(self.record(second))],
            "gap": self.gap(first, second),
            "rematch": second in self.records[first].met,
            "labels": sorted(shared),
        }


def read_queue(position: Position, matches: int) -> Queue:
    """Everybody who has not left, as the position has them; a late entry plays its matches from now on."""
    entrants, nodes = position.entrants, position.blueprint.nodes
    by_entry = records(entrants.entries, nodes, position.decisions)
    last: dict[Entry, int] = {}
    busy: set[Entry] = set()
    sat: dict[Entry, int] = {}
    for index, node in enumerate(nodes):
        decision = position.decisions[node.key]
        for slot in decision.slots:
            if isinstance(slot, int):
                last[slot] = index
                sat[slot] = max(node.round, sat.get(slot, 0))
                if decision.is_open:
                    busy.add(slot)
    ranks = {entry: rank for rank, entry in enumerate(entrants.entries)}
    staying = [entry for entry in entrants.entries if entry not in entrants.gone]
    free = [e for e in staying if e not in busy and by_entry[e].rounds < matches]
    free.sort(key=lambda entry: (last.get(entry, -1), ranks[entry]))
    coming = {e for e in staying if e in busy and by_entry[e].rounds + 1 < matches}
    waiting = dict.fromkeys(free)
    return Queue(position, by_entry, ranks, waiting, frozenset(busy), frozenset(coming), sat)
