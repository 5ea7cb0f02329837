"""T5.1, T5.2, T5.4: Berger tables, round robins, and who leaves one."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import beats, by_round, entrants, lower, played_out
from tournaments.formats.base import MAIN, Blueprint, Outcome, resolve
from tournaments.formats.berger import berger
from tournaments.formats.history import histories
from tournaments.formats.round_robin import FORMAT, blueprint, counted

TABLES = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7"
    " | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}
FIRST_OF_14 = (
    "1-14 2-13 3-12 4-11 5-10 6-9 7-8 | 14-8 9-7 10-6 11-5 12-4 13-3 1-2"
    " | 2-14 3-1 4-13 5-12 6-11 7-10 8-9"
)


def printed(rounds: list[list[tuple[int, int]]]) -> str:
    return " | ".join(" ".join(f"{first}-{two}" for first, two in pairs) for pairs in rounds)


@pytest.mark.parametrize("n", TABLES)
def test_t5_1_the_printed_tables(n: int) -> None:
    assert printed(berger(n)) == TABLES[n]
    assert berger(n - 1) == berger(n)


def test_t5_1_the_first_rounds_of_the_table_for_14() -> None:
    assert printed(berger(14)[:3]) == FIRST_OF_14


def test_t5_1_five_players_have_their_byes_in_this_order() -> None:
    plan = blueprint(5, {})
    shown = by_round(plan, resolve(plan.nodes, entrants(5), {}, []), MAIN).split("; ")
    assert [r.split(", ")[0].replace("–", "").strip() for r in shown] == ["1", "4", "2", "5", "3"]


@given(st.integers(2, 60))
def test_t5_1_every_pair_meets_once(n: int) -> None:
    results, _ = played_out(blueprint(n, {}), entrants(n), lower)
    assert Counter(o.names() for o in results) == Counter(
        frozenset(both) for both in combinations(range(1, n + 1), 2)
    )


@given(st.integers(2, 40), st.integers(1, 12), st.sampled_from([1, 2]))
def test_nobody_sits_twice_in_a_round_and_all_sit_in_each(n: int, rounds: int, legs: int) -> None:
    plan = blueprint(n, {"rounds": rounds, "legs": legs})
    decisions = resolve(plan.nodes, entrants(n), {}, []).decisions
    for stage in plan.rounds:
        slots = [
            s
            for node in plan.nodes
            if node.round == stage.number
            for s in decisions[node.key].slots
        ]
        assert sorted(s for s in slots if isinstance(s, int)) == list(range(1, n + 1))


def test_two_legs_are_played_on_either_side() -> None:
    plan = blueprint(4, {"legs": 2})
    shown = by_round(plan, resolve(plan.nodes, entrants(4), {}, []), MAIN).split("; ")
    assert shown[0] == "1 4, 2 3"
    assert shown[3] == "4 1, 3 2"
    assert [r.from_end for r in plan.rounds] == [5, 4, 3, 2, 1, 0]


def test_t5_2_only_the_first_rounds_are_drawn() -> None:
    plan = blueprint(24, {"rounds": 6})
    assert len(plan.nodes) == 6 * 12
    assert [(r.name, r.from_end) for r in plan.rounds][:2] == [("round_1", 5), ("round_2", 4)]


def test_more_rounds_than_there_are_opponents_change_nothing() -> None:
    assert blueprint(6, {"rounds": 99}) == blueprint(6, {})


def test_one_entry_has_nothing_to_play() -> None:
    assert blueprint(1, {}) == Blueprint()


def test_a_late_entry_takes_an_open_line() -> None:
    plan = blueprint(4, {})
    decisions = resolve(plan.nodes, entrants(3), {}, []).decisions
    assert [k for k, d in decisions.items() if d.kind == "bye"] == ["R1.1", "R2.1", "R3.1"]
    assert resolve(plan.nodes, entrants(4), {}, []).decisions["R1.1"].players == (1, 4)


PLAYED = [beats("R1.2", 2, 5), beats("R2.1", 4, 6), beats("R2.2", 3, 5)]


def kept(n: int, gone: int, results: list[Outcome]) -> dict[int, int]:
    """How many decided pairings of each entry count."""
    plan = blueprint(n, {})
    decisions = resolve(plan.nodes, entrants(n, gone), {}, results).decisions
    nodes = counted(plan.nodes, decisions, {gone})
    return {entry: len(text) for entry, text in histories(nodes, decisions).items()}


def test_t5_4_who_leaves_before_half_of_their_matches_counts_as_not_having_played() -> None:
    assert kept(6, 5, PLAYED) == {4: 1, 6: 1}


def test_t5_4_who_leaves_later_keeps_their_results_and_gives_the_rest_away() -> None:
    results = [*PLAYED, beats("R3.3", 4, 5)]
    assert kept(6, 5, results) == {1: 1, 2: 1, 3: 1, 4: 2, 5: 5, 6: 2}


def test_t5_4_a_bye_is_not_a_match_to_be_counted() -> None:
    plan = blueprint(5, {})
    results = [beats("R1.2", 2, 5), beats("R2.2", 3, 5)]
    decisions = resolve(plan.nodes, entrants(5, 5), {}, results).decisions
    assert counted(plan.nodes, decisions, {5}) == plan.nodes


def test_a_forfeit_is_not_a_played_match() -> None:
    results = [PLAYED[0], beats("R2.2", 3, 5, "forfeit"), beats("R3.3", 4, 5, "forfeit")]
    assert 5 not in kept(6, 5, results)


def test_options_are_bounded() -> None:
    assert FORMAT.refused({"rounds": None, "legs": 2}) == []
    assert FORMAT.refused({"rounds": 0, "legs": 3}) == ["rounds", "legs"]
