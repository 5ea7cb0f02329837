"""The worked examples of the FIBS formula (T12.1 to T12.3) and of Glicko-2 (T12.4)."""

from datetime import UTC, datetime, timedelta

import pytest

from ratings.formulas.fibs import (
    FibsOptions,
    FibsRating,
    factor,
    is_provisional,
    rate,
    win_chance,
)
from ratings.formulas.glicko2 import GlickoGame, GlickoOptions, GlickoRating, rate_period, weight_of
from ratings.formulas.replay import RatedResult, first_state, replay

BEFORE = FibsOptions()
AFTER = FibsOptions(k_experience="after")
NOW = datetime(2026, 3, 7, tzinfo=UTC)


def changes(
    winner: FibsRating, loser: FibsRating, n: int, options: FibsOptions = BEFORE
) -> tuple[float, float]:
    won, lost = rate(winner, loser, n, options)
    assert won.experience == winner.experience + n
    assert lost.experience == loser.experience + n
    return won.rating - winner.rating, lost.rating - loser.rating


@pytest.mark.parametrize(
    ("winner", "loser", "n", "options", "expected"),
    [
        ((1500, 1000), (1500, 1000), 7, FibsOptions(), (5.291503, -5.291503)),
        ((1500, 0), (1500, 0), 7, FibsOptions(), (26.457513, -26.457513)),
        ((1500, 0), (1500, 0), 7, AFTER, (26.087108, -26.087108)),
        ((1600, 400), (1500, 400), 9, FibsOptions(), (4.974016, -4.974016)),
        ((1500, 400), (1600, 400), 9, FibsOptions(), (7.025984, -7.025984)),
        ((1700, 450), (1900, 100), 5, FibsOptions(), (5.598652, -22.394607)),
        ((1500, 1000), (1500, 1000), 1, FibsOptions(), (2.0, -2.0)),
        ((1500, 0), (1500, 0), 1, FibsOptions(ramp_up=False), (2.0, -2.0)),
    ],
)
def test_worked_examples_of_the_fibs_formula(
    winner: tuple[float, int],
    loser: tuple[float, int],
    n: int,
    options: FibsOptions,
    expected: tuple[float, float],
) -> None:
    got = changes(FibsRating(*winner), FibsRating(*loser), n, options)
    assert got == pytest.approx(expected, abs=1e-6)


def test_chances_of_the_worked_examples() -> None:
    assert win_chance(1500, 1600, 9) == pytest.approx(0.414501, abs=1e-6)
    assert win_chance(1600, 1500, 9) == pytest.approx(1 - 0.414501, abs=1e-6)
    assert win_chance(1700, 1900, 5) == pytest.approx(0.374052, abs=1e-6)


def test_k_falls_to_one_at_four_hundred_points_of_experience() -> None:
    assert [factor(e, 7) for e in (0, 100, 400, 5000)] == [5, 4, 1, 1]
    assert factor(0, 7, AFTER) == pytest.approx(4.93)
    assert factor(0, 7, FibsOptions(ramp_up=False)) == 1


def test_ratings_are_zero_sum_only_at_equal_k() -> None:
    assert sum(changes(FibsRating(1500, 400), FibsRating(1600, 900), 7)) == pytest.approx(0)
    assert sum(changes(FibsRating(1500, 0), FibsRating(1600, 900), 7)) > 1


def test_below_a_hundred_points_of_experience_a_rating_is_provisional() -> None:
    assert [is_provisional(e) for e in (0, 99, 100)] == [True, True, False]
    assert not is_provisional(50, FibsOptions(provisional_below=50))


def test_a_match_has_at_least_one_point() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        rate(FibsRating(1500), FibsRating(1500), 0)


def test_the_example_of_glickman() -> None:
    games = [
        GlickoGame(GlickoRating(1400, 30, 0.06), 1),
        GlickoGame(GlickoRating(1550, 100, 0.06), 0),
        GlickoGame(GlickoRating(1700, 300, 0.06), 0),
    ]
    after = rate_period(GlickoRating(1500, 200, 0.06), games, GlickoOptions(tau=0.5))
    assert after.rating == pytest.approx(1464.05, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.059996, abs=1e-6)


def test_without_play_a_deviation_grows_to_that_of_a_newcomer() -> None:
    player = GlickoRating(1600, 60, 0.06)
    assert rate_period(player, []).deviation > 60
    assert rate_period(player, []).rating == 1600
    assert rate_period(player, [], periods=1e6).deviation == 350


def test_a_longer_match_weighs_more_where_the_option_is_on() -> None:
    weighted = GlickoOptions(length_weight=True)
    assert [weight_of(n) for n in (1, 7, 25)] == [1, 1, 1]
    assert weight_of(7, weighted) == 1
    equal = GlickoRating(1500, 80, 0.06)
    short, long = (
        rate_period(equal, [GlickoGame(equal, 1, weight_of(n, weighted))]) for n in (1, 25)
    )
    assert 1500 < short.rating < long.rating


def test_each_match_starts_from_what_the_one_before_left() -> None:
    results = [
        RatedResult(f"m{i}", "online", NOW + timedelta(hours=i), 7, winner, loser)
        for i, (winner, loser) in enumerate([(1, 2), (2, 3), (3, 1)])
    ]
    rows = list(replay(results))
    first = first_state()
    assert rows[0][1] == (first, first)
    assert rows[1][1] == (rows[0][2][1], first)
    assert rows[2][1] == (rows[1][2][1], rows[0][2][0])
    assert rows[0][2][0].fibs.rating == pytest.approx(1526.457513, abs=1e-6)
