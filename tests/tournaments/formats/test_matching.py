"""The exact matching: equal in cost to networkx in every round, ties settled by rank, no sum that runs over."""

import random
from itertools import combinations

import pytest

from tests.examples import examples
from tests.tournaments.formats.rounds_checked import (
    all_costs,
    apart_in,
    cheapest_total,
    random_case,
    total,
)
from tournaments.formats.matching import cheapest
from tournaments.formats.pairing import exact
from tournaments.formats.swiss_cost import PairingPlayer, field_of

ROUNDS = examples(2000)


def matchings(numbers):  # type: ignore[no-untyped-def]
    """Every perfect matching, in lexicographic order."""
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for other in rest:
        for more in matchings([item for item in rest if item != other]):
            yield [(first, other), *more]


def test_every_random_round_costs_what_networkx_pays() -> None:
    chance = random.Random("quality")
    for number in range(ROUNDS):
        order, scores, met, labels = random_case(chance)
        costs = all_costs(order, scores, met, apart_in(labels))
        field = field_of(
            [PairingPlayer(e, scores[e], e) for e in order], met, labels, neighbours=False
        )
        ours = [(field.players[i].entry, field.players[j].entry) for i, j in exact(field)]
        assert sorted(item for pair in ours for item in pair) == sorted(order)
        assert total(costs, ours) == cheapest_total(costs), f"round {number}"


@pytest.mark.parametrize("seed", range(40))
def test_of_equal_totals_the_lexicographically_smallest_is_taken(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.choice((4, 6, 8))
    costs = {
        pair: (chance.randint(0, 1), chance.randint(0, 2)) for pair in combinations(range(n), 2)
    }
    best = min(
        matchings(list(range(n))),
        key=lambda pairs: ([sum(c) for c in zip(*(costs[p] for p in pairs), strict=True)], pairs),
    )
    assert cheapest([(i, j, cost) for (i, j), cost in costs.items()]) == best


def test_ties_are_settled_beyond_what_fits_into_one_integer() -> None:
    n = 40
    edges = [(i, j, (0, 0, 0, 0)) for i, j in combinations(range(n), 2)]
    assert cheapest(edges) == [(i, i + 1) for i in range(0, n, 2)]
    wide = [(i, j, (1 << 80,)) for i, j in combinations(range(n), 2)]
    assert cheapest(wide) == [(i, i + 1) for i in range(0, n, 2)]


def test_a_cost_on_the_left_outweighs_any_sum_on_the_right() -> None:
    edges = [(0, 1, (1, 0)), (2, 3, (0, 0)), (0, 2, (0, 10**6)), (1, 3, (0, 10**6))]
    assert cheapest(edges) == [(0, 2), (1, 3)]


def test_costs_too_large_to_compare_are_refused() -> None:
    with pytest.raises(OverflowError):
        cheapest([(0, 1, (1 << 121,))])


def test_as_few_as_possible_are_left_over() -> None:
    assert cheapest([(0, 1, (0,)), (1, 2, (9,)), (0, 3, (9,))]) == [(0, 3), (1, 2)]
