"""Berger tables (T5.1): in which round who plays whom when all play all. Numbers only; it draws no pairings."""

Pair = tuple[int, int]


def berger(players: int) -> list[list[Pair]]:
    """Rounds of pairs of 1 … players; for an odd field the number above the last one is a bye.

    In every round the highest number meets the one that is half the field further on; the others pair up around it.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    if players < 2:
        return []
    top = players + players % 2
    circle = top - 1
    rounds: list[list[Pair]] = []
    for number in range(circle):
        middle = number * (top // 2) % circle
        first = (middle + 1, top) if number % 2 == 0 else (top, middle + 1)
        around = [
            ((middle + step) % circle + 1, (middle - step) % circle + 1)
            for step in range(1, top // 2)
        ]
        rounds.append([first, *around])
    return rounds
