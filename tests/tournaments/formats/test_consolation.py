"""T4: main, consolation and last chance, drawn at once or afresh."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import (
    beats,
    both_absent,
    by_round,
    entrants,
    grown,
    lower,
    pair,
    stage_played,
)
from tournaments.formats.base import (
    CONSOLATION,
    LAST_CHANCE,
    MAIN,
    Blueprint,
    EntryRef,
    LoserOf,
    Node,
    Outcome,
    resolve,
)
from tournaments.formats.consolation import FORMAT
from tournaments.formats.fresh import drawn_slots
from tournaments.formats.history import paired
from tournaments.formats.protocol import Position

SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
KINDS = st.sampled_from(["progressive", "first_round", "first_match"])
QUARTERS = [beats("W1.1", 1, 8), beats("W1.2", 4, 5), beats("W1.3", 2, 7), beats("W1.4", 3, 6)]


def unordered(text: str) -> list[list[set[str]]]:
    """Rounds of pairings as text, without sides: they decide nothing."""
    return [[set(both.split()) for both in r.split(", ")] for r in text.split("; ") if r]


def played(n: int, section: str, **options: object) -> list[list[set[str]]]:
    _, position = stage_played(FORMAT, Position(entrants(n)), options, lower)
    resolution = resolve(position.blueprint.nodes, position.entrants, {}, [])
    text = replace(resolution, decisions=position.decisions)
    return unordered(by_round(position.blueprint, text, section))


def test_t4_n8_consolation() -> None:
    assert played(8, CONSOLATION, feed_rounds=2) == unordered("8 5, 7 6; 5 3, 6 4; 3 4")


def test_t4_n5_consolation() -> None:
    assert played(5, CONSOLATION, feed_rounds=2) == unordered("– 5, – –; 5 3, 4 –; 3 4")


def test_t4_n13_the_consolation_is_the_losers_bracket_without_its_last_round() -> None:
    assert played(13, CONSOLATION, feed_rounds=3) == unordered(
        "– 9, 13 12, – 10, – 11; 6 9, 7 12, 5 10, 8 11; 6 7, 5 8; 4 6, 3 5; 4 3"
    )


def test_t4_n8_last_chance_in_fixed_lines() -> None:
    result = played(8, LAST_CHANCE, feed_rounds=2, last_chance="progressive")
    assert result == unordered("8 6, 7 5; 6 5")


def test_t4_3_n8_last_chance_drawn_afresh_has_the_same_players() -> None:
    result = played(8, LAST_CHANCE, feed_rounds=2, last_chance="fresh")
    assert set().union(*result[0]) == {"5", "6", "7", "8"}
    assert [len(r) for r in result] == [2, 1]


def test_t4_1_without_a_word_the_rounds_before_the_semifinals_feed() -> None:
    for n, keys in ((16, "W1 W2"), (8, "W1"), (4, "W1")):
        nodes = grown(FORMAT, Position(entrants(n)), {})[0].blueprint.nodes
        used = {
            s.key.split(".")[0] for node in nodes for s in node.sources if isinstance(s, LoserOf)
        }
        assert used == set(keys.split())


def test_t4_5_the_main_final_feeds_nothing_and_neither_do_semifinals_with_a_third_place() -> None:
    def fed(**options: object) -> set[str]:
        nodes = grown(FORMAT, Position(entrants(16)), {"feed_rounds": 12, **options})[
            0
        ].blueprint.nodes
        lost = [
            s.key for n in nodes if n.key[0] == "C" for s in n.sources if isinstance(s, LoserOf)
        ]
        return {key.split(".")[0] for key in lost}

    assert fed() == {"W1", "W2", "W3"}
    assert fed(third_place=True) == {"W1", "W2"}


@pytest.mark.parametrize("n", [1, 2])
def test_a_field_without_losers_but_of_the_final_has_no_consolation(n: int) -> None:
    position, after = grown(FORMAT, Position(entrants(n)), {})
    assert {r.section for r in position.blueprint.rounds} == {MAIN}
    assert after is None


def test_each_bracket_has_a_table_of_its_own() -> None:
    _, position = stage_played(
        FORMAT, Position(entrants(16)), {"feed_rounds": 3, "last_chance": "progressive"}, lower
    )
    firsts = {n.key[: n.key.index(".")] for n in position.blueprint.nodes if n.winner_place == 1}
    assert firsts == {"W4", "C5", "LC3"}
    places = [n.loser_place for n in position.blueprint.nodes if n.key.startswith("C")]
    assert sorted(p for p in places if p) == [2, 3, 3, 5, 5, 7, 7, 7, 7, 11, 11, 11, 11]


def test_t4_2_n13_first_match_losers_have_three_byes() -> None:
    _, position = stage_played(
        FORMAT, Position(entrants(13)), {"consolation": "first_match"}, lower
    )
    first = [d for k, d in position.decisions.items() if k.startswith("C1.")]
    assert sorted(s for d in first for s in d.slots if isinstance(s, int)) == [9, 10, 11, 12, 13]
    assert sum(d.kind == "bye" for d in first) == 3


def test_t4_2_n5_who_lost_after_a_bye_comes_as_well() -> None:
    _, position = stage_played(FORMAT, Position(entrants(5)), {"consolation": "first_match"}, lower)
    assert set(position.decisions["C1.1"].slots) == {5, 3}


def test_t4_2_a_fresh_draw_waits_for_all_losers_and_is_asked_only_once() -> None:
    options: dict[str, object] = {"consolation": "first_round"}
    position, after = grown(FORMAT, Position(entrants(8)), options)
    assert after == (1,)
    decisions = resolve(position.blueprint.nodes, position.entrants, {}, QUARTERS[:3]).decisions
    early, after = grown(FORMAT, replace(position, decisions=decisions), options, QUARTERS[:3])
    assert (early.blueprint, after) == (position.blueprint, (1,))
    decisions = resolve(position.blueprint.nodes, position.entrants, {}, QUARTERS).decisions
    drawn, after = grown(FORMAT, replace(position, decisions=decisions), options, QUARTERS)
    assert after is None
    again, _ = grown(FORMAT, drawn, options, QUARTERS)
    assert again.blueprint == drawn.blueprint


def fresh_after(results: list[Outcome], n: int = 8, *gone: int, **options: object) -> Position:
    """The stage with its fresh consolation, drawn after these results."""
    chosen: dict[str, object] = {"consolation": "first_round", **options}
    position, _ = grown(FORMAT, Position(entrants(n, *gone)), chosen)
    decisions = resolve(position.blueprint.nodes, position.entrants, {}, results).decisions
    return grown(FORMAT, replace(position, decisions=decisions), chosen, results)[0]


def first_round(position: Position, results: list[Outcome]) -> set[int]:
    decisions = resolve(position.blueprint.nodes, position.entrants, {}, results).decisions
    slots = [s for key, d in decisions.items() if key.startswith("C1.") for s in d.slots]
    return {slot for slot in slots if isinstance(slot, int)}


def test_t4_2_a_corrected_main_result_moves_the_right_player() -> None:
    position = fresh_after(QUARTERS)
    assert first_round(position, QUARTERS) == {5, 6, 7, 8}
    assert first_round(position, [*QUARTERS, beats("W1.2", 5, 4)]) == {4, 6, 7, 8}
    sources = [s for n in position.blueprint.nodes for s in n.sources]
    assert not any(isinstance(source, EntryRef) for source in sources)


def test_t4_2_who_has_left_and_a_double_forfeit_leave_byes() -> None:
    results = [*QUARTERS[:2], both_absent("W1.3", 2, 7), QUARTERS[3]]
    position = fresh_after(results, 8, 8)
    assert first_round(position, results) == {5, 6}


def test_a_double_forfeit_that_was_a_mistake_still_finds_its_line() -> None:
    results = [*QUARTERS[:3], both_absent("W1.4", 3, 6)]
    position = fresh_after(results)
    assert first_round(position, results) == {5, 7, 8}
    assert first_round(position, [*results, beats("W1.4", 3, 6)]) == {5, 6, 7, 8}


def test_who_leaves_after_the_draw_gives_a_walkover() -> None:
    position = fresh_after(QUARTERS)
    decisions = resolve(position.blueprint.nodes, entrants(8, 5), {}, QUARTERS).decisions
    assert [d.losers for k, d in decisions.items() if k.startswith("C1.") and d.losers] == [(5,)]


def test_one_loser_alone_has_no_consolation() -> None:
    position = fresh_after([beats("W1.2", 2, 3)], 3)
    assert {r.section for r in position.blueprint.rounds} == {MAIN}


@given(st.integers(4, 40), KINDS, SEEDS, st.randoms(use_true_random=False))
def test_every_loser_who_is_due_plays_on_once(n: int, kind: str, seed: str, luck: Random) -> None:
    options: dict[str, object] = {"consolation": kind, "last_chance": "fresh"}
    results, position = stage_played(
        FORMAT, Position(entrants(n), draw_seed=seed), options, lambda key, *both: luck.choice(both)
    )
    keys = [node.key for node in position.blueprint.nodes]
    assert len(set(keys)) == len(keys)
    numbers = [r.number for r in position.blueprint.rounds]
    assert numbers == list(range(1, len(numbers) + 1))
    assert not any(d.is_open for d in position.decisions.values())
    for prefix in ("C", "LC"):
        lost = Counter(o.losers[0] for o in results if o.key.startswith(prefix))
        assert set(lost.values()) <= {1}
    if kind == "first_round":
        beaten = {o.losers[0] for o in results if o.key.startswith("W1.")}
        if len(beaten) > 1:
            assert first_round(position, results) == beaten


@given(st.integers(8, 64), st.sampled_from([2, 3]), SEEDS, st.randoms(use_true_random=False))
def test_t4_3_nobody_meets_again_at_once_in_the_last_chance(
    n: int, rounds: int, seed: str, luck: Random
) -> None:
    options: dict[str, object] = {
        "feed_rounds": 2,
        "last_chance": "fresh",
        "last_chance_rounds": rounds,
    }
    _, position = stage_played(
        FORMAT, Position(entrants(n), draw_seed=seed), options, lambda key, *both: luck.choice(both)
    )
    earlier = [node for node in position.blueprint.nodes if not node.key.startswith("LC")]
    met = paired(earlier, position.decisions)
    first = [d for k, d in position.decisions.items() if k.startswith("LC1.")]
    if any(frozenset(d.slots) in met for d in first):
        assert not avoidable([set(d.slots) & set(range(1, n + 1)) for d in first], met)


def avoidable(first: list[set[int]], met: set[frozenset[int]]) -> bool:
    """Could as many pairings be made without anybody meeting again? Asked of an outside matcher."""
    graph = networkx.Graph()
    graph.add_edges_from(
        both for both in combinations(set().union(*first), 2) if frozenset(both) not in met
    )
    largest = networkx.max_weight_matching(graph, maxcardinality=True)
    return len(largest) >= sum(len(players) == 2 for players in first)


@pytest.mark.parametrize("number", range(20))
def test_t4_2_byes_go_to_those_with_most_wins(number: int) -> None:
    options: dict[str, object] = {"feed_rounds": 2, "last_chance": "fresh", "last_chance_rounds": 3}
    luck = Random(number)
    start = Position(entrants(21), draw_seed=f"{number:064x}")
    results, position = stage_played(FORMAT, start, options, lambda key, *both: luck.choice(both))
    won = Counter(o.winner for o in results if not o.key.startswith("LC"))
    first = [d for k, d in position.decisions.items() if k.startswith("LC1.")]
    free = [won[d.winner] for d in first if d.kind == "bye" and isinstance(d.winner, int)]
    rest = [won[s] for d in first if d.kind == "played" for s in d.slots if isinstance(s, int)]
    assert not free or not rest or min(free) >= max(rest)


def test_t4_2_no_meeting_again_outranks_the_right_to_a_bye() -> None:
    """1 has won most and would have the bye, but then 2 and 3, who have met, would meet again."""
    nodes = tuple(
        Node(f"C1.{number}", 1, (EntryRef(first), EntryRef(two)))
        for number, (first, two) in enumerate([(1, 9), (2, 3), (8, 1), (7, 2), (6, 3)], start=1)
    )
    values = [(1, 9), (2, 3), (8, 1), (7, 2), (6, 3)]
    results = [beats(f"C1.{i}", *both) for i, both in enumerate(values, start=1)]
    results[1] = beats("C1.2", 2, 3, "forfeit")
    decisions = resolve(nodes, entrants(9), {}, results).decisions
    position = Position(entrants(9), Blueprint(nodes=nodes), decisions)
    lines = drawn_slots(position, ["C1.3", "C1.4", "C1.5"], "test")
    losers = [decisions[s.key].loser if isinstance(s, LoserOf) else None for s in lines]
    assert {frozenset(losers[:2]), frozenset(losers[2:])} in (
        {frozenset({2, None}), frozenset({1, 3})},
        {frozenset({3, None}), frozenset({1, 2})},
    )


def test_labels_keep_a_club_apart_in_the_fresh_draw() -> None:
    labels = {5: frozenset({"club"}), 6: frozenset({"club"})}
    for number in range(20):
        start = Position(entrants(8), draw_seed=f"{number:064x}", labels=labels)
        _, position = stage_played(FORMAT, start, {"consolation": "first_round"}, lower)
        first = [d for k, d in position.decisions.items() if k.startswith("C1.")]
        assert {5, 6} not in [set(d.slots) for d in first]


def test_the_consolation_is_not_drawn_like_the_main_bracket() -> None:
    orders = set()
    for number in range(30):
        start = Position(entrants(8), draw_seed=f"{number:064x}")
        _, position = stage_played(FORMAT, start, {"consolation": "first_round"}, lower)
        orders.add(tuple(pair(d) for k, d in position.decisions.items() if k.startswith("C1.")))
    assert len(orders) > 5


def test_options_are_bounded() -> None:
    assert FORMAT.refused({"feed_rounds": 13, "last_chance_rounds": None}) == [
        "feed_rounds",
        "last_chance_rounds",
    ]
    assert FORMAT.refused({"consolation": "first_match", "feed_rounds": None}) == []
