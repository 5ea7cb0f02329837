"""A player's path through a tournament along the stored edges: pairings played, to come, and possible after a loss."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow
from tournaments.core.length_texts import length_text
from tournaments.core.round_names import short_round_name

Edges = Mapping[int, Sequence[tuple[int, str]]]


@dataclass(frozen=True, slots=True)
class Path:
    """Ids of pairings: `been` has the player in it, `ahead` is reached by winning, and `maybe` after a loss."""

    been: frozenset[int] = frozenset()
    ahead: frozenset[int] = frozenset()
    maybe: frozenset[int] = frozenset()


NO_PATH = Path()


@dataclass(frozen=True, slots=True)
class PathStep:
    """A round of the viewer's path; `state` is did, now, or empty for what is to come."""

    short: str
    text: str
    state: str = ""
    score: str = ""


def path_of(rounds: Iterable[RoundRow], entry: int | None) -> Path:
    """The path of an entry through these rounds; empty for nobody."""
    if entry is None:
        return NO_PATH
    rows = [pairing for row in rounds for pairing in row.pairings]
    edges = _edges(rows)
    mine = [row for row in rows if any(slot.entry == entry for slot in row.slots)]
    been = frozenset(row.id for row in mine)
    now = [row.id for row in mine if row.state != "done"]
    ahead = _reached(now, edges, {"winner"})
    anywhere = _reached(now, edges, {"winner", "loser", "reset"})
    return Path(been, ahead - been, anywhere - ahead - been)


def path_steps(rounds: Sequence[RoundRow]) -> list[PathStep]:
    """The viewer's path: opponents beaten, current opponent, possible opponents."""
    mine = [s.entry for row in rounds for p in row.pairings for s in p.slots if s.is_mine]
    if not mine:
        return []
    path = path_of(rounds, mine[-1])
    rows = {pairing.id: pairing for row in rounds for pairing in row.pairings}
    return [
        _step(row, pairing, path, rows)
        for row in rounds
        for pairing in row.pairings
        if pairing.id in path.been or pairing.id in path.ahead
    ]


def _edges(rows: Iterable[PairingRow]) -> Edges:
    edges: dict[int, list[tuple[int, str]]] = {}
    for row in rows:
        for slot in row.slots:
            if slot.source_pairing is not None:
                edges.setdefault(slot.source_pairing, []).append((row.id, slot.source_kind))
    return edges


def _reached(start: Iterable[int], edges: Edges, kinds: set[str]) -> frozenset[int]:
    reached: set[int] = set()
    waiting = list(start)
    while waiting:
        for pk, kind in edges.get(waiting.pop(), ()):
            if kind in kinds and pk not in reached:
                reached.add(pk)
                waiting.append(pk)
    return frozenset(reached)


def _step(
    row: RoundRow, pairing: PairingRow, path: Path, rows: Mapping[int, PairingRow]
) -> PathStep:
    short, points = short_round_name(row.name_key), length_text(row.length)
    if not pairing.is_mine:
        return PathStep(short, _may_meet(pairing, path, rows) or points)
    mine, theirs = sorted(pairing.slots, key=lambda slot: not slot.is_mine)
    name = theirs.player.name if theirs.player else _("bye") if theirs.state == "bye" else points
    if pairing.state != "done":
        return PathStep(short, name, "now")
    has_score = theirs.score is not None and pairing.score_shown
    return PathStep(short, name, "did", f"{mine.score}–{theirs.score}" if has_score else "")


def _may_meet(pairing: PairingRow, path: Path, rows: Mapping[int, PairingRow]) -> str:
    """The two possible opponents, where both are known."""
    on_way = path.been | path.ahead
    others: list[SlotRow] = []
    for slot in pairing.slots:
        if slot.player:
            others.append(slot)
        elif (source := rows.get(slot.source_pairing or 0)) and source.id not in on_way:
            others += source.slots
    names = [slot.player.name for slot in others if slot.player]
    if len(names) == 1 and len(others) == 1:
        return names[0]
    if len(names) != 2:
        return ""
    return _("%(one)s or %(two)s") % {"one": names[0], "two": names[1]}
