"""The layout of a bracket on a page: columns of pairings, drawn along the stored edges and nothing else.

Each pairing stands in the middle of those whose winners meet in it, so no arithmetic on places is needed. A bracket
has 2^n lines; a cell of a column takes 1, 2, 4 … of them. A bye has no box and takes no line: what leads to it leads to
the pairing after it, and a round of byes alone is no column.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.bracket.selectors.rows import PairingRow, RoundRow
from tournaments.core.round_names import section_name
from tournaments.formats.base import FINAL, MAIN
from tournaments.public.views.bracket_cells import BracketCell, drawn_cell
from tournaments.public.views.open_seats import OpenSeats
from tournaments.public.views.player_paths import NO_PATH, Path

APART = "third_place"  # stands under the final, outside the tree
TREE_OF = {FINAL: MAIN}  # the grand final ends the winners' bracket
ROOM_BELOW = 8  # lines from which there is room for the third place under the final


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round of the tree; `here`: a phone opens at it; `below` holds what stands under it. `byes` pass it unplayed."""

    round: RoundRow
    cells: tuple[BracketCell, ...]
    here: bool
    below: tuple[tuple[RoundRow, BracketCell], ...] = ()
    byes: int = 0

    @property
    def nodes(self) -> tuple[BracketCell, ...]:
        return tuple(cell for cell in self.cells if cell.row is not None)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One tree: the main bracket with its final, the losers' bracket, or a consolation. `lines` is its height."""

    section: str
    title: str
    columns: tuple[BracketColumn, ...]
    lines: int

    @property
    def has_room(self) -> bool:
        return self.lines >= ROOM_BELOW

    @property
    def has_way_after_loss(self) -> bool:
        """Would the followed player play on here after a loss?"""
        return any("maybe" in cell.css.split() for cell in self._drawn)

    @property
    def is_corrected(self) -> bool:
        """Was a result here corrected for the record only?"""
        return any(cell.row and cell.row.advanced is not None for cell in self._drawn)

    @property
    def _drawn(self) -> list[BracketCell]:
        drawn = [cell for column in self.columns for cell in column.cells]
        return drawn + [cell for column in self.columns for _round, cell in column.below]

    @property
    def is_dated(self) -> bool:
        """Has a round a deadline? Then all rounds are that much higher."""
        return any(column.round.until for column in self.columns)


@dataclass(frozen=True, slots=True)
class _PlacedPairing:
    """`leads_to` is the pairing of this tree that the winner goes to."""

    first: int
    span: int
    pairing: PairingRow | None
    lead: str
    leads_to: int | None = None


def drawings(
    rounds: Sequence[RoundRow],
    path: Path = NO_PATH,
    beside: Collection[str] = (),
    seats: OpenSeats | None = None,
    *,
    is_asked: bool = False,
) -> tuple[Drawing, ...]:
    """The trees of one stage, the main one first. `beside` are all its sections and `seats` all its pairings, where only
    some are drawn; `is_asked`: a phone opens at the followed player even when they are out."""
    trees: dict[str, list[RoundRow]] = {}
    for row in rounds:
        trees.setdefault(TREE_OF.get(row.section, row.section), []).append(row)
    beside = beside or tuple(dict.fromkeys(row.section for row in rounds))
    seats = seats or OpenSeats(rounds)
    drawn = (
        _drawing(name, section_rounds, beside, path, seats, is_asked=is_asked)
        for name, section_rounds in trees.items()
    )
    return tuple(drawing for drawing in drawn if drawing.columns)


def trimmed(rounds: Sequence[RoundRow], first: int) -> tuple[RoundRow, ...]:
    """The rounds from this number on; the tree then begins with the winners of the earlier rounds."""
    return tuple(row for row in rounds if row.number >= first)


def current(rounds: Iterable[RoundRow]) -> int:
    """The number of the round of a tree that is being played, from 1; the last one when all are over, 0 when there is
    none."""
    tree = [row for row in rounds if row.name_key != APART]
    return next((n for n, row in enumerate(tree, start=1) if not row.done), len(tree))


def _drawing(
    section: str,
    rounds: Sequence[RoundRow],
    beside: Collection[str],
    path: Path,
    seats: OpenSeats,
    *,
    is_asked: bool,
) -> Drawing:
    tree = [row for row in rounds if row.name_key != APART and seats.shown(row)]
    apart = tuple(
        (row, drawn_cell(pairing, "", path, seats))
        for row in rounds
        if row.name_key == APART
        for pairing in seats.shown(row)
    )
    placed, lines = _placed(tree, seats)
    here = _here(tree, path, is_asked=is_asked)
    columns = tuple(
        BracketColumn(
            round=row,
            cells=tuple(_cells(placed[depth], lines, path, seats)),
            here=depth == here,
            below=apart if depth == len(tree) - 1 else (),
            byes=seats.bye_count(row),
        )
        for depth, row in enumerate(tree)
    )
    return Drawing(section, section_name(section, beside), columns, lines)


def _placed(tree: Sequence[RoundRow], seats: OpenSeats) -> tuple[list[list[_PlacedPairing]], int]:
    """The lines of every pairing, column by column, and the number of lines."""
    depth = {pairing.id: d for d, row in enumerate(tree) for pairing in seats.shown(row)}
    rows = {pk: seats.rows[pk] for pk in depth}
    feeders = {pk: tuple(f for f in seats.feeders(row) if f in depth) for pk, row in rows.items()}
    height: dict[int, int] = {}
    for pk in rows:  # rounds come in order, so feeders come before the pairings they feed
        below = [height[f] for f in feeders[pk]]
        height[pk] = 2 * max(below) if len(below) == 2 else max(below, default=1)
    fed = {f for ids in feeders.values() for f in ids}
    columns: list[list[_PlacedPairing]] = [[] for _ in tree]
    waiting: list[tuple[int, int, int, str, int | None]] = []
    lines = 0
    for pk in rows:
        if pk not in fed:
            waiting.append((pk, lines, height[pk], "", None))
            lines += height[pk]
    while waiting:
        pk, first, span, lead, to = waiting.pop()
        has_feeders = " in" if feeders[pk] else ""
        last = depth[pk] if to is None else depth[to] - 1
        bent = lead if depth[pk] == last else "on"
        columns[depth[pk]].append(_PlacedPairing(first, span, rows[pk], bent + has_feeders, to))
        for between in range(depth[pk] + 1, last + 1):
            bent = f"pass {lead if between == last else 'on'}"
            columns[between].append(_PlacedPairing(first, span, None, bent, to))
        waiting += [
            (feeder, start, share, line, pk)
            for feeder, start, share, line in _shared(feeders[pk], first, span)
        ]
    return [sorted(cells, key=lambda cell: cell.first) for cells in columns], lines


def _shared(feeders: tuple[int, ...], first: int, span: int) -> Iterable[tuple[int, int, int, str]]:
    """Two pairings that meet share the lines of their pairing, upper half and lower half; a single one has them all."""
    if len(feeders) == 2:
        half = span // 2
        return [(feeders[0], first, half, "down"), (feeders[1], first + half, half, "up")]
    return [(feeder, first, span, "on") for feeder in feeders]


def _cells(
    placed: Iterable[_PlacedPairing], lines: int, path: Path, seats: OpenSeats
) -> Iterable[BracketCell]:
    """A column from the top, its gaps filled."""
    at = 0
    on_path = path.been | path.ahead
    for cell in placed:
        yield from _gaps(cell.first - at)
        at = cell.first + cell.span
        lead = f"{cell.lead} span-{cell.span}"
        if cell.leads_to in on_path:
            lead += " along"
        if cell.pairing is None:
            yield BracketCell(None, lead)
            continue
        if on_path.intersection(seats.feeders(cell.pairing)):
            lead += " onward"
        yield drawn_cell(cell.pairing, lead, path, seats)
    yield from _gaps(lines - at)


def _gaps(lines: int) -> Iterable[BracketCell]:
    while lines > 0:
        span = 1 << (lines.bit_length() - 1)
        yield BracketCell(None, f"gap span-{span}")
        lines -= span


def _here(tree: Sequence[RoundRow], path: Path, *, is_asked: bool) -> int:
    """Where a phone opens: at the next pairing of the followed player, otherwise at the first round that is not over; at
    the last pairing of a player who is asked for and out."""
    been = [
        (depth, pairing)
        for depth, row in enumerate(tree)
        for pairing in row.pairings
        if pairing.id in path.been
    ]
    mine = [depth for depth, pairing in been if pairing.state != "done"]
    last = [depth for depth, _pairing in been][-1:] if is_asked else []
    waiting = [depth for depth, row in enumerate(tree) if not row.done]
    return (mine or last or waiting or [max(0, len(tree) - 1)])[0]
