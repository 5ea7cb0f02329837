"""Main, consolation and last chance (T4): early losers go on in brackets of their own, each with its own table.

Consolation `progressive` is drawn with the main bracket: the losers of each round drop in later and later, like in a
losers' bracket. `first_round` and `first_match` wait for all losers and draw anew (fresh.py). The main final feeds
nothing; with a match for third place the semifinals feed nothing either (T4.5). The last chance takes the losers of the
first rounds of the consolation, but not of its final.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from tournaments.formats import single_elimination
from tournaments.formats.base import (
    CONSOLATION,
    LAST_CHANCE,
    MAIN,
    Blueprint,
    Decision,
    Node,
    RoundPlan,
    Source,
)
from tournaments.formats.fresh import drawn_slots
from tournaments.formats.history import UNPLAYED_WINS
from tournaments.formats.knockout import bracket_size
from tournaments.formats.lower import (
    HALF_SHIFT,
    NATURAL,
    OWN_TABLE,
    REVERSE,
    REVERSE_HALF_SHIFT,
    drop_orders,
    dropped,
    losers_feeds,
    rounds_fed,
    section,
)
from tournaments.formats.protocol import (
    Choice,
    Format,
    FreshDraw,
    Growth,
    Number,
    Options,
    Position,
)

LAST_CHANCE_DROPS = (NATURAL, HALF_SHIFT, REVERSE, REVERSE_HALF_SHIFT)
AFTER_A_HALF_SHIFT = (NATURAL, REVERSE, HALF_SHIFT, REVERSE_HALF_SHIFT)
PREFIX: Final = {CONSOLATION: "C", LAST_CHANCE: "LC"}


def grow(position: Position, options: Options) -> Growth:
    """Everything whose slots are known already; then each fresh draw when its losers are known."""
    chosen = FORMAT.settled(options)
    if position.is_new:
        return _begin(len(position.entrants.order), chosen)
    drawn = {plan.section for plan in position.blueprint.rounds}
    if CONSOLATION not in drawn:
        return _fresh_consolation(position, chosen)
    if LAST_CHANCE not in drawn and chosen["last_chance"] == "fresh":
        return _fresh_last_chance(position, chosen)
    return Growth()


def _begin(entrants: int, chosen: Options) -> Growth:
    plan = single_elimination.blueprint(entrants, {"third_place": chosen["third_place"]})
    fed = _rounds_fed(plan.rounds, chosen)
    if not fed:
        return Growth(plan)
    if chosen["consolation"] != "progressive":
        return Growth(plan, after=tuple(range(1, fed + 1)))
    size = bracket_size(entrants)
    feeds = losers_feeds(size, drop_orders(size))[:fed]
    return _with_last_chance(plan, _added(plan, CONSOLATION, feeds), chosen)


def fresh_draws(rounds: Sequence[RoundPlan], options: Options) -> tuple[FreshDraw, ...]:
    """The consolation and the last chance where they are drawn anew, each with what goes with it."""
    chosen = FORMAT.settled(options)
    draws: list[FreshDraw] = []
    fed = tuple(range(1, 1 + _rounds_fed(rounds, chosen)))
    if fed and chosen["consolation"] != "progressive":
        draws.append(FreshDraw(fed, (CONSOLATION, LAST_CHANCE), partial(_losing_first, fed)))
    again = tuple(_numbers_feeding_last_chance(rounds, chosen))
    if again and chosen["last_chance"] == "fresh":
        draws.append(FreshDraw(again, (LAST_CHANCE,), partial(_keys_of, again)))
    return tuple(draws)


def _keys_of(numbers: Sequence[int], position: Position) -> list[str]:
    return [node.key for node in position.blueprint.nodes if node.round in numbers]


def _rounds_fed(rounds: Sequence[RoundPlan], chosen: Options) -> int:
    """From how many main rounds losers come: never from the final, nor past a match for third place."""
    depth = sum(plan.section == MAIN and plan.name != "third_place" for plan in rounds)
    most = depth - 2 if chosen["third_place"] else depth - 1
    asked = chosen["feed_rounds"]
    match chosen["consolation"]:
        case "first_round":
            wanted = 1
        case "first_match":
            wanted = 2
        case _:
            wanted = asked if isinstance(asked, int) else max(1, depth - 2)
    return max(0, min(wanted, most))


def _added(plan: Blueprint, name: str, feeds: Sequence[Sequence[Source]]) -> Blueprint:
    """A further bracket that these sources enter; its rounds are numbered after all others."""
    rounds = rounds_fed(PREFIX[name], feeds)
    last = max(drawn.number for drawn in plan.rounds)
    return section(name, PREFIX[name], rounds, range(last + 1, last + 1 + len(rounds)), OWN_TABLE)


def _with_last_chance(plan: Blueprint, consolation: Blueprint, chosen: Options) -> Growth:
    """The consolation that was just drawn, and the last chance, now or when its time has come."""
    feeding = _feeding_last_chance(consolation, chosen)
    if chosen["last_chance"] == "none" or not feeding:
        return Growth(plan + consolation)
    if chosen["last_chance"] == "fresh":
        return Growth(plan + consolation, after=tuple(feeding))
    drawn = plan + consolation
    orders = _last_chance_drops(drawn, chosen)
    feeds = [
        dropped(orders[index % len(orders)], [node.key for node in nodes])
        for index, nodes in enumerate(feeding.values())
    ]
    return Growth(drawn + _added(drawn, LAST_CHANCE, feeds))


def _last_chance_drops(plan: Blueprint, chosen: Options) -> tuple[str, ...]:
    """The order of each drop into a progressive last chance (T4.3).

    The second drop must not undo the order in which the losers of W2 came into C2. Otherwise the first round of
    the last chance would repeat matches of W1.
    """
    slots = 2 * sum(node.key.startswith("W1.") for node in plan.nodes)
    if chosen["consolation"] == "progressive" and drop_orders(slots)[:1] == (HALF_SHIFT,):
        return AFTER_A_HALF_SHIFT
    return LAST_CHANCE_DROPS


def _feeding_last_chance(plan: Blueprint, chosen: Options) -> dict[int, list[Node]]:
    """The pairings of each consolation round whose losers go on, by the number of the round."""
    return {
        number: [node for node in plan.nodes if node.round == number]
        for number in _numbers_feeding_last_chance(plan.rounds, chosen)
    }


def _numbers_feeding_last_chance(rounds: Sequence[RoundPlan], chosen: Options) -> list[int]:
    numbers = [plan.number for plan in rounds if plan.section == CONSOLATION]
    return numbers[:-1][: int(str(chosen["last_chance_rounds"]))]


def _fresh_consolation(position: Position, chosen: Options) -> Growth:
    fed = _rounds_fed(position.blueprint.rounds, chosen)
    if not fed or chosen["consolation"] == "progressive":
        return Growth()
    waiting = tuple(range(1, fed + 1))
    nodes = [node for node in position.blueprint.nodes if node.round in waiting]
    if _any_open(nodes, position.decisions):
        return Growth(after=waiting)
    keys = _losing_first(waiting, position)
    slots = drawn_slots(position, keys, "barpoint-consolation-1")
    if not slots:
        return Growth()
    consolation = _added(position.blueprint, CONSOLATION, [slots])
    grown = _with_last_chance(position.blueprint, consolation, chosen)
    return Growth(_only_new(grown.blueprint, position.blueprint), grown.after)


def _losing_first(numbers: Sequence[int], position: Position) -> list[str]:
    """All pairings of the first round, and later ones whose loser has played no match before, or may have played none.

    A win by forfeit is no match played: the loser of the next one has lost the first match they played.
    """
    decisions = position.decisions
    nodes = [node for node in position.blueprint.nodes if node.round in numbers]
    first = [decisions[node.key] for node in nodes if node.round == numbers[0]]
    unplayed = {d.winner for d in first if d.kind in UNPLAYED_WINS and isinstance(d.winner, int)}

    def feeds(decision: Decision) -> bool:
        losing = decision.slots if decision.is_open else (decision.loser,)
        return not unplayed.isdisjoint(losing)

    return [n.key for n in nodes if n.round == numbers[0] or feeds(decisions[n.key])]


def _fresh_last_chance(position: Position, chosen: Options) -> Growth:
    feeding = _feeding_last_chance(position.blueprint, chosen)
    nodes = [node for nodes in feeding.values() for node in nodes]
    if not nodes:
        return Growth()
    if _any_open(nodes, position.decisions):
        return Growth(after=tuple(feeding))
    slots = drawn_slots(position, [node.key for node in nodes], "barpoint-last-chance-1")
    return Growth(_added(position.blueprint, LAST_CHANCE, [slots]) if slots else Blueprint())


def _any_open(nodes: Sequence[Node], decisions: Mapping[str, Decision]) -> bool:
    return any(decisions[node.key].is_open for node in nodes)


def _only_new(plan: Blueprint, before: Blueprint) -> Blueprint:
    return Blueprint(plan.rounds[len(before.rounds) :], plan.nodes[len(before.nodes) :])


FORMAT: Final = Format(
    grow=grow,
    options={
        "consolation": Choice(("progressive", "first_round", "first_match")),
        "feed_rounds": Number(1, 12, None, optional=True),
        "last_chance": Choice(("none", "fresh", "progressive")),
        "last_chance_rounds": Number(1, 12, 2),
        "third_place": Choice((False, True)),
    },
    counts="knockout",
    sections=(CONSOLATION, LAST_CHANCE),
    final=MAIN,
    fresh=fresh_draws,
)
