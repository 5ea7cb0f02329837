"""What every entry brings to the next round: wins, losses, byes and whom it has met. It must not pair anybody.

One pass over the decisions, no object per meeting: a round of ten thousand is read in a moment.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import Decision, Entry, Node
from tournaments.formats.draw import shuffled
from tournaments.formats.history import TIED, UNPLAYED_WINS


@dataclass(slots=True)
class EntryRecord:
    """One entry so far. `byes` are wins without play (bye, walkover, forfeit); `met` counts who was paired (T6.3)."""

    wins: int = 0
    losses: int = 0
    byes: int = 0
    ties: int = 0
    met: set[Entry] = field(default_factory=set)

    @property
    def rounds(self) -> int:
        """Decided pairings, byes among them."""
        return self.wins + self.losses + self.ties


Records = Mapping[Entry, EntryRecord]


def records(
    entries: Iterable[Entry], nodes: Iterable[Node], decisions: Mapping[str, Decision]
) -> dict[Entry, EntryRecord]:
    """A record of each of these entries; a pairing that is still open counts as a meeting and as nothing else."""
    by_entry = {entry: EntryRecord() for entry in entries}
    for node in nodes:
        decision = decisions[node.key]
        first, second = decision.slots
        if isinstance(first, int):
            _count(by_entry.setdefault(first, EntryRecord()), first, decision, second)
        if isinstance(second, int):
            _count(by_entry.setdefault(second, EntryRecord()), second, decision, first)
    return by_entry


def _count(record: EntryRecord, entry: Entry, decision: Decision, other: object) -> None:
    if isinstance(other, int):
        record.met.add(other)
    if not decision.kind:
        return
    if decision.recorded_winner == entry:
        record.wins += 1
        record.byes += decision.kind in UNPLAYED_WINS
    elif decision.kind == TIED:
        record.ties += 1
    else:
        record.losses += 1


def lots(entries: Sequence[Entry], draw_seed: str, number: int) -> dict[Entry, int]:
    """A lot for everybody in that round: the shuffle of the draw (T1.5) with a seed made for the round.

    The round's seed is HMAC-SHA-256(key = the stage's seed, text = "barpoint-round-1|<number>").
    """
    text = f"barpoint-round-1|{number}".encode()
    seed = hmac.digest(bytes.fromhex(draw_seed), text, hashlib.sha256).hex()
    return {entry: lot for lot, entry in enumerate(shuffled(entries, seed))}
