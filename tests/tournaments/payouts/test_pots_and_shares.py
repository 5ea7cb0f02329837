"""Pots, side pools, a calcutta, usual pay tables (T11, X13), and how amounts are read."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.base import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.payouts.calcutta import AuctionLot, Share, calcutta_pool, shares
from tournaments.payouts.currency import NotAnAmountError, plain, read
from tournaments.payouts.pools import among, missing, pool_payout
from tournaments.payouts.pots import kept, prize_pool
from tournaments.payouts.prizes import Prize, payout
from tournaments.payouts.tables import SMALL, TABLES, listed, usual
from tournaments.standings.row import PlaceRow


def row(
    entry: int, first: int | None, last: int | None = None, status: str = "finished"
) -> PlaceRow:
    return PlaceRow(entry, first, last or first, status, 0, 0, 0, 0)


PLACED = [row(entry, entry) for entry in range(1, 11)]
THREE = [*listed(MAIN, 50, 25), *listed(CONSOLATION, 25)]


def test_x12_the_owner_of_the_winner_sold_half_back() -> None:
    lots = [
        AuctionLot(1, (1,), 500, {1: 50}),
        AuctionLot(2, (2,), 300, {}),
        AuctionLot(3, (5,), 200, {}),
    ]
    tables = {MAIN: [row(1, 1), row(2, 2)], CONSOLATION: [row(5, 1)]}
    assert calcutta_pool(lots) == 1000
    assert shares(lots, tables, 1000, THREE) == (
        Share(1, 1, False, 250),
        Share(1, 1, True, 250),
        Share(2, 2, False, 250),
        Share(3, 5, False, 250),
    )


def test_the_owner_of_a_field_gets_what_each_of_it_earned() -> None:
    lots = [AuctionLot(1, (1, 2), 600, {}), AuctionLot(2, (5,), 400, {})]
    tables = {MAIN: [row(1, 1), row(2, 2)], CONSOLATION: [row(5, 1)]}
    result = shares(lots, tables, 1000, THREE)
    assert [(item.lot, item.entry, item.amount) for item in result] == [
        (1, 1, 500),
        (1, 2, 250),
        (2, 5, 250),
    ]


def test_nobody_gets_what_a_player_earned_whom_nobody_bought() -> None:
    tables = {MAIN: [row(1, 1), row(2, 2)], CONSOLATION: [row(5, 1)]}
    assert shares([AuctionLot(1, (2,), 100, {})], tables, 100, THREE) == (Share(1, 2, False, 25),)


def test_a_third_bought_back_is_rounded_down_and_the_owner_gets_the_rest() -> None:
    result = shares(
        [AuctionLot(1, (1,), 100, {1: 33})], {MAIN: [row(1, 1)]}, 100, listed(MAIN, 100), unit=10
    )
    assert [item.amount for item in result] == [70, 30]


def test_x13_the_best_placed_of_a_side_pool_takes_it_all() -> None:
    result = pool_payout({MAIN: PLACED}, MAIN, {2, 5, 9}, 150, listed(MAIN, 100))
    assert result.paid == {2: 150}


def test_two_tied_in_a_side_pool_share_it() -> None:
    rows = [row(1, 1), row(2, 2), row(3, 3, 4), row(4, 3, 4)]
    assert pool_payout({MAIN: rows}, MAIN, {3, 4}, 100, listed(MAIN, 60, 40)).paid == {3: 50, 4: 50}


def test_a_side_pool_waits_for_its_players_who_are_still_in() -> None:
    rows = [
        row(1, None, status="playing"),
        row(2, None, status="playing"),
        row(3, 3, 4),
        row(4, 3, 4),
    ]
    assert [r.place_from for r in among(rows, {1, 3})] == [None, 2]
    assert pool_payout({MAIN: rows}, MAIN, {1, 3}, 100, listed(MAIN, 100)).paid == {}
    assert pool_payout({MAIN: rows}, MAIN, {1, 3}, 100, listed(MAIN, 70, 30)).paid == {3: 30}


def test_who_is_in_b_has_to_be_in_a() -> None:
    assert missing({1: None, 2: 1}, set(), 2) == 1
    assert missing({1: None, 2: 1}, {1}, 2) is None


def test_t11_1_fees_are_returned_in_part_and_money_is_added() -> None:
    assert prize_pool([5000] * 8, 90, added=10000) == 46000
    assert kept([5000] * 8, 90) == 4000
    assert prize_pool([333], Fraction("95.5")) == 318


def test_t11_2_every_usual_table_but_that_of_a_consolation_gives_away_the_whole_pot() -> None:
    for name, table in TABLES.items():
        assert sum(Fraction(prize.share) for prize in table) == 100, name


def test_t11_2_sixteen_players_share_in_quarters_and_more_in_twelfths() -> None:
    both = frozenset({MAIN, CONSOLATION, LAST_CHANCE})
    assert usual(SMALL, both) == TABLES["small"] == tuple(THREE)
    large = usual(SMALL + 1, both)
    assert large[0] == Prize(MAIN, 1, Fraction(100, 3))
    assert [p.section for p in large] == [MAIN] * 4 + [CONSOLATION] * 2 + [LAST_CHANCE]


def test_nothing_smaller_than_the_unit_is_paid_but_to_the_winner() -> None:
    rows = [row(1, 1), row(2, 2, 4), row(3, 2, 4), row(4, 2, 4)]
    result = payout({MAIN: rows}, 10_050, listed(MAIN, 50, 30, 20), unit=100)
    assert result.paid == {1: 5250, 2: 1600, 3: 1600, 4: 1600}


@given(
    st.integers(0, 10**7),
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.sampled_from(list(TABLES.values())),
    st.sampled_from([1, 5, 100, 1000]),
)
def test_every_pot_is_paid_to_the_unit_nobody_owes_and_the_better_place_never_gets_less(
    pool: int, sizes: list[int], table: tuple[Prize, ...], unit: int
) -> None:
    tables = {}
    for section in (MAIN, CONSOLATION, LAST_CHANCE):
        rows, place = [], 1
        for size in [1, *sizes, 6]:
            rows += [row(hash((section, place, i)), place, place + size - 1) for i in range(size)]
            place += size
        tables[section] = rows
    result = payout(tables, pool, table, unit=unit)
    assert sum(result.paid.values()) + result.open == pool
    assert result.open >= 0
    assert all(amount > 0 for amount in result.paid.values())
    first = table[0].section if not any(p.section == MAIN for p in table) else MAIN
    won = [result.paid.get(r.entry, 0) for r in tables[first]]
    assert won == sorted(won, reverse=True)
    winner = tables[MAIN][0].entry
    assert all(amount % unit == 0 for entry, amount in result.paid.items() if entry != winner)


@given(
    st.lists(st.integers(1, 10**6), min_size=4, max_size=4),
    st.lists(st.integers(0, 50), min_size=4, max_size=4),
    st.sampled_from([1, 100]),
)
def test_the_shares_of_owners_and_players_make_what_the_players_earned(
    prices: list[int], bought: list[int], unit: int
) -> None:
    lots = [AuctionLot(n, (n,), prices[n - 1], {n: bought[n - 1]}) for n in range(1, 5)]
    pool = calcutta_pool(lots)
    result = shares(lots, {MAIN: PLACED}, pool, listed(MAIN, 40, 30, 20, 10), unit=unit)
    assert sum(item.amount for item in result) == pool
    assert all(item.amount > 0 for item in result)


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [("12,50", "EUR", 1250), ("12.5", "EUR", 1250), ("1 000", "JPY", 1000), ("0.001", "KWD", 1)],
)
def test_amounts_are_read_as_people_type_them(text: str, currency: str, amount: int) -> None:
    assert read(text, currency) == amount


@pytest.mark.parametrize("text", ["", "-5", "1.234", "1,000.00", "²", "1e5", "nan", "9" * 14])
def test_what_is_not_an_amount_is_not_read(text: str) -> None:
    with pytest.raises(NotAnAmountError):
        read(text, "EUR")


@given(st.integers(0, 10**12), st.sampled_from(["EUR", "JPY", "KWD"]))
def test_what_is_written_plainly_reads_back(amount: int, currency: str) -> None:
    assert amount > 10**12 or read(plain(amount, currency), currency) == amount
