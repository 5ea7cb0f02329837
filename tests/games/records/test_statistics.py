"""Counts by hand, and what is called usual against many simulated matches."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from games.engine import actions as act
from games.engine.board import Board
from games.engine.rules import Rules
from games.records.statistics import (
    OPENING,
    ROLL,
    SeatCounts,
    _any_of,
    _count_bar,
    _usual_pips,
    pips_of,
    statistics,
)
from tests.games.engine.playing import board
from tests.games.records.short_records import frames_of, play

TIE_AND_START = (act.OpeningRoll((5, 5)), act.OpeningRoll((3, 1)), play("A", (8, 5), (6, 5)))


def test_a_tie_is_nobodys_roll_and_the_opening_is_the_starters() -> None:
    counted = statistics(frames_of(TIE_AND_START))
    assert (counted["A"].rolls, counted["A"].openings, counted["A"].pips) == (1, 1, 4)
    assert (counted["A"].doubles, counted["B"].rolls) == (0, 0)


def test_a_starter_who_rolls_again_has_a_free_roll() -> None:
    rules = Rules.preset("tournament", 5).to_json() | {"opening_roll": "reroll_pair"}
    steps = [act.OpeningRoll((3, 1)), act.Roll("A", (2, 2))]
    moves = play("A", (13, 11), (13, 11), (6, 4), (6, 4))
    counted = statistics(frames_of([*steps, moves], Rules.from_json(rules)))["A"]
    assert (counted.rolls, counted.openings, counted.doubles, counted.pips) == (1, 0, 1, 8)


def test_hits_cube_and_time_are_counted_for_each() -> None:
    steps = [
        act.OpeningRoll((6, 2)),
        play("A", (24, 18), (13, 11)),
        act.Roll("B", (6, 1)),
        play("B", (13, 7), (8, 7)),  # B's 7 is A's 18: hit
    ]
    counted = statistics(frames_of(steps, seconds=2))
    assert (counted["A"].hits, counted["B"].hits) == (0, 1)
    assert (counted["A"].time_ms, counted["B"].time_ms) == (2000, 4000)
    assert (counted["B"].longest_ms, counted["B"].longest_seq) == (4000, 7)
    cube = [act.OpeningRoll((3, 1)), play("A", (8, 5), (6, 5)), act.Double("B"), act.Take("A")]
    counted = statistics(frames_of(cube))
    assert counted["B"].cube["double"] == counted["A"].cube["take"] == 1


def test_an_opening_is_expected_to_bring_seven_pips_and_no_double() -> None:
    tally = SeatCounts(rolls=4, openings=4, pips=28)
    assert tally.usual_doubles.expected == 0
    assert tally.usual_doubles.high == 0
    assert tally.usual_pips.expected == pytest.approx(7)
    mixed = SeatCounts(rolls=7, openings=1)
    assert mixed.usual_doubles.expected == pytest.approx(1)
    assert mixed.usual_pips.expected == pytest.approx((6 * 49 / 6 + 7) / 7)


def test_the_chances_of_rolls_are_counted_over_36() -> None:
    assert sum(ROLL.values()) == pytest.approx(1)
    assert sum(pips * chance for pips, chance in ROLL.items()) == pytest.approx(49 / 6)
    assert pips_of((6, 6)) == 24
    assert max(OPENING) == 11


def test_sixty_rolls_bring_five_to_sixteen_doubles() -> None:
    usual = SeatCounts(rolls=60).usual_doubles
    assert (usual.expected, usual.low, usual.high) == (10, 5, 16)


def test_kept_on_the_bar_counts_only_where_it_could_go_either_way() -> None:
    three_closed = board("X: bar×1 6×2; O: 19×2 20×2 24×2")
    tally = SeatCounts()
    for dice in ((6, 5), (6, 4), (1, 1)):  # 6 is point 19, 5 is point 20, 1 is point 24
        _count_bar(tally, three_closed, dice)
    assert (tally.shut_out, len(tally.doors)) == (2, 3)
    assert tally.usual_shut_out.expected == pytest.approx(3 * 0.25)
    closed = board("X: bar×1; O: 19×2 20×2 21×2 22×2 23×2 24×2")
    _count_bar(tally, closed, (1, 2))
    _count_bar(tally, Board.start(), (1, 2))
    assert len(tally.doors) == 3


def test_the_chance_to_be_kept_on_the_bar_is_counted_over_36_rolls() -> None:
    shut = board("X: bar×1; O: 19×2 20×2 21×2 24×3")
    tally = SeatCounts()
    for dice in product(range(1, 7), repeat=2):
        _count_bar(tally, shut, (dice[0], dice[1]))
    assert tally.shut_out == 16
    assert tally.usual_shut_out.expected == pytest.approx(16)


def test_independent_chances_add_up() -> None:
    assert _any_of([0.5, 0.5]) == pytest.approx([0.25, 0.5, 0.25])
    assert _any_of([]) == [1.0]


def test_the_normal_and_the_exact_range_meet() -> None:
    exact, normal = _usual_pips(20, 0), _usual_pips(21, 0)
    assert abs(exact.low - normal.low) < 0.3
    assert abs(exact.high - normal.high) < 0.3


def rolled(random: Random, rolls: int, openings: int) -> SeatCounts:
    def dice_of_all() -> Iterator[tuple[int, int]]:
        for _ in range(rolls):
            yield random.randint(1, 6), random.randint(1, 6)
        for _ in range(openings):
            a, b = random.sample(range(1, 7), 2)
            yield a, b

    tally = SeatCounts(openings=openings)
    for dice in dice_of_all():
        tally.rolls += 1
        tally.pips += pips_of(dice)
        tally.doubles += dice[0] == dice[1]
    return tally


@pytest.mark.parametrize(("rolls", "openings"), [(12, 1), (55, 3), (200, 8)])
def test_nineteen_of_twenty_simulated_matches_are_usual(rolls: int, openings: int) -> None:
    random = Random(20)
    many = [rolled(random, rolls, openings) for _ in range(1500)]
    usual = many[0].usual_doubles
    doubles = sum(usual.low <= tally.doubles <= usual.high for tally in many) / len(many)
    assert 0.945 <= doubles <= 0.995, "whole numbers leave a little more inside"
    usual = many[0].usual_pips
    pips = sum(usual.low <= tally.pips_a_roll <= usual.high for tally in many) / len(many)
    assert 0.93 <= pips <= 0.985
    mean = sum(tally.pips_a_roll for tally in many) / len(many)
    assert mean == pytest.approx(usual.expected, abs=0.1)
