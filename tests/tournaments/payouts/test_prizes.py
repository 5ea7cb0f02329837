"""Prizes (T11): shares, ties, rounding, and what is still open."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.played import main_table
from tournaments.formats.base import CONSOLATION, MAIN
from tournaments.payouts.pots import prize_pool
from tournaments.payouts.prizes import Payout, Prize, payout
from tournaments.standings.row import PlaceRow


def row(
    entry: int, first: int | None, last: int | None = None, status: str = "finished"
) -> PlaceRow:
    return PlaceRow(entry, first, last or first, status, 0, 0, 0, 0)


def shares(*percents: int, section: str = MAIN) -> list[Prize]:
    return [Prize(section, place, percent) for place, percent in enumerate(percents, 1)]


def test_t11_4_eight_players_and_a_consolation() -> None:
    pool = prize_pool([50] * 8, returned=90)
    tables = {MAIN: [row(1, 1), row(2, 2), row(3, 3, 4)], CONSOLATION: [row(5, 1), row(6, 2)]}
    pay_table = [*shares(50, 25), *shares(25, section=CONSOLATION)]
    assert payout(tables, pool, pay_table) == Payout({1: 180, 2: 90, 5: 90}, 0)


def test_t11_4_a_tie_for_second_splits_the_second_and_the_third_prize() -> None:
    tables = {MAIN: [row(1, 1), row(2, 2, 3), row(3, 2, 3), row(4, 4)]}
    assert payout(tables, 400, shares(40, 25, 25, 10)).paid == {1: 160, 2: 100, 3: 100, 4: 40}


def test_x20_third_and_fourth_share_a_quarter_and_a_tenth() -> None:
    tables = {MAIN: [row(1, 1), row(2, 2), row(3, 3, 4), row(4, 3, 4)]}
    paid = payout(tables, 400, [Prize(MAIN, 3, 25), Prize(MAIN, 4, 10)]).paid
    assert paid == {3: 70, 4: 70}


def test_what_rounding_leaves_goes_to_the_winner() -> None:
    tables = {MAIN: [row(1, 1), row(2, 2, 4), row(3, 2, 4), row(4, 2, 4)]}
    result = payout(tables, 100, shares(50, 30, 20))
    assert result == Payout({1: 52, 2: 16, 3: 16, 4: 16}, 0)


def test_what_rounding_leaves_waits_for_the_table_it_depends_on() -> None:
    """Group B is over and two share; the first of group A leads for the moment only."""
    playing = [row(1, 1, status="playing"), row(2, 2, status="playing")]
    tables = {"A": playing, "B": [row(3, 1, 2), row(4, 1, 2)]}
    pay_table = [*shares(50, section="A"), *shares(50, section="B")]
    assert payout(tables, 10101, pay_table, unit=100) == Payout({3: 2500, 4: 2500}, 5101)
    over = tables | {"A": [row(1, 1), row(2, 2)]}
    assert payout(over, 10101, pay_table, unit=100) == Payout({1: 5101, 3: 2500, 4: 2500}, 0)


def test_shares_may_be_fractions_of_a_per_cent() -> None:
    twelfths = [Prize(MAIN, place, Fraction(100 * part, 12)) for place, part in ((1, 8), (2, 4))]
    assert payout({MAIN: [row(1, 1), row(2, 2)]}, 1200, twelfths).paid == {1: 800, 2: 400}


def test_places_still_played_for_are_not_paid_yet() -> None:
    tables = {MAIN: [row(1, None, status="playing"), row(2, None, status="playing"), row(3, 3, 4)]}
    assert payout(tables, 400, shares(50, 30, 20)) == Payout({3: 80}, 320)


def test_provisional_places_are_not_paid() -> None:
    assert payout({MAIN: main_table(4, "1>2 3?4").rows}, 400, shares(60, 40)) == Payout({}, 400)
    left = [row(1, 1, status="withdrawn"), row(2, 2, status="playing")]
    assert payout({MAIN: left}, 400, shares(60, 40)) == Payout({}, 400)


def test_equal_points_may_share_whatever_the_tie_breaks_say() -> None:
    rows = main_table(4, "1>2 3>4", "1>3 4>2", "1>4 2>3").rows
    result = payout({MAIN: rows}, 1000, shares(50, 30, 20), equal_points_share=True)
    assert result.paid == {1: 502, 2: 166, 3: 166, 4: 166}


def test_t11_3_of_exactly_two_with_equal_points_who_met_the_winner_keeps_their_place() -> None:
    rows = main_table(4, "2>1 4>3", "1>3 4>2", order=("head_to_head",)).rows
    result = payout({MAIN: rows}, 1000, shares(50, 30, 20), equal_points_share=True)
    assert result.paid == {4: 500, 2: 300, 1: 200}


def test_two_with_equal_points_who_have_not_met_share() -> None:
    rows = main_table(4, "1>2 3>4", order=("head_to_head", "lot")).rows
    result = payout({MAIN: rows}, 1000, shares(50, 30, 20), equal_points_share=True)
    assert (result.paid[1], result.paid[3]) == (400, 400)


@given(
    st.integers(1, 5000),
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.sampled_from([(100,), (50, 30, 20), (40, 25, 25, 10), (30, 20, 15, 15, 10, 10)]),
)
def test_the_whole_pool_is_paid_and_equals_get_equal(
    pool: int, sizes: list[int], percents: tuple[int, ...]
) -> None:
    rows, place = [], 1
    for size in [1, *sizes]:
        rows += [row(100 * place + i, place, place + size - 1) for i in range(size)]
        place += size
    while place <= len(percents):
        rows.append(row(100 * place, place))
        place += 1
    result = payout({MAIN: rows}, pool, shares(*percents))
    assert sum(result.paid.values()) == pool
    assert result.open == 0
    for item in rows[1:]:
        same = [r for r in rows if r.place_from == item.place_from]
        assert len({result.paid.get(r.entry, 0) for r in same}) == 1
