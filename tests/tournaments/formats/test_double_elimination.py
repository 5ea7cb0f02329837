"""T3: double elimination, its worked examples and what must hold for any field and any results."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.drop_orders import choices, expected, simulated
from tests.tournaments.formats.draws import (
    beats,
    both_absent,
    by_round,
    entrants,
    lower,
    pair,
    played_out,
)
from tournaments.formats.base import FINAL, LOSERS, MAIN, LoserOf, Outcome, resolve
from tournaments.formats.double_elimination import FORMAT, blueprint, bracket
from tournaments.formats.knockout import bracket_size
from tournaments.formats.lower import drop_orders, dropped
from tournaments.formats.protocol import Position

FIELDS = st.integers(2, 70)
FIRST_REMATCH = {8: 3, 16: 4, 32: 5, 64: 7, 128: 8}
LOSERS_BRACKETS = {
    5: "– 5, – –; 3 5, 4 –; 3 4; 2 3",
    8: "8 5, 7 6; 3 5, 4 6; 3 4; 2 3",
    13: "– 9, 13 12, – 10, – 11; 6 9, 7 12, 5 10, 8 11; 6 7, 5 8; 4 6, 3 5; 4 3; 2 3",
}


@pytest.mark.parametrize(("n", "matches"), [(5, 8), (8, 14), (13, 24)])
def test_t3_worked_example(n: int, matches: int) -> None:
    plan = blueprint(n, {})
    results, resolution = played_out(plan, entrants(n), lower)
    assert by_round(plan, resolution, LOSERS) == LOSERS_BRACKETS[n]
    assert by_round(plan, resolution, FINAL) == "1 2; 1 –"
    assert len(results) == matches


def test_t3_n13_in_the_drop_orders_of_brackets_manager() -> None:
    plan = bracket(16, ("reverse_half_shift", "reverse", "natural"), "single")
    _, resolution = played_out(plan, entrants(13), lower)
    assert by_round(plan, resolution, LOSERS) == (
        "– 9, 13 12, – 10, – 11; 5 9, 8 12, 6 10, 7 11; 5 8, 6 7; 3 5, 4 6; 3 4; 2 3"
    )


def test_t3_n8_only_the_last_two_pairings_repeat() -> None:
    results, _ = played_out(blueprint(8, {}), entrants(8), lower)
    met = Counter(outcome.names() for outcome in results)
    assert {tuple(sorted(both)) for both, times in met.items() if times > 1} == {(1, 2), (2, 3)}


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("natural", "1234"),
        ("reverse", "4321"),
        ("half_shift", "3412"),
        ("reverse_half_shift", "2143"),
        ("pair_flip", "2143"),
    ],
)
def test_t3_2_the_drop_orders(order: str, expected: str) -> None:
    assert dropped(order, "1234") == [LoserOf(key) for key in expected]
    assert dropped(order, "1") == [LoserOf("1")]


def test_t3_2_the_default_orders_up_to_128_are_the_written_ones() -> None:
    assert [" ".join(drop_orders(2**k)) for k in range(2, 8)] == [
        "reverse",
        "reverse natural",
        "reverse natural natural",
        "reverse_half_shift half_shift natural natural",
        "half_shift reverse pair_flip reverse natural",
        "reverse_half_shift half_shift reverse natural reverse natural",
    ]


@pytest.mark.parametrize("size", [2**k for k in range(2, 14)])
def test_there_is_one_order_for_every_drop(size: int) -> None:
    assert len(drop_orders(size)) == size.bit_length() - 2


def test_an_unknown_drop_order_is_a_bug() -> None:
    with pytest.raises(ValueError, match="no such drop order"):
        dropped("by_beauty", "12")


@given(FIELDS)
def test_every_loser_of_a_main_round_drops_exactly_once(n: int) -> None:
    nodes = blueprint(n, {}).nodes
    used = [s.key for node in nodes for s in node.sources if isinstance(s, LoserOf)]
    assert sorted(used) == sorted(n.key for n in nodes if n.key.startswith("W"))


@given(FIELDS, st.sampled_from(["reset", "single", "none"]), st.randoms(use_true_random=False))
def test_t3_5_real_matches(n: int, grand_final: str, luck: Random) -> None:
    plan = blueprint(n, {"grand_final": grand_final})
    results, resolution = played_out(plan, entrants(n), lambda key, *both: luck.choice(both))
    played = {o.key for o in results}
    expected = 2 * n - 2 + ("GF2.1" in played) - (grand_final == "none")
    assert len(results) == max(expected, 1)
    lost = Counter(loser for o in results for loser in o.losers)
    assert max(lost.values()) <= 2
    assert not any(d.is_open for d in resolution.decisions.values())
    if grand_final == "reset":
        assert [e for e in range(1, n + 1) if lost[e] < 2] == [resolution.decisions["GF2.1"].winner]


def earliest_rematch(results: list[Outcome]) -> int | None:
    """The first round of the losers' bracket in which two meet who have met; results come in playing order."""
    met: set[frozenset[int]] = set()
    values = []
    for outcome in results:
        if outcome.names() in met and outcome.key.startswith("L"):
            values.append(int(outcome.key[1:].split(".")[0]))
        met.add(outcome.names())
    return min(values, default=None)


@given(st.integers(5, 128), st.randoms(use_true_random=False))
def test_t3_2_nobody_meets_again_before_the_documented_round(n: int, luck: Random) -> None:
    results, _ = played_out(blueprint(n, {}), entrants(n), lambda key, *both: luck.choice(both))
    result = earliest_rematch(results)
    assert result is None or result >= FIRST_REMATCH[bracket_size(n)]


@pytest.mark.parametrize("size", [256, 512])
def test_in_large_fields_nobody_meets_again_before_l9(size: int) -> None:
    plan = bracket(size, drop_orders(size), "none")
    for seed in range(12):
        luck = Random(seed)
        results, _ = played_out(plan, entrants(size), lambda key, *both: luck.choice(both))  # noqa: B023
        result = earliest_rematch(results)
        assert result is None or result >= 9


@pytest.mark.parametrize(
    ("size", "entries", "rematches", "first"),
    [
        (8, 8, 0.625, 3),
        (16, 16, 0.75, 4),
        (32, 32, 0.7344, 5),
        (64, 64, 0.7026, 7),
        (64, 40, 0.7185, 7),
        (128, 128, 0.7174, 8),
        (256, 256, 0.7177, 9),
        (512, 512, 0.8479, 9),
        (1024, 1024, 0.8579, 9),
    ],
)
def test_t3_2_how_often_two_meet_again_is_the_documented_figure(
    size: int, entries: int, rematches: float, first: int
) -> None:
    again, earliest = expected(size, entries, drop_orders(size))
    assert (round(float(again), 4), earliest) == (rematches, first)


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_t3_2_no_list_of_orders_has_fewer_rematches(size: int) -> None:
    best = min(expected(size, size, orders)[0] for orders in product(*choices(size)))
    assert expected(size, size, drop_orders(size))[0] == best


@pytest.mark.parametrize(("size", "entries"), [(16, 16), (64, 40), (64, 64)])
def test_t3_2_whole_events_come_to_the_computed_figure(size: int, entries: int) -> None:
    again, _ = expected(size, entries, drop_orders(size))
    assert simulated(size, entries, 1500, seed=1) == pytest.approx(float(again), abs=0.08)


def test_who_beats_the_unbeaten_has_to_beat_them_again() -> None:
    plan = blueprint(4, {})
    results, _ = played_out(plan, entrants(4), lower)
    before = [o for o in results if o.key != "GF1.1"]
    upset = resolve(plan.nodes, entrants(4), {}, [*before, beats("GF1.1", 2, 1)])
    assert pair(upset.decisions["GF2.1"]) == "2 1"
    assert upset.decisions["GF2.1"].is_open


def test_a_single_grand_final_has_no_second() -> None:
    plan = blueprint(8, {"grand_final": "single"})
    assert [(r.name, r.from_end) for r in plan.rounds if r.section == FINAL] == [("grand_final", 0)]


def test_without_a_grand_final_the_two_winners_are_first_and_second() -> None:
    nodes = blueprint(8, {"grand_final": "none"}).nodes
    places = {n.key: (n.winner_place, n.loser_place) for n in nodes}
    assert places["W3.1"] == (1, None)
    assert places["L4.1"] == (2, 3)
    assert not any(key.startswith("GF") for key in places)


def test_losers_of_one_round_share_places() -> None:
    nodes = blueprint(16, {}).nodes
    loser_places = [n.loser_place for n in nodes if n.key.startswith("L")]
    assert sorted(p for p in loser_places if p) == [3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]
    final = [(n.winner_place, n.loser_place) for n in nodes if n.key.startswith("GF")]
    assert final == [(None, 2), (1, 2)]


def from_the_end(**options: object) -> dict[str, list[int | None]]:
    rounds = blueprint(8, options).rounds
    return {s: [r.from_end for r in rounds if r.section == s] for s in (MAIN, LOSERS, FINAL)}


def test_both_grand_finals_are_the_final_and_the_brackets_lead_up_to_it() -> None:
    assert from_the_end() == {MAIN: [3, 2, 1], LOSERS: [4, 3, 2, 1], FINAL: [0, 0]}


def test_without_a_grand_final_each_bracket_has_a_final_of_its_own() -> None:
    text = from_the_end(grand_final="none")
    assert text == {MAIN: [2, 1, 0], LOSERS: [3, 2, 1, 0], FINAL: []}


def test_the_rounds_of_the_losers_bracket_are_numbered() -> None:
    rounds = blueprint(8, {}).rounds
    assert [r.name for r in rounds if r.section == LOSERS] == [
        "round_1",
        "round_2",
        "round_3",
        "final",
    ]


@given(FIELDS)
def test_every_source_precedes_its_use_and_rounds_are_numbered_that_way(n: int) -> None:
    plan = blueprint(n, {})
    assert [r.number for r in plan.rounds] == list(range(1, len(plan.rounds) + 1))
    round_of: dict[str, int] = {}
    for node in plan.nodes:
        for source in node.sources:
            if hasattr(source, "key"):
                assert round_of[source.key] < node.round
        round_of[node.key] = node.round


def test_x5_who_withdraws_after_losing_gives_a_walkover_below() -> None:
    plan = blueprint(8, {})
    first = [beats("W1.1", 1, 8), beats("W1.2", 4, 5), beats("W1.3", 2, 7), beats("W1.4", 3, 6)]
    decision = resolve(plan.nodes, entrants(8, 6), {}, first).decisions["L1.2"]
    assert (decision.winner, decision.losers, decision.kind) == (7, (6,), "walkover")


def test_t9_4_after_a_double_forfeit_byes_go_down_both_edges() -> None:
    plan = blueprint(8, {})
    first = [beats("W1.1", 1, 8), both_absent("W1.2", 4, 5)]
    decisions = resolve(plan.nodes, entrants(8), {}, first).decisions
    assert (pair(decisions["W2.1"]), decisions["W2.1"].winner) == ("1 –", 1)
    assert (pair(decisions["L1.1"]), decisions["L1.1"].winner) == ("8 –", 8)


def test_the_format_draws_everything_at_once() -> None:
    growth = FORMAT.grow(Position(entrants(5)), FORMAT.settled({}))
    assert growth.blueprint == blueprint(5, {})
    assert growth.after is None
    assert FORMAT.grow(Position(entrants(5), growth.blueprint), {}).blueprint.nodes == ()
