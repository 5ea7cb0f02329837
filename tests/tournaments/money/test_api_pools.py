"""Side pools, the auction and the money of an event over the API."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.event.making_events import event
from tests.tournaments.making import entered, entry
from tests.tournaments.money.test_api_money import KEY, assistant, with_fees
from tournaments.models import CalcuttaLot, LedgerLine, SidePool, Tournament

pytestmark = pytest.mark.django_db
TABLE = [{"section": "main", "place": 1, "share": 100}]


def test_a_side_pool_is_made_entered_changed_and_removed() -> None:
    made = entered(3)
    early = DeskProgram(made).post("side-pools", name="Juniors", fee=1000, shares=[100])
    assert (early.status_code, early.json()["code"]) == (409, "no_fees")
    program, first = with_fees(made), entry(made, 1)
    pool = program.post("side-pools", name="Juniors", fee=1000, shares=[66.5, 33.5]).json()
    assert (pool["shares"], pool["section"], pool["entries"]) == ([66.5, 33.5], "main", [])
    place = f"side-pools/{pool['id']}"
    helper = DeskProgram(made, assistant(made))
    for _again in range(2):
        assert helper.put(f"{place}/entries/{first.pk}").status_code == 204
    (row,) = program.get("side-pools").json()
    assert (row["entries"], row["pot"]) == ([first.pk], 1000)
    changed = program.patch(place, section="consolation").json()
    stored = SidePool.objects.get()
    assert changed["shares"] == [66.5, 33.5]
    assert [line["section"] for line in stored.pay_table] == ["consolation"] * 2
    assert program.delete(place).json()["code"] == "pool_in_use"
    assert helper.delete(place).status_code == 403
    assert program.delete(f"{place}/entries/{first.pk}").status_code == 204
    assert program.delete(place).status_code == 204


@pytest.mark.parametrize("share", ["NaN", "Infinity", -1, 101, None])
def test_shares_that_are_no_percentages_are_refused(share: object) -> None:
    program = with_fees(entered(2))
    refused = program.post("side-pools", name="Juniors", fee=1000, shares=[share])
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_an_auction_is_held_and_a_bid_is_paid_once() -> None:
    made = entered(2)
    program = with_fees(made)
    assert program.get("calcutta").json()["code"] == "no_calcutta"
    program.put("calcutta", pay_table=TABLE, buy_back=25)
    program.post("calcutta/lots", entries=[entry(made, 1).pk], name="First")
    sheet = program.post("calcutta/lots").json()
    assert [len(lot["entries"]) for lot in sheet["lots"]] == [1, 1]
    place = f"calcutta/lots/{sheet['lots'][0]['id']}"
    sold = program.put(f"{place}/sale", price=5000, owner="Buyer").json()
    assert (sold["bids"], sold["pot"], sold["lots"][0]["owner"]) == (5000, 5000, "Buyer")
    share = {"entry": entry(made, 1).pk, "share": 50}
    assert program.put(f"{place}/buy-backs", shares=[share]).json()["code"] == "too_much"
    program.put(f"{place}/buy-backs", shares=[share | {"share": 25}])
    for _again in range(2):
        assert program.post(f"{place}/payments", key=KEY).json()["amount"] == 5000
    (lot, _other) = program.get("calcutta").json()["lots"]
    assert (lot["paid"], lot["entries"][0]["bought_back"]) == (5000, 25)
    assert program.delete(f"{place}/sale").json()["code"] == "lot_paid"
    assert program.delete(f"calcutta/lots/{_other['id']}").status_code == 204
    assert CalcuttaLot.objects.count() == LedgerLine.objects.count() == 1


def test_a_player_pays_all_of_an_event_at_once() -> None:
    festival = event()
    made = entered(2, organizer=festival.organizer)
    Tournament.objects.filter(pk=made.pk).update(event=festival)
    made.refresh_from_db()
    with_fees(made)
    client, place = APIClient(), f"/api/v1/events/{festival.slug}"
    boss: User = festival.organizer
    client.force_authenticate(boss)
    (row, _other) = client.get(f"{place}/accounts").json()
    assert row["owes"] == 4500
    paid = {"amount": 4500, "key": KEY}
    answer = client.post(f"{place}/accounts/{row['player']}/payments", paid, format="json")
    assert answer.status_code == 201
    line = {"kind": "expense", "amount": 900, "who": "Hall", "key": "desk-0002"}
    rent = client.post(f"{place}/ledger", line, format="json").json()
    undone = client.post(
        f"{place}/ledger/{rent['id']}/reverse", {"key": "desk-0003"}, format="json"
    )
    assert undone.json()["amount"] == 900
    assert client.get(f"{place}/ledger").json()["count"] == 4
