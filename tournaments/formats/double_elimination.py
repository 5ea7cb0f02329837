"""Double elimination (T3): who has lost twice is out.

Places are those of one table for all three sections. With `grand_final` = none the winner of the main bracket is first
and the winner of the losers' bracket second: they do not meet.
"""

from collections.abc import Sequence
from typing import Final

from tournaments.formats.base import (
    FINAL,
    LOSERS,
    MAIN,
    Blueprint,
    LoserOf,
    Node,
    ResetOf,
    RoundPlan,
    Seed,
    Source,
    WinnerOf,
)
from tournaments.formats.knockout import bracket_size, folded
from tournaments.formats.lower import Places, drop_orders, losers_feeds, rounds_fed, section
from tournaments.formats.protocol import Choice, Format, Options, drawn_at_once


def blueprint(entrants: int, options: Options) -> Blueprint:
    """Rounds W1 … Wk, L1 … L(2k-2) and the grand final, numbered in the order in which they can be played.

    >>> [n.key for n in blueprint(3, {}).nodes]
    ['W1.1', 'W1.2', 'L1.1', 'W2.1', 'L2.1', 'GF1.1', 'GF2.1']
    """
    size = bracket_size(entrants)
    return bracket(size, drop_orders(size), str(options.get("grand_final", "reset")))


def bracket(size: int, orders: Sequence[str], grand_final: str) -> Blueprint:
    """The same for a size and the order of each drop; it reads nothing else."""
    depth = size.bit_length() - 1
    is_last = grand_final == "none"
    above = rounds_fed("W", [[Seed(seed) for seed in folded(size)]])
    main = section(
        MAIN,
        "W",
        above,
        [_upper_number(r) for r in range(1, depth + 1)],
        Places(winner=1 if is_last else None, loser=2 if is_last and depth == 1 else None),
        following=0 if is_last else 1,
    )
    below = rounds_fed("L", losers_feeds(size, orders)) if depth > 1 else []
    numbers = [_lower_number(r) for r in range(1, len(below) + 1)]
    places = Places(2 if is_last else None, 3)
    losers = section(LOSERS, "L", below, numbers, places, following=0 if is_last else 1)
    drawn = main + losers
    if not is_last:
        drawn += _grand_final(depth, with_reset=grand_final == "reset")
    return Blueprint(
        tuple(sorted(drawn.rounds, key=lambda plan: plan.number)),
        tuple(sorted(drawn.nodes, key=lambda node: node.round)),
    )


def _upper_number(number: int) -> int:
    """W1 is followed by L1; after that each W round is followed by the L round it drops into, and one more."""
    return 1 if number == 1 else 3 * number - 3


def _lower_number(number: int) -> int:
    drop, second = divmod(number, 2)
    return 3 * drop + (2 if second else 1)


def _grand_final(depth: int, *, with_reset: bool) -> Blueprint:
    """Side 1 comes unbeaten; with a reset they have to be beaten twice (T3.4).

    The loser of the first final is second, unless they still play the second final.
    """
    number = 3 * depth - 1
    beaten: Source = WinnerOf(f"L{2 * depth - 2}.1") if depth > 1 else LoserOf("W1.1")
    first = Node("GF1.1", number, (WinnerOf(f"W{depth}.1"), beaten), None, 2)
    if not with_reset:
        plan = RoundPlan(number, "grand_final", 0, FINAL)
        return Blueprint((plan,), (Node("GF1.1", number, first.sources, 1, 2),))
    again = (WinnerOf("GF1.1"), ResetOf("GF1.1"))
    plans = (
        RoundPlan(number, "grand_final", 0, FINAL),
        RoundPlan(number + 1, "grand_final_reset", 0, FINAL),
    )
    return Blueprint(plans, (first, Node("GF2.1", number + 1, again, 1, 2)))


FORMAT: Final = Format(
    grow=drawn_at_once(blueprint),
    options={"grand_final": Choice(("reset", "single", "none"))},
    counts="knockout",
    sections=(LOSERS, FINAL),
    final=FINAL,
)
