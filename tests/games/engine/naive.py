"""The rules of moving in the plainest words (R4 to R6), to hold the quick generator against.

Positions are lists of 26 numbers seen by the mover; nothing here is shared with the engine.
"""

Sequence = tuple[tuple[int, int], ...]


def one_die(points: list[int], die: int) -> list[tuple[int, int]]:
    """(source, target) of every checker that may be moved by one die."""
    sources = [25] if points[25] else [p for p in range(24, 0, -1) if points[p] > 0]
    return [(p, max(p - die, 0)) for p in sources if _allowed(points, p, die)]


def _allowed(points: list[int], source: int, die: int) -> bool:
    if source > die:
        return points[source - die] >= -1
    if any(points[p] > 0 for p in range(7, 26)):
        return False
    return source == die or all(points[p] <= 0 for p in range(source + 1, 7))


def moved(points: list[int], source: int, target: int) -> list[int]:
    after = list(points)
    after[source] -= 1
    if target:
        if after[target] == -1:
            after[target] = 0
            after[0] -= 1
        after[target] += 1
    return after


def sequences(points: list[int], dice: tuple[int, ...]) -> list[tuple[Sequence, tuple[int, ...]]]:
    """Every way to play these dice in this order as far as it goes, with the board it leads to."""
    values = []
    for source, target in one_die(points, dice[0]) if dice else []:
        after = moved(points, source, target)
        rest = sequences(after, dice[1:])
        values += [(((source, target), *moves), end) for moves, end in rest]
    return values or [((), tuple(points))]


def legal_sequences(
    points: list[int], dice: tuple[int, int]
) -> list[tuple[Sequence, tuple[int, ...]]]:
    """All sequences that use as many dice as possible, and the higher if only one (R4.8)."""
    high, low = max(dice), min(dice)
    if high == low:
        ways = sequences(points, (high,) * 4)
    else:
        ways = sequences(points, (high, low)) + sequences(points, (low, high))
    most = max(len(moves) for moves, _ in ways)
    if most == 1 and high != low and one_die(points, high):
        ways = sequences(points, (high,))
    return [way for way in ways if len(way[0]) == most]


def results(points: list[int], dice: tuple[int, int]) -> set[tuple[int, ...]]:
    """The distinct final positions."""
    return {end for _, end in legal_sequences(points, dice)}
