"""From the log of a ladder to its order. Corrections take effect where the corrected step stands, not at the end."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

JOINED = "joined"
LEFT = "left"
WON = "won"
FORFEITED = "forfeited"
DROPPED = "dropped"
PLACED = "placed"
VOIDED = "voided"
CORRECTED = "corrected"
MOVING = (JOINED, LEFT, WON, FORFEITED, DROPPED, PLACED, VOIDED, CORRECTED)
"""The kinds of steps that can change the order."""


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the log. `player` is the winner of a result and `other` the loser; `place` counts from 1 (placed).

    `target` is the number of the step that a correction is about.
    """

    number: int
    kind: str
    player: int = 0
    other: int = 0
    place: int = 0
    target: int = 0


def corrected(steps: Iterable[Step]) -> list[Step]:
    """The steps as they are after all corrections: the last correction of a step counts."""
    rows = list(steps)
    last = {step.target: step for step in rows if step.kind in (VOIDED, CORRECTED)}
    kept = []
    for step in rows:
        if step.kind in (VOIDED, CORRECTED):
            continue
        correction = last.get(step.number)
        if correction is None:
            kept.append(step)
        elif correction.kind == CORRECTED:
            kept.append(replace(step, player=correction.player, other=correction.other))
    return kept


def order_of(steps: Iterable[Step]) -> list[int]:
    """The players from the first place down. What names a player who is not on the ladder changes nothing."""
    order: list[int] = []
    idle: set[int] = set()
    for step in corrected(steps):
        if step.kind == DROPPED and step.player in order:
            _drop(order, step.player, idle)
            idle.add(step.player)
        else:
            _apply(order, step)
        if step.kind in (WON, JOINED, LEFT):
            idle -= {step.player, step.other}
    return order


def places_of(order: Sequence[int]) -> dict[int, int]:
    """{player: place}, from 1."""
    return {player: place for place, player in enumerate(order, 1)}


def _apply(order: list[int], step: Step) -> None:
    if step.kind == JOINED:
        if step.player not in order:
            order.append(step.player)
    elif step.player not in order:
        return
    elif step.kind == LEFT:
        order.remove(step.player)
    elif step.kind in (WON, FORFEITED):
        _leapfrog(order, step.player, step.other)
    elif step.kind == PLACED:
        _move(order, step.player, max(step.place, 1) - 1)


def _leapfrog(order: list[int], winner: int, loser: int) -> None:
    """The winner takes the place of a loser who stands higher; the loser and those between move down one."""
    if loser in order and order.index(winner) > order.index(loser):
        _move(order, winner, order.index(loser))


def _drop(order: list[int], player: int, idle: Collection[int]) -> None:
    """The player changes places with the next one below. Those who have dropped and not played since are passed over, where
    somebody else stands below: of two idle neighbours neither wins back a place by the other's drop."""
    place = order.index(player)
    below = order[place + 1 :]
    if not below:
        return
    other = next((each for each in below if each not in idle), below[0])
    order[order.index(other)], order[place] = player, other


def _move(order: list[int], player: int, index: int) -> None:
    order.remove(player)
    order.insert(index, player)
