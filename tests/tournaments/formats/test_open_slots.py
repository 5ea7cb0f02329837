"""Lines for somebody who comes late (T9.1, X1, X2): never one that gives another opponent to somebody who has begun."""

from random import Random

import pytest

from tests.tournaments.formats.draws import beats
from tournaments.formats import double_elimination, single_elimination
from tournaments.formats.base import Blueprint, Entrants, Outcome, resolve
from tournaments.formats.open_slots import open_slots
from tournaments.formats.protocol import Position

PLANS = {
    "single": lambda n: single_elimination.blueprint(n, {"third_place": n > 3}),
    "double": lambda n: double_elimination.blueprint(n, {}),
}


def position(plan: Blueprint, order: tuple[int | None, ...], results: list[Outcome]) -> Position:
    field = Entrants(order)
    return Position(field, plan, resolve(plan.nodes, field, {}, results).decisions)


def lines(kind: str, n: int, results: list[Outcome], begun: set[str]) -> list[int]:
    order = tuple(range(1, n + 1))
    return list(open_slots(position(PLANS[kind](n), order, results), begun))


@pytest.mark.parametrize("kind", PLANS)
def test_x1_five_entries_leave_lines_6_7_and_8(kind: str) -> None:
    assert lines(kind, 5, [], set()) == [6, 7, 8]
    assert lines(kind, 5, [beats("W1.2", 4, 5)], {"W1.2"}) == [6, 7, 8]


@pytest.mark.parametrize("kind", PLANS)
def test_x2_a_begun_second_round_closes_the_byes_that_lead_to_it(kind: str) -> None:
    assert lines(kind, 5, [], {"W2.2"}) == [8]
    assert lines(kind, 5, [beats("W1.2", 4, 5)], {"W1.2", "W2.1", "W2.2"}) == []


def test_a_hole_in_the_order_is_a_free_line() -> None:
    plan = PLANS["single"](4)
    assert list(open_slots(position(plan, (1, None, 3, 4), []), set())) == [2]


def test_a_seat_set_by_hand_bars_no_line_behind_it() -> None:
    """W2.2 keeps the entry that the director put there, whichever comes through its edges."""
    plan = PLANS["single"](5)
    field = Entrants((1, 2, 3, 4, 5))
    decisions = resolve(plan.nodes, field, {("W2.2", 1): 5}, []).decisions
    assert list(open_slots(Position(field, plan, decisions), {"W2.2"})) == [7, 8]


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("n", [3, 5, 6, 9, 11, 13])
def test_open_slots_are_exactly_those_that_leave_everybody_who_has_begun_in_peace(
    kind: str, n: int
) -> None:
    chance = Random(f"{kind} {n}")
    for _ in range(25):
        plan = PLANS[kind](n)
        order = tuple(range(1, n + 1))
        results: list[Outcome] = []
        for _step in range(chance.randrange(2 * n)):
            now = position(plan, order, results).decisions
            ready = [(key, d.players) for key, d in now.items() if d.players]
            if not ready:
                break
            key, (first, two) = chance.choice(ready)
            results.append(beats(key, *chance.sample((first, two), 2)))
        before = position(plan, order, results)
        waiting = [key for key, d in before.decisions.items() if d.players]
        begun = {r.key for r in results} | set(chance.sample(waiting, len(waiting) // 2))
        free = range(n + 1, 1 << (n - 1).bit_length())
        peaceful = [
            line
            for line in [*free, 1 << (n - 1).bit_length()]
            if line > n and not disturbed(plan, order, line, results, begun, before)
        ]
        assert list(open_slots(before, begun)) == peaceful


def disturbed(  # a whole bracket before and after
    plan: Blueprint,
    order: tuple[int, ...],
    line: int,
    results: list[Outcome],
    begun: set[str],
    before: Position,
) -> bool:
    """Does anybody who has begun get another opponent with somebody new on this line?"""
    longer = order + (None,) * (line - len(order) - 1) + (99,)
    after = position(plan, longer, results).decisions
    return any(after[key].slots != before.decisions[key].slots for key in begun)
