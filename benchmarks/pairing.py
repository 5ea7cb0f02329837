"""Swiss rounds 2 to 14 of 1,000 and 10,000 players, against rustworkx exact on everybody's 32 nearest, same rounds.

Results are random, in each round some leave, odd fields have a bye. The peer is timed for its matching alone, not for
the edges it is given; ours for everything from records (wins, losses, opponents) to pairs, and once more from a
stage's pairings to a drawn round with its notes. Then small random rounds are held against networkx, cost by cost.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import harness
import rustworkx

from tests.tournaments.formats.rounds_checked import (
    all_costs,
    apart_in,
    cheapest_total,
    random_case,
    total,
)
from tournaments.formats import swiss
from tournaments.formats.base import Decision, Entrants, Outcome, resolve
from tournaments.formats.gap_bound import least_gaps
from tournaments.formats.pairing import PairedRound, exact
from tournaments.formats.protocol import Growth, Position
from tournaments.formats.rounds import proposed
from tournaments.formats.swiss_cost import Field, PairingPlayer, field_of

OPTIONS = {"rounds": 14}
LEAVING = 0.002  # of the field in every round
NEAREST = 32
PEER = "rustworkx exact on the 32 nearest"


def main() -> int:
    quick = harness.asked_to_be_quick("Swiss pairing, against rustworkx and networkx.")
    for players in (1_000, 10_000):
        tournament(players, peer_rounds={8} if quick and players > 1_000 else set(range(2, 15)))
    return quality(100 if quick else 2_000)


def tournament(players: int, peer_rounds: set[int]) -> None:
    chance = random.Random(players)
    position = Position(Entrants(tuple(range(players))))
    rounds: list[PairedRound] = []
    ours: dict[int, float] = {}
    drawn: dict[int, float] = {}
    peer: dict[int, float] = {}
    for number in range(1, 15):
        table = swiss.standing(position, OPTIONS)
        seconds, made = timed(lambda table=table: proposed(table, "fold"))
        drawn[number], growth = timed(lambda at=position: swiss.grow(at, OPTIONS))
        if number > 1:
            ours[number] = seconds
            rounds.append(made)
        if number in peer_rounds:
            peer[number] = peer_seconds(made.field)
        position = after(position, growth, chance)
    show(players, ours, {n: drawn[n] for n in ours}, peer)
    show_quality(players, rounds)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds, the better of two, with the garbage of what came before collected."""
    gc.collect()
    best, answer = float("inf"), None
    for _ in range(2):
        start = time.process_time()
        answer = work()
        best = min(best, time.process_time() - start)
    return best, answer


def after(position: Position, growth: Growth, chance: random.Random) -> Position:
    """The round played: the winners by chance, and some who leave."""
    nodes = growth.blueprint.nodes
    results = []
    for node in nodes:
        first, two = (getattr(source, "entry", None) for source in node.sources)
        if first is not None and two is not None:
            winner, loser = chance.sample((first, two), 2)
            results.append(Outcome(node.key, winner, (loser,), "played"))
    values: dict[str, Decision] = dict(position.decisions)
    values.update(resolve(nodes, position.entrants, {}, results).decisions)
    leaving = {entry for entry in position.entrants.entries if chance.random() < LEAVING}
    entrants = replace(position.entrants, gone=position.entrants.gone | leaving)
    plan = position.blueprint + growth.blueprint
    return replace(position, blueprint=plan, decisions=values, entrants=entrants)


def peer_seconds(field: Field) -> float:
    """The same field without the bye, everybody with the 16 next possible opponents above and below in the order.

    It weighs score gaps, then how far two stand apart: the fold of T6.4 wants opponents who are not among these.
    """
    size = len(field.players)
    edges = []
    for i in range(size):
        after_this = (j for j in range(i + 1, size) if field.allows(i, j))
        for j in islice(after_this, NEAREST // 2):
            edges.append((i, j, 10**12 - (field.cost(i, j).gaps * 10**8 + (j - i) ** 2)))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    start = time.process_time()
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    seconds = time.process_time() - start
    if 2 * len(pairs) != size:
        raise RuntimeError("the peer left somebody over")
    return seconds


def show(
    players: int, ours: dict[int, float], drawn: dict[int, float], peer: dict[int, float]
) -> None:
    same = [ours[number] for number in peer]
    harness.report(
        f"Swiss rounds of {players:,}, in the median of {len(peer)}",
        1 / statistics.median(same),
        "rounds/s",
        peer=PEER,
        peer_value=1 / statistics.median(peer.values()),
    )
    for which, chosen in (("median", statistics.median), ("slowest", max)):
        harness.report(
            f"a round of {players:,}, records to pairs, {which} of {len(ours)}",
            1000 * chosen(ours.values()),
            "ms",
            peer="asked of 10,000, at most",
            peer_value=100,
        )
        harness.report(
            f"a round of {players:,}, pairings of the stage to nodes and notes, {which}",
            1000 * chosen(drawn.values()),
            "ms",
            peer="none asked",
            peer_value=None,
        )


def show_quality(players: int, rounds: list[PairedRound]) -> None:
    label = f"{len(rounds)} rounds of {players:,}"
    rematches = sum(made.cost.rematches for made in rounds)
    harness.report(f"rematches, {label}", rematches, "pairs", peer="least", peer_value=0)
    harness.report(
        f"Σ score gaps, {label}",
        sum(abs(gap) for made in rounds for gap in gaps_of(made)) / 2,
        "points",
        peer="bound by parity",
        peer_value=sum(parity_bound(made.field) for made in rounds) / 2,
    )
    harness.report(
        f"Σ squared score gaps, {label}",
        sum(made.cost.gaps for made in rounds) / 4,
        "points²",
        peer="bound by parity and by who has met whom",
        peer_value=sum(least_gaps(made.field) for made in rounds) / 4,
    )
    harness.report(
        f"rounds with gaps proven least, {label}",
        sum(made.optimal for made in rounds),
        "rounds",
        peer="all",
        peer_value=len(rounds),
    )


def gaps_of(made: PairedRound) -> list[int]:
    scores = [player.score for player in made.field.players]
    return [scores[i] - scores[j] for i, j in made.pairs]


def parity_bound(field: Field) -> int:
    """Above a boundary with an odd number one pair at least crosses it."""
    scores = [player.score for player in field.players]
    return sum(scores[i - 1] - scores[i] for i in range(1, len(scores), 2))


def quality(rounds: int) -> int:
    """Random rounds of up to 64, all sizes alike: is our total the total of networkx?"""
    chance = random.Random("benchmark")
    equal = 0
    for _ in range(rounds):
        order, scores, met, labels = random_case(chance, even_sizes=True)
        costs = all_costs(order, scores, met, apart_in(labels))
        field = field_of(
            [PairingPlayer(e, scores[e], e) for e in order], met, labels, neighbours=False
        )
        pairs = [(field.players[i].entry, field.players[j].entry) for i, j in exact(field)]
        equal += total(costs, pairs) == cheapest_total(costs)
    harness.report(
        "random rounds of up to 64 with the total cost of networkx",
        equal,
        "rounds",
        peer="asked: all",
        peer_value=rounds,
    )
    return 0 if equal == rounds else 1


if __name__ == "__main__":
    sys.exit(main())
