"""T2: the worked examples of single elimination, by their numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import entrants, lower_number_wins, shown, single
from tournaments.formats import single_elimination
from tournaments.formats.base import Vacancy, resolve
from tournaments.formats.knockout import bracket_size, folded

FIELDS = st.integers(2, 64)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_t2_2_lines_come_from_folding(size: int, order: list[int]) -> None:
    assert folded(size) == order


EXAMPLES = {
    5: "1 –, 4 5, 2 –, 3 –; 1 4, 2 3; 1 2",
    8: "1 8, 4 5, 2 7, 3 6; 1 4, 2 3; 1 2",
    13: "1 –, 8 9, 4 13, 5 12, 2 –, 7 10, 3 –, 6 11; 1 8, 4 5, 2 7, 3 6; 1 4, 2 3; 1 2",
}


@pytest.mark.parametrize("n", EXAMPLES)
def test_t2_worked_example(n: int) -> None:
    plan = single_elimination.blueprint(n, {})
    played = shown(single(n, *lower_number_wins(plan, entrants(n))))
    rounds = [
        ", ".join(pair for key, pair in played.items() if key.startswith(f"W{stage.number}."))
        for stage in plan.rounds
    ]
    assert "; ".join(rounds) == EXAMPLES[n]


def test_t2_4_third_place_is_played_by_the_losers_of_the_semifinals() -> None:
    plan = single_elimination.blueprint(8, {"third_place": True})
    played = shown(single(8, *lower_number_wins(plan, entrants(8)), third_place=True))
    assert played["P3.1"] == "4 3"
    assert [stage.name for stage in plan.rounds] == [
        "quarterfinal",
        "semifinal",
        "final",
        "third_place",
    ]


def test_t2_4_without_it_the_losers_of_the_semifinals_share_third_place() -> None:
    nodes = single_elimination.blueprint(8, {}).nodes
    assert [node.loser_place for node in nodes] == [5, 5, 5, 5, 3, 3, 2]


@pytest.mark.parametrize("n", [2, 3])
def test_a_field_without_semifinals_has_no_third_place_match(n: int) -> None:
    assert single_elimination.blueprint(n, {"third_place": True}) == single_elimination.blueprint(
        n, {}
    )


@given(FIELDS)
def test_t2_1_the_bracket_is_the_next_power_of_two(n: int) -> None:
    first = [d for k, d in single(n).decisions.items() if k.startswith("W1.")]
    byes = sum(slot is Vacancy.BYE for decision in first for slot in decision.slots)
    assert 2 * len(first) == bracket_size(n)
    assert byes == bracket_size(n) - n


@given(FIELDS)
def test_t2_3_byes_fall_on_the_first_seeds_and_never_meet(n: int) -> None:
    first = [d for k, d in single(n).decisions.items() if k.startswith("W1.")]
    favoured = {d.winner for d in first if d.kind == "bye"}
    assert favoured == set(range(1, bracket_size(n) - n + 1))
    assert not any(d.kind == "empty" for d in first)


@given(FIELDS, st.booleans())
def test_t2_5_n_entries_play_n_minus_1_matches(n: int, third: bool) -> None:
    plan = single_elimination.blueprint(n, {"third_place": third})
    results = lower_number_wins(plan, entrants(n))
    assert len(results) == n - 1 + (third and n >= 4)
    assert resolve(plan.nodes, entrants(n), {}, results).decisions[_final(n)].winner == 1


@given(FIELDS)
def test_everybody_but_the_winner_loses_once(n: int) -> None:
    plan = single_elimination.blueprint(n, {})
    losers = [o.losers[0] for o in lower_number_wins(plan, entrants(n))]
    assert sorted(losers) == list(range(2, n + 1))


def _final(n: int) -> str:
    return f"W{bracket_size(n).bit_length() - 1}.1"
