"""T6.4 said a second time, for tests: costs as the clause puts them, solved by networkx. It shares no code with ours."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

import networkx

Costs = tuple[int, int, int, int]
Scores = Mapping[int, int]
Met = Mapping[int, set[int]]


def cost_of(
    a: int, b: int, order: Sequence[int], scores: Scores, met: Met, apart: set[frozenset[int]]
) -> Costs:
    """Of a above b in the order (score, then number), paired by fold."""
    group_a = [item for item in order if scores[item] == scores[a]]
    group_b = [item for item in order if scores[item] == scores[b]]
    if scores[a] == scores[b]:
        half = (len(group_a) - len(group_a) % 2) // 2
        f = abs(group_a.index(b) - group_a.index(a) - half)
    else:
        f = (len(group_a) - 1 - group_a.index(a)) + group_b.index(b)
    gap = scores[a] - scores[b]
    return int(frozenset((a, b)) in apart), int(b in met[a]), gap**2, f**2


def cheapest_total(costs: Mapping[tuple[int, int], Costs]) -> Costs:
    """The least total as networkx finds it, with integers far wider than any sum."""
    graph = networkx.Graph()
    for (a, b), cost in costs.items():
        weight = 0
        for part in cost:
            weight = weight * 10**9 + part
        graph.add_edge(a, b, weight=10**40 - weight)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return total(costs, pairs)


def total(costs: Mapping[tuple[int, int], Costs], pairs: object) -> Costs:
    result = [costs[pair] if pair in costs else costs[pair[::-1]] for pair in pairs]  # type: ignore[attr-defined]
    return tuple(sum(column) for column in zip(*result, strict=True))  # type: ignore[return-value]


def all_costs(
    order: Sequence[int], scores: Scores, met: Met, apart: set[frozenset[int]]
) -> dict[tuple[int, int], Costs]:
    return {(a, b): cost_of(a, b, order, scores, met, apart) for a, b in combinations(order, 2)}


def can_pair_all(players: Sequence[int], met: Met, apart: set[frozenset[int]]) -> bool:
    """Is there a pairing of all of them without a rematch or a forbidden pair?"""
    graph = networkx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(
        (a, b)
        for a, b in combinations(players, 2)
        if b not in met[a] and frozenset((a, b)) not in apart
    )
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matched) == len(players)


def random_case(
    chance: random.Random, *, even_sizes: bool = False
) -> tuple[list[int], dict[int, int], dict[int, set[int]], dict[int, frozenset[str]]]:
    """Somewhere in a tournament of 2 to 64: order, scores in half points, who met whom, labels.

    Small fields come more often, unless all sizes are to come alike.
    """
    size = chance.randint(1, 32)
    n = 2 * (size if even_sizes else min(size, chance.randint(1, 32)))
    rounds = chance.randint(0, min(n + 2, 12))
    met: dict[int, set[int]] = {number: set() for number in range(n)}
    scores = dict.fromkeys(range(n), 0)
    for _ in range(rounds):
        mixed = sorted(range(n), key=lambda number: (scores[number], chance.random()))
        for a, b in zip(mixed[::2], mixed[1::2], strict=True):
            met[a].add(b)
            met[b].add(a)
            scores[chance.choice((a, b))] += 2
        if chance.random() < 0.2:
            scores[chance.randrange(n)] += 1
    labels: dict[int, frozenset[str]] = {}
    if chance.random() < 0.5:
        clubs = chance.randint(2, 8)
        labels = {number: frozenset({f"club {chance.randrange(clubs)}"}) for number in range(n)}
    order = sorted(range(n), key=lambda number: (-scores[number], number))
    return order, scores, met, labels


def apart_in(labels: Mapping[int, frozenset[str]]) -> set[frozenset[int]]:
    return {frozenset(two) for two in combinations(labels, 2) if labels[two[0]] & labels[two[1]]}
