"""Chops and saves: the sum that is paid stays what the pay table offers, and nobody is paid twice."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.base import CONSOLATION, MAIN
from tournaments.payouts.agreements import (
    GONE,
    PLACES,
    TOTAL,
    Chop,
    Save,
    agreed_payout,
    equal_shares,
    open_prizes,
)
from tournaments.payouts.prizes import Prize, offered, payout
from tournaments.standings.row import PlaceRow


def row(entry: int, first: int | None, last: int | None = None) -> PlaceRow:
    status = "playing" if first is None else "winner" if first == 1 else "eliminated"
    return PlaceRow(entry, first, last or first, status, 0, 0, 0, 0)


def shares(*percents: int, section: str = MAIN) -> list[Prize]:
    return [Prize(section, place, percent) for place, percent in enumerate(percents, 1)]


FINAL = [row(1, None), row(2, None), row(3, 3, 4), row(4, 3, 4)]
PLAYED = [row(1, 1), row(2, 2), row(3, 3, 4), row(4, 3, 4)]
PAY = shares(50, 30, 10, 10)


def equal(rows: Sequence[PlaceRow], pool: int, pay: Sequence[Prize] = PAY) -> Chop:
    prizes = open_prizes(rows, MAIN, pool, pay)
    assert prizes is not None
    return Chop(1, MAIN, prizes.total, equal_shares(prizes.total, prizes.entries))


def test_two_finalists_divide_first_and_second_prize_before_they_play() -> None:
    chop = equal(FINAL, 1001)
    assert chop.shares == {1: 401, 2: 400}
    before = agreed_payout({MAIN: FINAL}, 1001, PAY, [chop])
    assert (before.paid, before.open) == ({1: 401, 2: 400, 3: 100, 4: 100}, 0)
    after = agreed_payout({MAIN: PLAYED}, 1001, PAY, [chop])
    assert (after.paid, after.agreed, after.misfits) == (before.paid, {1, 2}, {})


def test_a_fixed_amount_each_and_the_rest_to_the_winner() -> None:
    chop = Chop(1, MAIN, 800, {1: 350, 2: 350}, rest_to_winner=True)
    waiting = agreed_payout({MAIN: FINAL}, 1000, PAY, [chop])
    assert (waiting.paid, waiting.open) == ({1: 350, 2: 350, 3: 100, 4: 100}, 100)
    assert agreed_payout({MAIN: PLAYED}, 1000, PAY, [chop]).paid == {1: 450, 2: 350, 3: 100, 4: 100}


def test_a_save_moves_the_same_part_of_each_prize_to_the_other() -> None:
    result = agreed_payout({MAIN: PLAYED}, 1000, PAY, [Save(1, MAIN, 1, 3, 10)])
    assert result.paid == {1: 460, 2: 300, 3: 140, 4: 100}


def test_a_save_is_taken_from_what_a_chop_gives() -> None:
    chop = Chop(1, MAIN, 800, {1: 600, 2: 200})
    result = agreed_payout({MAIN: FINAL}, 1000, PAY, [chop, Save(2, MAIN, 1, 3, 50)])
    assert result.paid == {1: 350, 2: 200, 3: 350, 4: 100}


def test_saves_of_more_than_a_whole_prize_do_not_count() -> None:
    saves = [Save(1, MAIN, 1, 2, 60), Save(2, MAIN, 1, 3, 60)]
    result = agreed_payout({MAIN: PLAYED}, 1000, PAY, saves)
    assert (result.paid[3], result.misfits) == (100, {2: TOTAL})


def test_one_of_three_is_out_and_shares_third_place_with_whoever_comes() -> None:
    rows = [row(1, None), row(2, None), row(3, None), row(4, 3, 4)]
    chop = equal(rows, 900)
    assert (chop.total, chop.shares) == (810, {1: 270, 2: 270, 3: 270})
    for tables in (rows, FINAL, PLAYED):
        assert agreed_payout({MAIN: tables}, 900, PAY, [chop]).paid == {
            1: 270,
            2: 270,
            3: 270,
            4: 90,
        }


def test_an_agreement_does_not_fit_once_an_outsider_has_a_place_or_the_sum_changes() -> None:
    chop = equal(FINAL, 1000)
    corrected = [row(3, None), row(2, None), row(1, 3, 4), row(4, 3, 4)]
    for tables, pool, why in (
        (corrected, 1000, PLACES), (FINAL, 1100, TOTAL), (FINAL[1:], 1000, GONE),
    ):  # fmt: skip
        result = agreed_payout({MAIN: tables}, pool, PAY, [chop])
        plain = payout({MAIN: tables}, pool, PAY)
        assert (result.misfits, result.paid, result.open) == ({1: why}, plain.paid, plain.open)


def test_there_is_nothing_to_divide_by_points_or_while_others_may_still_come() -> None:
    points = [PlaceRow(n, n, n, "playing", 0, 0, 0, 0) for n in (1, 2)]
    assert open_prizes(points, MAIN, 1000, PAY) is None
    consolation = [row(5, None), row(6, None), row(7, 5)]
    assert open_prizes(consolation, CONSOLATION, 1000, shares(20, section=CONSOLATION)) is None
    assert open_prizes([row(1, 1), row(2, 2)], MAIN, 1000, PAY) is None


def test_a_chop_of_the_main_bracket_leaves_the_consolation_alone() -> None:
    pay = [*shares(50, 30), *shares(20, section=CONSOLATION)]
    tables = {MAIN: FINAL, CONSOLATION: [row(3, 1), row(4, 2)]}
    result = agreed_payout(tables, 1000, pay, [equal(FINAL, 1000, pay)])
    assert result.paid == {1: 400, 2: 400, 3: 200}


@st.composite
def knockouts(draw: st.DrawFn) -> tuple[list[PlaceRow], list[PlaceRow], list[Prize], int, int]:
    """A bracket at some moment, the same one played out, its pay table, the pool and the unit."""
    size = 2 ** draw(st.integers(1, 4))
    order = draw(st.permutations(range(1, size + 1)))
    percents = draw(st.lists(st.integers(0, 25), min_size=1, max_size=size))
    percents = [min(p, max(0, 100 - sum(percents[:n]))) for n, p in enumerate(percents)]
    over = [row(entry, *_band(place, size)) for place, entry in enumerate(order, start=1)]
    still = 2 ** draw(st.integers(0, size.bit_length() - 1))
    now = [row(r.entry, None) if n < still else r for n, r in enumerate(over)]
    pool, unit = draw(st.integers(0, 99_999)), draw(st.sampled_from([1, 7, 100]))
    return now, over, shares(*percents), pool, unit


def _band(place: int, size: int) -> tuple[int, int]:
    if place < 3:
        return place, place
    first = 2 ** ((place - 1).bit_length() - 1) + 1
    return first, min(2 * (first - 1), size)


@given(knockouts(), st.data())
def test_whatever_is_agreed_the_sum_stays_and_nobody_is_below_zero(
    bracket: tuple[list[PlaceRow], list[PlaceRow], list[Prize], int, int], data: st.DataObject
) -> None:
    now, over, pay, pool, unit = bracket
    prizes = open_prizes(now, MAIN, pool, pay, unit=unit)
    agreements: list[Chop | Save] = []
    if prizes is not None:
        kind = data.draw(st.sampled_from(["equal", "given", "rest"]))
        amounts = equal_shares(prizes.total, prizes.entries)
        if kind == "given":
            first, second = prizes.entries[:2]
            moved = data.draw(st.integers(0, amounts[first]))
            amounts = amounts | {first: amounts[first] - moved, second: amounts[second] + moved}
        elif kind == "rest":
            each = data.draw(st.integers(0, prizes.total // len(prizes.entries)))
            amounts = dict.fromkeys(prizes.entries, each)
        agreements.append(Chop(1, MAIN, prizes.total, amounts, rest_to_winner=kind == "rest"))
    first, second = data.draw(st.permutations([r.entry for r in now]))[:2]
    agreements.append(Save(2, MAIN, first, second, data.draw(st.integers(1, 100))))
    for tables in (now, over):
        result = agreed_payout({MAIN: tables}, pool, pay, agreements, unit=unit)
        assert not result.misfits
        assert sum(result.paid.values()) + result.open == offered(pay, pool)
        assert all(units > 0 for units in result.paid.values())
    done = agreed_payout({MAIN: over}, pool, pay, agreements[:1], unit=unit)
    if prizes is not None:
        plain = payout({MAIN: over}, pool, pay, unit=unit)
        inside = set(prizes.entries)
        assert sum(done.paid.get(entry, 0) for entry in inside) >= prizes.total
        others = {entry: units for entry, units in done.paid.items() if entry not in inside}
        assert others == {
            entry: units for entry, units in plain.paid.items() if entry not in inside
        }
