"""The ledger: nothing is edited, nothing is written twice, and a corrected result shows as a difference (T11)."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from tests.keeping import forget
from tests.tournaments.making import NOW, director, entered, entry, started, win_all
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.prize_pot import pot_of
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import LedgerLine, Tournament
from tournaments.money.selectors.accounts import accounts, balance, lines_of
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.money.services import calcuttas, fees, ledger
from web.errors import DomainError

pytestmark = pytest.mark.django_db
PRIZES = [
    {"section": "main", "place": 1, "share": 50},
    {"section": "main", "place": 2, "share": 25},
    {"section": "main", "place": 3, "share": 25},
]
WINNER = [{"section": "main", "place": 1, "share": 100}]


@pytest.fixture(autouse=True)
def _no_tables_of_other_tests() -> None:
    """Tables are kept by a tournament's number and version, which tests use again."""
    forget()


def payment(key: str = "key-12345", by: User | None = None, **more: Any) -> ledger.Payment:
    return ledger.Payment(by=by, now=NOW, key=key, **more)


def priced(of: Tournament, **plan: Any) -> Tournament:
    fees.set_plan(of.pk, by=None, **({"entry_fee": 5000, "returned": 90, "pay_unit": 100} | plan))
    of.refresh_from_db()
    return of


def pay(of: Tournament, name: str, expected: int, key: str = "") -> list[LedgerLine]:
    key = key or f"paid-by-{name}"
    return ledger.take_fees(of.pk, entry(of, name).pk, expected=expected, payment=payment(key))


def owed(of: Tournament) -> dict[str, int]:
    return {account.name: account.owes for account in accounts(of)}


def test_t11_4_eight_players_pay_fifty_and_ninety_per_cent_come_back() -> None:
    assert pot_of(priced(entered(8))).amount == 36000


def test_without_fees_the_prize_money_is_what_the_organizer_typed() -> None:
    pot = pot_of(started(2, prize_pool=400))
    assert (pot.amount, pot.currency) == (400, "")


def test_prize_money_that_was_promised_is_paid_at_least() -> None:
    of = priced(entered(2, prize_pool=400), added=1000)
    assert pot_of(of).amount == 40000
    assert pot_of(priced(of, added=50000)).amount == 59000


def test_one_click_pays_everything_and_two_clicks_pay_it_once() -> None:
    of = priced(entered(2), registration_fee=1000)
    assert owed(of) == {"1": 6000, "2": 6000}
    first = pay(of, "1", 6000)
    assert [(line.kind, line.amount) for line in first] == [
        ("entry_fee", 5000),
        ("registration", 1000),
    ]
    assert pay(of, "1", 6000)[0] == first[0]
    assert owed(of) == {"1": 0, "2": 6000}
    assert of.ledger_lines.count() == 2


def test_who_owes_something_else_than_the_desk_saw_is_not_taken_money_from() -> None:
    of = priced(entered(2))
    pay(of, "1", 5000)
    with pytest.raises(DomainError) as refused:
        pay(of, "1", 5000, key="another-key")
    assert refused.value.code == "owes_otherwise"


def test_a_wrong_line_is_answered_by_its_opposite_once_and_stays() -> None:
    of = priced(entered(2))
    (line,) = pay(of, "1", 5000)
    back = ledger.reverse(line.pk, payment=payment("back-1234", note="wrong player"))
    assert ledger.reverse(line.pk, payment=payment("back-5678")) == back
    assert (back.amount, back.reverses) == (-5000, line)
    assert owed(of)["1"] == 5000
    with pytest.raises(DomainError, match="is_reversal"):
        ledger.reverse(back.pk, payment=payment("back-9999"))
    assert balance(lines_of(of), "EUR").on_hand == 0


def test_who_leaves_before_the_draw_gets_the_fee_back_and_leaves_the_pot() -> None:
    of = priced(entered(3))
    pay(of, "3", 5000)
    entries.remove(entry(of, "3").pk, by=None)
    assert owed(of) == {"1": 5000, "2": 5000, "3": -5000}
    assert pot_of(of).amount == 9000
    what = ledger.LedgerItem(kind="refund", amount=5000, entry=entry(of, "3"))
    ledger.write_line(of.pk, what, payment=payment())
    assert owed(of) == {"1": 5000, "2": 5000}


def test_who_leaves_after_the_draw_has_paid_for_their_place() -> None:
    of = priced(started(4))
    rulings.withdraw(entry(of, "4").pk, by=None, now=NOW, reason="ill")
    assert owed(of)["4"] == 5000
    assert pot_of(of).amount == 18000


def test_a_guest_pays_nothing_and_adds_nothing() -> None:
    of = priced(entered(2))
    fees.set_own_fee(entry(of, "1").pk, by=None, entry_fee=0, registration_fee=0, note="guest")
    assert owed(of) == {"1": 0, "2": 5000}
    assert pot_of(of).amount == 4500
    fees.set_usual_fee(entry(of, "1").pk, by=None)
    assert owed(of)["1"] == 5000


def test_an_assistant_takes_fees_and_only_the_organizer_takes_them_back() -> None:
    boss, helper = director(), director()
    of = priced(entered(2, organizer=boss))
    of.directors.add(helper)
    line = ledger.take_fees(of.pk, entry(of, "1").pk, expected=5000, payment=payment(by=helper))[0]
    for forbidden in (
        lambda: ledger.reverse(line.pk, payment=payment("k-1234567", by=helper)),
        lambda: ledger.write_line(
            of.pk,
            ledger.LedgerItem(kind="added", amount=1),
            payment=payment("k-1234568", by=helper),
        ),
        lambda: fees.set_plan(of.pk, by=helper, entry_fee=1),
    ):
        with pytest.raises(DomainError, match="not_your_role"):
            forbidden()
    ledger.reverse(line.pk, payment=payment("k-1234569", by=boss))


def test_the_currency_stays_once_there_are_amounts_in_it() -> None:
    of = priced(entered(2))
    pay(of, "1", 5000)
    with pytest.raises(DomainError, match="currency_fixed"):
        fees.set_plan(of.pk, by=None, currency="USD")
    for wrong, code in (({"currency": "E"}, "bad_currency"), ({"added": -1}, "bad_amount"), ({"returned": 101}, "bad_share")):  # fmt: skip
        with pytest.raises(DomainError, match=code):
            fees.set_plan(of.pk, by=None, **wrong)


def test_x13_a_side_pool_is_paid_to_the_best_placed_in_it() -> None:
    of = priced(entered(4, pay_table=PRIZES))
    a = fees.save_pool(
        of.pk,
        by=None,
        name="A",
        fee=2000,
        pay_table=WINNER,
    )
    b = fees.save_pool(of.pk, by=None, name="B", fee=1000, requires=a, pay_table=a.pay_table)
    with pytest.raises(DomainError, match="pool_needed"):
        fees.join_pool(of.pk, b.pk, entry(of, "2").pk, payment=payment())
    for name in ("2", "3"):
        fees.join_pool(of.pk, a.pk, entry(of, name).pk, payment=payment())
    fees.join_pool(of.pk, b.pk, entry(of, "3").pk, payment=payment())
    with pytest.raises(DomainError, match="pool_needed"):
        fees.leave_pool(of.pk, a.pk, entry(of, "3").pk, by=None)
    assert owed(of) == {"1": 5000, "2": 7000, "3": 8000, "4": 5000}
    assert [line.kind for line in pay(of, "3", 8000)] == ["entry_fee", "side_pool", "side_pool"]
    start(of.pk, by=None, now=NOW)
    win_all(of, "W1.1 1", "W1.2 2", "W2.1 1")
    parts = {part.name: part for part in payout_sheet(of).parts}
    assert [(line.who, line.due) for line in parts["A"].lines] == [("2", 4000)]
    assert [(line.who, line.due) for line in parts["B"].lines] == [("3", 1000)]


def test_x12_the_sheet_pays_the_owner_and_the_player_who_bought_back_half() -> None:
    of = priced(entered(2, pay_table=PRIZES))
    table = [
        {"section": "main", "place": 1, "share": 50},
        {"section": "main", "place": 2, "share": 50},
    ]
    calcuttas.set_up(of.pk, by=None, pay_table=table, returned=100, buy_back=50)
    assert calcuttas.add_each(of.pk, by=None) == 2
    lots = list(calcuttas.calcutta_of(of).lots.all())
    for lot, price in zip(lots, (60000, 40000), strict=True):
        calcuttas.sell(of.pk, lot.pk, calcuttas.Bid(price, f"Owner {lot.number}"), by=None, now=NOW)
    calcuttas.buy_back(of.pk, lots[0].pk, {entry(of, "1").pk: 50}, by=None)
    with pytest.raises(DomainError, match="too_much"):
        calcuttas.buy_back(of.pk, lots[0].pk, {entry(of, "1").pk: 51}, by=None)
    start(of.pk, by=None, now=NOW)
    win_all(of, "W1.1 1")
    (part,) = [p for p in payout_sheet(of).parts if p.kind == "calcutta_payout"]
    assert part.pot == 100000
    assert [(line.who, line.due) for line in part.lines] == [
        ("Owner 1", 25000), ("1", 25000), ("Owner 2", 50000)
    ]  # fmt: skip


def test_a_result_corrected_after_the_payout_shows_what_was_paid_too_much() -> None:
    of = priced(started(2, pay_table=PRIZES[:2]))
    win_all(of, "W1.1 1")
    first, second = payout_sheet(of).lines
    assert [(line.who, line.due) for line in (first, second)] == [("1", 4550), ("2", 2200)]
    ledger.pay_out(of.pk, first.key, expected=first.open, payment=payment("prize-one"))
    assert payout_sheet(of).lines[0].is_settled
    final = of.stages.get().pairings.get()
    rulings.correct_result(
        final.pk, winner=entry(of, "2").pk, by=None, now=NOW, reason="typed wrong"
    )
    of.refresh_from_db()
    lines = {line.who: line for line in payout_sheet(of).lines}
    assert [(lines[who].due, lines[who].paid) for who in "12"] == [(2200, 4550), (4550, 0)]
    with pytest.raises(DomainError, match="prize_otherwise"):
        ledger.pay_out(of.pk, lines["2"].key, expected=1, payment=payment("prize-two"))
    ledger.pay_out(of.pk, lines["1"].key, expected=-2350, payment=payment("prize-back"))
    assert payout_sheet(of).paid == 2200


def test_in_is_out_and_what_is_on_hand() -> None:
    of = priced(entered(2), registration_fee=1000)
    pay(of, "1", 6000)
    for kind, amount in (("added", 20000), ("expense", 4000)):
        ledger.write_line(
            of.pk,
            ledger.LedgerItem(kind=kind, amount=amount, who="Hotel"),
            payment=payment(f"line-{kind}"),
        )
    result = balance(lines_of(of), "EUR")
    assert (result.came_in, result.went_out, result.on_hand) == (26000, 4000, 22000)


def test_the_database_itself_lets_nobody_change_what_a_line_says() -> None:
    made = priced(entered(2))
    [line] = pay(made, "1", 5000)
    rows = LedgerLine.objects.filter(pk=line.pk)
    for name, value in (("amount", 1), ("note", "x"), ("entry", None), ("key", "another-key")):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            rows.update(**{name: value})
    assert rows.update(player=None, by=None) == 1
