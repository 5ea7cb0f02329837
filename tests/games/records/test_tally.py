"""Counts of rolls: what to expect of fair dice, and how unusual a count is."""

import random
from math import exp

import pytest

from games.records.tally import PAIRS, Fit, p_value, pairs_of, tally

# From the tables of the chi-squared distribution: (x, degrees of freedom, upper tail).
TABLE = [
    (49.80185, 35, 0.05),
    (57.34207, 35, 0.01),
    (22.46502, 35, 0.95),
    (11.07050, 5, 0.05),
    (18.30704, 10, 0.05),
    (3.84146, 1, 0.05),
    (66.61883, 35, 0.001),
]


@pytest.mark.parametrize(("x", "degrees", "p"), TABLE)
def test_the_p_value_is_that_of_the_tables(x: float, degrees: int, p: float) -> None:
    assert p_value(x, degrees) == pytest.approx(p, rel=1e-4)


@pytest.mark.parametrize("x", [0.1, 1.0, 5.0, 40.0, 400.0])
def test_with_two_degrees_of_freedom_it_is_an_exponential(x: float) -> None:
    assert p_value(x, 2) == pytest.approx(exp(-x / 2), rel=1e-10)


def test_the_ends_of_the_scale_cause_no_trouble() -> None:
    assert p_value(0.0, 35) == 1.0
    assert p_value(1e-9, 35) == pytest.approx(1.0)
    assert 0.0 <= p_value(1e5, 35) < 1e-100


def test_fair_dice_are_nothing_unusual_and_loaded_ones_are() -> None:
    chance = random.Random(7)
    rolls = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(20_000)]
    fair = tally(pairs_of(rolls))
    loaded = tally(pairs_of([*rolls, *[(6, 6)] * 200]))
    assert fair.fit is not None
    assert loaded.fit is not None
    assert fair.fit.degrees == 35
    assert fair.fit.p > 0.01
    assert loaded.fit.p < 1e-4
    assert loaded.rows[5][5].verdict == "many"


def test_p_values_of_fair_dice_are_spread_evenly() -> None:
    chance = random.Random(11)
    values = []
    for _ in range(300):
        fit = tally(pairs_of(chance.choices(PAIRS, k=720))).fit
        assert fit is not None
        values.append(fit.p)
    assert 0.4 < sum(values) / 300 < 0.6
    assert 2 < sum(p < 0.05 for p in values) < 35


def test_counts_of_pairs_faces_sums_and_doubles_agree() -> None:
    text = tally({(1, 2): 3, (2, 1): 5, (6, 6): 7})
    assert text.rolls == 15
    assert (text.rows[0][1].count, text.rows[1][0].count) == (3, 5)
    assert text.doubles.count == 7
    assert [face.count for face in text.faces] == [8, 8, 0, 0, 0, 14]
    assert sum(face.count for face in text.faces) == 30
    assert {item.name: item.count for item in text.sums if item.count} == {"3": 8, "12": 7}
    assert sum(item.expected for item in text.sums) == pytest.approx(15)


def test_too_few_rolls_are_not_judged() -> None:
    assert tally(dict.fromkeys(PAIRS, 4)).fit is None
    assert tally(dict.fromkeys(PAIRS, 5)).fit is not None
    assert tally({}).fit is None
    assert tally({}).rows[0][0].percent == 0.0


def test_nineteen_of_twenty_counts_lie_between_the_bounds() -> None:
    chance = random.Random(3)
    outside = sum(tally(pairs_of(chance.choices(PAIRS, k=3600))).outside for _ in range(100))
    assert 0.025 < outside / 3600 < 0.055  # the bounds are whole numbers, rounded outwards


def test_what_is_marked_lies_outside_the_bounds_that_are_shown() -> None:
    text = tally({(1, 1): 670, (1, 2): 3081})
    assert (text.doubles.low, text.doubles.high) == (580, 670)
    assert text.doubles.verdict == ""


@pytest.mark.parametrize(
    ("p", "verdict", "straying"),
    [
        (0.99995, "too_little", 100),
        (0.5, "usual", 50),
        (0.05, "usual", 5),
        (0.049, "a_little", 5),
        (0.009, "rare", 90),
        (0.0001, "rare", 1),
        (0.00009, "hardly_ever", 0),
    ],
)
def test_the_verdict_says_how_far_the_dice_strayed(p: float, verdict: str, straying: int) -> None:
    fit = Fit(40.0, 35, p)
    assert (fit.verdict, fit.straying) == (verdict, straying)
