"""The draw before it is published: its numbered seeds, swaps by the director, and who meets whom first.

How to compute the seed of draw number n again from the first seed of the record: HMAC-SHA-256(key = first seed as 32
bytes, text = "barpoint-preview-1|<n>"), as 64 hexadecimal digits. draw.py says how an order follows from that seed. Then
the swaps of the record are made one after the other: the two entries exchange their places in the drawn order, or in the
pairings of the first round where a format pairs round by round.

A later part of a stage, such as the next round or the last chance, is drawn with the seed of the stage; its draw number
n, from the second on, with HMAC-SHA-256(key = that seed as 32 bytes, text = "barpoint-shuffle-1|<n>").
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from tournaments.formats.apart import NONE, Labels, derived
from tournaments.formats.base import (
    MAIN,
    Blueprint,
    Entrants,
    Entry,
    EntryRef,
    Node,
    NoOne,
    Seed,
    Source,
    resolve,
)
from tournaments.formats.protocol import Growth

Swap = tuple[Entry, Entry]
Pods = tuple[tuple[tuple[Entry, ...], ...], ...]
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
BY_HAND: Final[Mapping[str, object]] = {"by": "hand"}
QUARTERED = 4  # pairings of the first round from which a bracket is shown in quarters


def preview_seed(first_seed: str, number: int) -> str:
    """The seed of draw `number`, counted from 1: 64 hexadecimal digits."""
    return derived(first_seed, f"barpoint-preview-1|{number}")


def shuffled_seed(stage_seed: str, number: int) -> str:
    """The seed of draw `number`, counted from 1, of a later part of a stage: 64 hexadecimal digits."""
    return stage_seed if number == 1 else derived(stage_seed, f"barpoint-shuffle-1|{number}")


def draw_code(seed: str) -> str:
    """The first 35 bits of a seed, short enough to be read aloud.

    >>> draw_code("5e" * 32)
    'BSF5-WQJ'
    """
    number = int(seed, 16) >> (len(seed) * 4 - 35)
    letters = "".join(ALPHABET[number >> shift & 31] for shift in range(30, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def permutation(swaps: Iterable[Swap], entries: Iterable[Entry]) -> dict[Entry, Entry]:
    """Who is where each entry was, after these swaps one after the other. A swap with somebody who is not among the
    entries is passed over.

    >>> permutation([(1, 2), (2, 3)], [1, 2, 3, 4])
    {1: 3, 2: 1, 3: 2, 4: 4}
    """
    place = {entry: entry for entry in entries}  # whose place an entry has
    for first, second in swaps:
        if first in place and second in place:
            place[first], place[second] = place[second], place[first]
    now = {was: entry for entry, was in place.items()}
    return {entry: now[entry] for entry in place}


def swapped_order(order: Sequence[Entry], swaps: Iterable[Swap]) -> list[Entry]:
    """The drawn order after these swaps."""
    now = permutation(swaps, order)
    return [now[entry] for entry in order]


def names_entries(growth: Growth) -> bool:
    """Is this a round whose pairings name their entries, instead of places in the drawn order?"""
    return any(isinstance(s, EntryRef) for node in growth.blueprint.nodes for s in node.sources)


def swapped_round(growth: Growth, swaps: Iterable[Swap], entries: Iterable[Entry]) -> Growth:
    """A round that names its entries, after these swaps. Changed pairings say that they were made by hand."""
    now = permutation(swaps, entries)

    def source(old: Source) -> Source:
        return EntryRef(now.get(old.entry, old.entry)) if isinstance(old, EntryRef) else old

    nodes, notes = [], dict(growth.notes)
    for node in growth.blueprint.nodes:
        first, second = node.sources
        made = replace(node, sources=(source(first), source(second)))
        if set(made.sources) != set(node.sources):
            notes[node.key] = BY_HAND
        nodes.append(made)
    return replace(growth, blueprint=Blueprint(growth.blueprint.rounds, tuple(nodes)), notes=notes)


def swapped_sources(
    growth: Growth, swaps: Iterable[Swap], entry_of: Callable[[Source], Entry | None]
) -> Growth:
    """A later part of a stage after these swaps: the sources of the two entries exchange their places. `entry_of` names the
    entry of a source, where it is known. Changed pairings say that they were made by hand."""
    sources = [source for node in growth.blueprint.nodes for source in node.sources]
    by_entry = {entry: source for source in sources if (entry := entry_of(source)) is not None}
    now = permutation(swaps, by_entry)

    def moved(source: Source) -> Source:
        entry = entry_of(source)
        return source if entry is None else by_entry[now[entry]]

    nodes, notes = [], dict(growth.notes)
    for node in growth.blueprint.nodes:
        first, second = node.sources
        made = replace(node, sources=(moved(first), moved(second)))
        if {entry_of(s) for s in made.sources} != {entry_of(s) for s in node.sources}:
            whole = {
                name: note for name, note in notes.get(node.key, {}).items() if name == "round"
            }
            notes[node.key] = {**whole, **BY_HAND}
        nodes.append(made)
    return replace(growth, blueprint=Blueprint(growth.blueprint.rounds, tuple(nodes)), notes=notes)


@dataclass(frozen=True, slots=True)
class DrawPart:
    """A part of the draw: `kind` is quarter, bracket, group or round; `name` is its number or its letter.

    A pod holds what meets soon: in a bracket two pairings whose winners meet, else a pairing, or in a group one entry. A
    pairing of one entry is a bye.
    """

    kind: str
    name: str
    pods: Pods

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for pod in self.pods for pair in pod for entry in pair)

    @property
    def meetings(self) -> Iterator[tuple[Entry, Entry]]:
        """Who is certain to meet: both of a first pairing, and everybody in a group."""
        if self.kind == "group":
            yield from combinations(self.entries, 2)
            return
        for pod in self.pods:
            for pair in pod:
                if len(pair) == 2:
                    yield pair[0], pair[1]


def draw_parts(blueprint: Blueprint, order: Sequence[Entry], *, is_tree: bool) -> list[DrawPart]:
    """The parts of a new stage, in the order of the draw."""
    first = _first_nodes(blueprint)
    decisions = resolve(first, Entrants(tuple(order)), {}, []).decisions
    section = {plan.number: plan.section for plan in blueprint.rounds}
    pairs: dict[str, list[tuple[int, tuple[Entry, ...]]]] = {}
    for node in first:
        entries = tuple(slot for slot in decisions[node.key].slots if isinstance(slot, int))
        if entries:
            of = pairs.setdefault(section.get(node.round, MAIN), [])
            of.append((node.round, entries))
    if not is_tree and len(pairs) > 1:
        return [_group(name, rows, order) for name, rows in pairs.items()]
    rows = next(iter(pairs.values()), [])
    opening = [entries for number, entries in rows if number == rows[0][0]]
    if not is_tree:
        return [DrawPart("round", "1", tuple((pair,) for pair in opening))]
    if len(opening) < QUARTERED or len(opening) % 4:
        return [DrawPart("bracket", "", _pods(opening))]
    size = len(opening) // 4
    return [
        DrawPart("quarter", str(n + 1), _pods(opening[n * size : (n + 1) * size])) for n in range(4)
    ]


def clashes(parts: Iterable[DrawPart], labels: Labels) -> list[Swap]:
    """Who is certain to meet in the first round, or in their group, and shares a label."""
    return [
        (first, second)
        for part in parts
        for first, second in part.meetings
        if labels.get(first, NONE) & labels.get(second, NONE)
    ]


def suggested_swap(
    parts: Sequence[DrawPart], labels: Labels, clash: Swap, fixed: frozenset[Entry] = frozenset()
) -> Swap | None:
    """A swap after which these two do not meet and no new pair that shares a label does; `fixed` entries stay. Whoever has
    a bye keeps it.
    """
    group = {entry: at for at, part in enumerate(parts) for entry in part.entries}
    is_grouped = any(part.kind == "group" for part in parts)
    opponents = _opponents(parts)
    for mover in reversed(clash):
        if mover in fixed:
            continue
        for other, there in group.items():
            met = opponents.get(other, [])
            if other in fixed or other in clash or mover in met:
                continue
            if not met or (is_grouped and there == group[mover]):
                continue
            if _all_differ(mover, met, labels) and _all_differ(
                other, [e for e in opponents[mover] if e != other], labels
            ):
                return mover, other
    return None


def _opponents(parts: Iterable[DrawPart]) -> dict[Entry, list[Entry]]:
    met: dict[Entry, list[Entry]] = {}
    for part in parts:
        for first, second in part.meetings:
            met.setdefault(first, []).append(second)
            met.setdefault(second, []).append(first)
    return met


def _all_differ(entry: Entry, others: Iterable[Entry], labels: Labels) -> bool:
    own = labels.get(entry, NONE)
    return all(not own & labels.get(other, NONE) for other in others)


def _first_nodes(blueprint: Blueprint) -> list[Node]:
    """The pairings that no other pairing leads to."""
    from_the_draw = (Seed, EntryRef, NoOne)
    return [
        node
        for node in blueprint.nodes
        if all(isinstance(source, from_the_draw) for source in node.sources)
    ]


def _group(
    name: str, rows: Iterable[tuple[int, tuple[Entry, ...]]], order: Sequence[Entry]
) -> DrawPart:
    inside = {entry for _number, pair in rows for entry in pair}
    return DrawPart("group", name, tuple(((entry,),) for entry in order if entry in inside))


def _pods(pairs: Sequence[tuple[Entry, ...]]) -> Pods:
    """Two neighbouring pairings each: their winners meet next."""
    return tuple(tuple(pairs[at : at + 2]) for at in range(0, len(pairs), 2))
