"""How a knockout bracket stands on a page: columns of pairings, and the viewer's way through them.

Layout only. Who meets whom is data (selectors); here a pairing's place in its column says where its lines lead.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.round_names import short_round_name
from tournaments.selectors.shapes import PairingRow, RoundRow

APART = "third_place"  # stands under the final, outside the tree
STATES = {"done": "done", "playing": "live", "joining": "called", "ready": "called"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pairing with the names of its looks."""

    row: PairingRow
    css: str
    is_path: bool

    @property
    def is_ready(self) -> bool:
        """Can the viewer sit down to it now?"""
        return self.row.is_mine and self.row.state in {"joining", "playing"}


@dataclass(frozen=True, slots=True)
class Column:
    """A round of the tree; `below` holds what stands under it; `here` is where a phone opens."""

    round: RoundRow
    nodes: tuple[Drawn, ...]
    below: tuple[tuple[RoundRow, Drawn], ...]
    here: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A round of the viewer's way; `state` is did, now, or nothing for what is to come."""

    short: str
    text: str
    state: str = ""
    score: str = ""


def columns(rounds: tuple[RoundRow, ...]) -> list[Column]:
    """The tree from left to right."""
    tree = [row for row in rounds if row.name_key != APART]
    apart = tuple(
        (row, _drawn(pairing, pairing.is_mine))
        for row in rounds
        if row.name_key == APART
        for pairing in row.pairings
    )
    path, here = _path(tree), _here(tree)
    return [
        Column(
            round=row,
            nodes=tuple(_drawn(p, (depth, place) in path) for place, p in enumerate(row.pairings)),
            below=apart if depth == len(tree) - 1 else (),
            here=depth == here,
        )
        for depth, row in enumerate(tree)
    ]


def current(rounds: tuple[RoundRow, ...]) -> int:
    """Which round is being played, from 1; 0 when there is none."""
    tree = [row for row in rounds if row.name_key != APART]
    return next((n for n, row in enumerate(tree, start=1) if not row.done), len(tree))


def way(rounds: tuple[RoundRow, ...]) -> list[Step]:
    """The viewer's way: whom he has beaten, whom he plays, whom he may meet."""
    tree = [row for row in rounds if row.name_key != APART]
    path = _path(tree)
    return [_step(tree, path, depth, place) for depth, place in sorted(path)]


def _step(tree: list[RoundRow], path: set[tuple[int, int]], depth: int, place: int) -> Step:
    stage, pairing = tree[depth], tree[depth].pairings[place]
    short, points = short_round_name(stage.name_key), _("to %(n)s") % {"n": stage.length}
    if not pairing.is_mine:
        feeds = [2 * place, 2 * place + 1] if depth else []
        other = [tree[depth - 1].pairings[f] for f in feeds if (depth - 1, f) not in path]
        names = [slot.player.name for p in other for slot in p.slots if slot.player]
        found = (
            _("%(one)s or %(two)s") % dict(zip(("one", "two"), names, strict=True))
            if len(names) == 2
            else ""
        )
        return Step(short, found or points)
    mine, theirs = sorted(pairing.slots, key=lambda slot: not slot.is_mine)
    name = theirs.player.name if theirs.player else _("bye") if theirs.state == "bye" else points
    if pairing.state != "done":
        return Step(short, name, "now")
    told = theirs.score is not None and pairing.score_shown
    score = f"{mine.score}–{theirs.score}" if told else ""
    return Step(short, name, "did", score)


def _drawn(row: PairingRow, is_path: bool) -> Drawn:
    names = [STATES.get(row.state, "next")]
    if is_path:
        names.append("path")
    if row.is_mine and row.state in {"joining", "playing"}:
        names.append("ready")
    return Drawn(row, " ".join(names), is_path)


def _path(tree: list[RoundRow]) -> set[tuple[int, int]]:
    """Where the viewer has played, and where he goes from there while he is in."""
    path = {
        (depth, place)
        for depth, row in enumerate(tree)
        for place, pairing in enumerate(row.pairings)
        if pairing.is_mine
    }
    if path:
        depth, place = max(path)
        mine = next(slot for slot in tree[depth].pairings[place].slots if slot.is_mine)
        while not mine.is_loser and depth + 1 < len(tree):
            depth, place = depth + 1, place // 2
            path.add((depth, place))
    return path


def _here(tree: list[RoundRow]) -> int:
    mine = [
        d for d, row in enumerate(tree) for p in row.pairings if p.is_mine and p.state != "done"
    ]
    waiting = [depth for depth, row in enumerate(tree) if not row.done]
    return (mine or waiting or [max(0, len(tree) - 1)])[0]
