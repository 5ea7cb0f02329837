"""What all knockouts share: the size of the bracket and the folded order of its slots (T2.1, T2.2)."""

ROUND_NAMES = {1: "final", 2: "semifinal", 4: "quarterfinal"}


def bracket_size(entrants: int) -> int:
    """The next power of two, at least two (T2.1).

    >>> [bracket_size(n) for n in (1, 2, 5, 8, 13)]
    [2, 2, 8, 8, 16]
    """
    return max(2, 1 << (entrants - 1).bit_length())


def folded(size: int) -> list[int]:
    """The seeds from the top slot down: start with 1 2, replace each p by p and 2k + 1 - p (T2.2).

    >>> folded(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1, 2]
    while len(order) < size:
        last = 2 * len(order) + 1
        order = [seed for p in order for seed in (p, last - p)]
    return order


def round_name(pairings: int) -> str:
    """The name key of a round with so many pairings: final, semifinal, quarterfinal, round_of_16 …"""
    return ROUND_NAMES.get(pairings, f"round_of_{2 * pairings}")
