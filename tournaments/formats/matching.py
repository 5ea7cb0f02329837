"""Exact minimum-cost perfect matching over tuples of costs. The only module that may import rustworkx.

Each tuple is packed into one integer so wide that no sum runs over into the field to its left; rustworkx holds
weights in 128 bits, of which we use 120. What is left of them prefers, among equal totals, the partner with the
smallest number for node 0, then node 1, and so on; what does not fit is settled by solving again for the rest.
"""

from collections.abc import Iterable, Sequence

import rustworkx

Pair = tuple[int, int]
Edge = tuple[int, int, Sequence[int]]
Packed = list[tuple[int, int, int]]

WIDTH = 120


def cheapest(edges: Iterable[Edge], *, ties: bool = True) -> list[Pair]:
    """The pairs (i, j), i < j, of least total cost among those that leave fewest over; in order of i.

    Edges name the smaller number first. With `ties` the answer is the lexicographically smallest of all equally
    cheap ones; without it, one of them.
    """
    left = list(edges)
    matched: list[Pair] = []
    while left:
        numbers = sorted({number for edge in left for number in edge[:2]})
        packed, used = _packed(left, len(numbers) // 2)
        if not ties:
            return sorted(_solved(packed))
        digit = len(numbers).bit_length()
        settled = max(1, (WIDTH - used) // digit)
        first = numbers[:settled]
        pairs = _solved(_with_ties(packed, numbers, settled, digit))
        if settled >= len(numbers) - 1:
            return sorted(matched + pairs)
        gone = set(first)
        for pair in pairs:
            if pair[0] in gone or pair[1] in gone:
                matched.append(pair)
        gone.update(number for pair in matched for number in pair)
        left = [edge for edge in left if edge[0] not in gone and edge[1] not in gone]
    return sorted(matched)


def _packed(edges: Sequence[Edge], pairs: int) -> tuple[Packed, int]:
    """Every cost as one integer, and how many bits a total can take."""
    columns = zip(*(cost for _, _, cost in edges), strict=True)
    widths = [(max(column) * pairs).bit_length() for column in columns]
    if sum(widths) > WIDTH:
        raise OverflowError("costs too large to be compared exactly")
    shifts = [sum(widths[place + 1 :]) for place in range(len(widths))]
    packed = []
    for i, j, cost in edges:
        packed.append((i, j, sum(c << s for c, s in zip(cost, shifts, strict=True))))
    return packed, sum(widths)


def _with_ties(packed: Packed, numbers: Sequence[int], settled: int, digit: int) -> Packed:
    """Below the cost one digit for each of the first nodes: which of the others it gets."""
    place = {number: index for index, number in enumerate(numbers)}
    below = settled * digit
    preferred = []
    for i, j, cost in packed:
        index = place[i]
        tie = place[j] << (digit * (settled - 1 - index)) if index < settled else 0
        preferred.append((i, j, (cost << below) | tie))
    return preferred


def _solved(packed: Packed) -> list[Pair]:
    dearest = max(cost for _, _, cost in packed)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(1 + max(j for _, j, _ in packed)))
    graph.add_edges_from([(i, j, dearest - cost) for i, j, cost in packed])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(min(pair), max(pair)) for pair in matched]
