"""Money by the API: fees, payments, lines of the ledger and their reversal, the payout sheet."""

import pytest

from accounts.models import User
from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import NOW, director, entered, entry, started
from tournaments.models import LedgerLine, Role, Tournament

pytestmark = pytest.mark.django_db
KEY = "desk-0001"


def with_fees(made: Tournament) -> DeskProgram:
    program = DeskProgram(made)
    answer = program.patch("fees", currency="EUR", entry_fee=4000, registration_fee=500)
    assert answer.status_code == 200, answer.json()
    return program


def assistant(of: Tournament) -> User:
    helper = director()
    Role.objects.create(user=helper, tournament=of, kind="assistant", given_at=NOW)
    return helper


def test_fees_are_set_and_an_entry_pays_once() -> None:
    made = entered(2)
    program, first = with_fees(made), entry(made, 1)
    owed = {row["entry"]: row["owes"] for row in program.get("accounts").json()}
    assert owed[first.pk] == 4500
    place = f"entries/{first.pk}/payments"
    wrong = program.post(place, amount=4000, key=KEY)
    assert (wrong.status_code, wrong.json()["code"]) == (409, "owes_otherwise")
    for _again in range(2):
        paid = program.post(place, amount=4500, key=KEY)
        assert paid.status_code == 201
        assert sorted(line["amount"] for line in paid.json())[-1] == 4000
    assert LedgerLine.objects.count() == 2
    owed = {row["entry"]: row["owes"] for row in program.get("accounts").json()}
    assert owed[first.pk] == 0


def test_a_line_is_written_and_reversed() -> None:
    program = with_fees(entered(2))
    line = program.post("ledger", kind="expense", amount=2500, who="Hall", key=KEY).json()
    assert line["amount"] == -2500
    taken_back = program.post(f"ledger/{line['id']}/reverse", key="desk-0002").json()
    assert (taken_back["amount"], taken_back["reverses"]) == (2500, line["id"])
    listed = program.get("ledger").json()["results"]
    assert [row["reversed_by"] for row in listed] == [None, taken_back["id"]]


def test_a_fee_needs_its_entry() -> None:
    program = with_fees(entered(2))
    answer = program.post("ledger", kind="entry_fee", amount=100, key=KEY)
    assert (answer.status_code, answer.json()["code"]) == (400, "entry_needed")


def test_assistants_take_fees_and_nothing_else() -> None:
    made = entered(2)
    with_fees(made)
    helper = DeskProgram(made, assistant(made))
    place = f"entries/{entry(made, 1).pk}/payments"
    assert helper.post(place, amount=4500, key=KEY).status_code == 201
    refused = [
        helper.patch("fees", entry_fee=1),
        helper.post("ledger", kind="expense", amount=1, who="Hall", key="desk-0002"),
        helper.post("payouts", line="payout.0.0.1", amount=1, key="desk-0003"),
        DeskProgram(made, director()).get("accounts"),
    ]
    assert [answer.status_code for answer in refused] == [403] * 4


def test_a_payout_that_is_not_due_is_refused() -> None:
    program = with_fees(started(2))
    assert program.get("payouts").status_code == 200
    answer = program.post("payouts", line="payout.0.0.1", amount=100, key=KEY)
    assert (answer.status_code, answer.json()["code"]) == (409, "prize_otherwise")


def test_a_key_records_one_payment_and_hides_no_other() -> None:
    made = entered(2)
    program, first, second = with_fees(made), entry(made, 1), entry(made, 2)
    paid = [program.post(f"entries/{first.pk}/payments", amount=4500, key=KEY) for _ in range(2)]
    both = [sorted(line["amount"] for line in answer.json()) for answer in paid]
    assert both == [[500, 4000]] * 2
    line = {"kind": "expense", "amount": 2500, "who": "Hall", "key": "desk-0002"}
    assert [program.post("ledger", **line).status_code for _ in range(2)] == [201, 201]
    others = [
        program.post(f"entries/{second.pk}/payments", amount=4500, key=KEY),
        program.post(f"entries/{first.pk}/payments", amount=4000, key=KEY),
        program.post("ledger", kind="entry_fee", amount=4000, entry=first.pk, key=KEY),
        program.post("ledger", **line | {"amount": 2600}),
        program.post("ledger", **line | {"kind": "added"}),
        program.post("ledger", **line | {"who": "Bar"}),
        program.post("payouts", line="payout.0.0.1", amount=2600, key="desk-0002"),
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in others} == {(409, "key_reused")}  # fmt: skip
    assert LedgerLine.objects.count() == 3
