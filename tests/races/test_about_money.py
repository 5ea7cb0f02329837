"""Two desks about one payment, one prize, one pay table and one file: it is taken once."""

import pytest

from accounts.models import Player
from tests.keeping import forget
from tests.races.forcing import MEETING, Work, pass_by, race, race_unlocked
from tests.tournaments.making import NOW, director, entered, entry, started, tournament, win_all
from tournaments.exchange.services import import_flow
from tournaments.exchange.services.import_preview import DryRun
from tournaments.models import ImportFile, LedgerLine, Tournament
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.money.services import fees, ledger
from tournaments.ruling.services import preview
from tournaments.ruling.services.pay_table import SetPayTable
from tournaments.ruling.services.preview import RulingRequest, rule
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
PAID = "tournaments.money.services.ledger._line"
PAID_OUT = "tournaments.money.services.ledger._pay"
WRITTEN = "tournaments.exchange.services.import_entries.write"
WINNER = [{"section": "main", "place": 1, "share": 100}]
TWO = [{"section": "main", "place": place, "share": 50} for place in (1, 2)]


@pytest.fixture(autouse=True)
def _no_tables_of_other_tests() -> None:
    """Tables are kept by a tournament's number and version, which tests use again."""
    forget()


def payment(key: str) -> ledger.Payment:
    return ledger.Payment(by=None, now=NOW, key=key)


def paid_at(of: Tournament, key: str) -> Work:
    entry_id = entry(of, "1").pk
    return lambda: ledger.take_fees(of.pk, entry_id, expected=5000, payment=payment(key))


def priced(of: Tournament) -> Tournament:
    fees.set_plan(of.pk, by=None, entry_fee=5000, returned=90, pay_unit=100)
    return of


def test_a_form_that_is_sent_twice_at_once_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    of = priced(entered(2))
    item, same = race(monkeypatch, paid_at(of, "one-form"), paid_at(of, "one-form"), at=PAID)
    assert item == same
    assert of.ledger_lines.count() == 1


def test_control_without_the_lock_the_second_form_runs_into_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = priced(entered(2))
    _, fell = race_unlocked(monkeypatch, paid_at(of, "one-form"), paid_at(of, "one-form"), at=PAID)
    assert type(fell).__name__ == "IntegrityError"


def test_two_desks_take_a_fee_once(monkeypatch: pytest.MonkeyPatch) -> None:
    of = priced(entered(2))
    _line, refused = race(monkeypatch, paid_at(of, "desk-one"), paid_at(of, "desk-two"), at=PAID)
    assert isinstance(refused, DomainError)
    assert refused.code == "owes_otherwise"
    assert of.ledger_lines.count() == 1


def test_control_without_the_lock_two_desks_take_it_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    of = priced(entered(2))
    race_unlocked(monkeypatch, paid_at(of, "desk-one"), paid_at(of, "desk-two"), at=PAID)
    assert of.ledger_lines.count() == 2


def two_payouts() -> tuple[Tournament, Work, Work]:
    of = priced(started(2, pay_table=WINNER))
    win_all(of, "W1.1 1")
    line = next(item for item in payout_sheet(Tournament.objects.get(pk=of.pk)).lines if item.open)

    def pay(key: str) -> Work:
        return lambda: ledger.pay_out(of.pk, line.key, expected=line.open, payment=payment(key))

    return of, pay("desk-one"), pay("desk-two")


def test_a_prize_is_paid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    of, first, second = two_payouts()
    line, refused = race(monkeypatch, first, second, at=PAID_OUT)
    assert isinstance(line, LedgerLine)
    assert isinstance(refused, DomainError)
    assert refused.code == "prize_otherwise"
    assert of.ledger_lines.count() == 1


def test_control_without_the_lock_a_prize_is_paid_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    of, first, second = two_payouts()
    race_unlocked(monkeypatch, first, second, at=PAID_OUT)
    assert of.ledger_lines.count() == 2


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who rules and who pays passes `about_to_write` after reading what the decision rests on."""

    pass_by(monkeypatch, preview, "ruling")
    pass_by(monkeypatch, ledger, "_pay")


def table_and_payout() -> tuple[Tournament, Work, Work]:
    """An organizer lets two places pay while the desk pays all to the winner, as its sheet said."""
    of = priced(started(2, pay_table=WINNER))
    win_all(of, "W1.1 1")
    line = next(item for item in payout_sheet(Tournament.objects.get(pk=of.pk)).lines if item.open)
    action = SetPayTable(tournament=of.pk, pay_table=TWO)
    return (
        of,
        lambda: rule(action, RulingRequest(None, NOW, "as agreed")),
        lambda: ledger.pay_out(of.pk, line.key, expected=line.open, payment=payment("desk-one")),
    )


def still_open(of: Tournament) -> list[int]:
    return [line.open for line in payout_sheet(Tournament.objects.get(pk=of.pk)).lines]


@pytest.mark.usefixtures("watched")
def test_nothing_is_paid_by_a_pay_table_that_was_just_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, sets, pays = table_and_payout()
    _ruling, refused = race(monkeypatch, sets, pays, at=MEETING)
    assert isinstance(refused, DomainError)
    assert refused.code == "prize_otherwise"
    assert not of.ledger_lines.exists()
    assert still_open(of) == [4500, 4500]


@pytest.mark.usefixtures("watched")
def test_what_was_just_paid_is_taken_off_by_the_new_pay_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, sets, pays = table_and_payout()
    race(monkeypatch, pays, sets, at=MEETING)
    assert of.ledger_lines.get().amount == -9000
    assert still_open(of) == [-4500, 4500]


@pytest.mark.usefixtures("watched")
def test_control_without_the_lock_the_old_prize_is_paid_over_the_new_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, sets, pays = table_and_payout()
    race_unlocked(monkeypatch, sets, pays, at=MEETING)
    assert of.ledger_lines.get().amount == -9000
    assert still_open(of) == [-4500, 4500]


def two_yeses() -> tuple[Tournament, Work, Work]:
    boss = director()
    of = tournament(boss)
    data = b"name\nNewcomer\n"
    file = import_flow.upload(of.pk, by=boss, kind="entries", name="l.csv", data=data, now=NOW)
    run: DryRun = import_flow.dry_run(of.pk, file.pk, by=boss, now=NOW)

    def take() -> ImportFile:
        return import_flow.apply_file(
            of.pk, file.pk, by=boss, now=NOW, confirmation=import_flow.Confirmation(run.digest, {})
        )

    return of, take, take


def test_a_file_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    of, first, second = two_yeses()
    _file, refused = race(monkeypatch, first, second, at=WRITTEN)
    assert isinstance(refused, DomainError)
    assert refused.code == "already_taken"
    assert of.entries.count() == Player.objects.filter(name="Newcomer").count() == 1


def test_control_without_the_lock_a_file_is_taken_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    of, first, second = two_yeses()
    race_unlocked(monkeypatch, first, second, at=WRITTEN)
    assert of.entries.count() == 2
