"""X1, X2: the lines on which somebody who comes late can sit, against the plain way to find them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import beats, entrants, lower, played_out
from tournaments.formats import consolation, double_elimination, single_elimination
from tournaments.formats.base import Blueprint, Entrants, Outcome, resolve
from tournaments.formats.open_slots import open_slots
from tournaments.formats.protocol import Position

FIRST = beats("W1.2", 4, 5)
DRAWS = {
    "single": lambda n: single_elimination.blueprint(n, {"third_place": True}),
    "double": lambda n: double_elimination.blueprint(n, {}),
    "consolation": lambda n: (
        consolation.FORMAT.grow(
            Position(entrants(n)), {"last_chance": "progressive", "feed_rounds": 3}
        ).blueprint
    ),
}


def lines(plan: Blueprint, field: Entrants, results: list[Outcome], begun: set[str]) -> list[int]:
    decisions = resolve(plan.nodes, field, {}, results).decisions
    return list(open_slots(Position(field, plan, decisions), begun | {o.key for o in results}))


@pytest.mark.parametrize("draw", DRAWS)
def test_x1_a_sixth_player_can_take_line_6(draw: str) -> None:
    plan = DRAWS[draw](5)
    assert lines(plan, entrants(5), [FIRST], set()) == [6, 7, 8]
    seated = resolve(plan.nodes, entrants(6), {}, [FIRST]).decisions
    assert seated["W1.4"].players == (3, 6)
    assert [k for k, d in seated.items() if k.startswith("W1") and d.kind == "bye"] == [
        "W1.1",
        "W1.3",
    ]


def test_x1_the_losers_bracket_gets_a_real_loser() -> None:
    results = [FIRST, beats("W1.4", 3, 6)]
    plan = double_elimination.blueprint(5, {})
    assert resolve(plan.nodes, entrants(6), {}, results).decisions["L1.2"].winner == 6


@pytest.mark.parametrize("draw", DRAWS)
def test_x2_a_begun_second_round_closes_its_byes(draw: str) -> None:
    plan = DRAWS[draw](5)
    assert lines(plan, entrants(5), [FIRST], {"W2.2"}) == [8]
    assert lines(plan, entrants(5), [FIRST], {"W2.2", "W2.1"}) == []


def test_an_open_line_inside_comes_before_the_end() -> None:
    field = Entrants((1, 2, None, 4, 5))
    assert lines(single_elimination.blueprint(5, {}), field, [], set()) == [3, 6, 7, 8]


def test_a_full_bracket_has_no_line() -> None:
    assert lines(single_elimination.blueprint(8, {}), entrants(8), [], set()) == []


@given(
    st.sampled_from(sorted(DRAWS)),
    st.integers(3, 34),
    st.integers(0, 30),
    st.sets(st.integers(0, 100), max_size=4),
)
def test_a_line_is_open_when_nobody_who_has_begun_sits_elsewhere(
    draw: str, n: int, played: int, started: set[int]
) -> None:
    """Seat somebody on every free line and look at the whole bracket."""
    plan = DRAWS[draw](n)
    results = played_out(plan, entrants(n), lower)[0][:played]
    before = resolve(plan.nodes, entrants(n), {}, results).decisions
    ready = [key for key, decision in before.items() if decision.players]
    begun = {ready[i % len(ready)] for i in started} if ready else set()
    begun |= {outcome.key for outcome in results}
    size = 2 * sum(node.round == 1 for node in plan.nodes)
    expected = []
    for line in range(n + 1, size + 1):
        order = (*range(1, n + 1), *[None] * (line - n - 1), 999)
        after = resolve(plan.nodes, Entrants(order), {}, results).decisions
        if all(after[key].slots == before[key].slots for key in begun):
            expected.append(line)
    assert lines(plan, entrants(n), results, begun) == expected
