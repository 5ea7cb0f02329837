"""The calcutta as it is held: a lot on the block, bids, sold, passed and taken back; on the page, on the wall and by the API."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import NOW, director, entered
from tests.tournaments.money.test_api_money import with_fees
from tournaments.models import Calcutta, CalcuttaLot, Tournament
from tournaments.money.selectors.auction import Auction, auction
from tournaments.money.services import calcuttas
from tournaments.money.services.auction import (
    knock_down,
    pass_lot,
    put_on_block,
    raise_bid,
    undo_sale,
)
from tournaments.money.services.calcuttas import Bid
from web.errors import DomainError

pytestmark = pytest.mark.django_db
TABLE = [{"section": "main", "place": 1, "share": 100}]


def auctioned(n: int = 3) -> Tournament:
    made = entered(n)
    with_fees(made)
    by = made.organizer
    calcuttas.set_up(made.pk, by=by, pay_table=TABLE, returned=90, buy_back=50)
    calcuttas.add_each(made.pk, by=by)
    return made


def lot(number: int) -> CalcuttaLot:
    return CalcuttaLot.objects.get(number=number)


def shown(of: Tournament) -> Auction:
    listed = auction(of, Calcutta.objects.get(tournament=of))
    assert listed is not None
    return listed


def test_a_lot_is_sold_to_the_highest_bid_and_the_next_one_comes() -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    raise_bid(made.pk, lot(1).pk, Bid(500, ""), by=by)
    raise_bid(made.pk, lot(1).pk, Bid(700, " Anna  Berg "), by=by)
    now = shown(made)
    assert (now.bid, now.bidder, len(now.coming)) == (700, "Anna Berg", 2)
    knock_down(made.pk, lot(1).pk, by=by, now=NOW)
    assert (lot(1).price, lot(1).owner, lot(1).by) == (700, "Anna Berg", by)
    now = shown(made)
    assert now.lot
    assert (now.lot.lot.number, now.bid, now.bidder) == (2, None, "")
    assert (now.sheet.bids, now.sheet.pot, now.buyers) == (700, 630, ("Anna Berg",))


def test_a_lot_that_is_passed_comes_again_after_the_last() -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    pass_lot(made.pk, lot(1).pk, by=by)
    assert [row.lot.number for row in shown(made).coming] == [3, 1]
    for number in (2, 3, 1):
        assert shown(made).lot.lot.number == number  # type: ignore[union-attr]  # the one asserted
        raise_bid(made.pk, lot(number).pk, Bid(100 * number, "Bob"), by=by)
        knock_down(made.pk, lot(number).pk, by=by, now=NOW)
    assert shown(made).is_over


def test_a_sale_is_taken_back_and_the_lot_stands_at_its_bid_again() -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    raise_bid(made.pk, lot(1).pk, Bid(500, ""), by=by)
    knock_down(made.pk, lot(1).pk, by=by, now=NOW, owner="Carla")
    undo_sale(made.pk, lot(1).pk, by=by, now=NOW)
    now = shown(made)
    assert now.lot
    assert (now.lot.lot.number, now.bid, now.bidder, now.sold) == (1, 500, "Carla", ())


def test_a_sale_undone_twice_keeps_its_bid_and_no_other_lot_loses_one() -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    raise_bid(made.pk, lot(1).pk, Bid(500, "Carla"), by=by)
    knock_down(made.pk, lot(1).pk, by=by, now=NOW)
    raise_bid(made.pk, lot(2).pk, Bid(300, "Ann"), by=by)
    with pytest.raises(DomainError) as refused:
        undo_sale(made.pk, lot(1).pk, by=by, now=NOW)
    assert refused.value.code == "other_lot_has_bid"
    pass_lot(made.pk, lot(2).pk, by=by)
    undo_sale(made.pk, lot(1).pk, by=by, now=NOW)
    raise_bid(made.pk, lot(1).pk, Bid(600, "Bea"), by=by)
    undo_sale(made.pk, lot(1).pk, by=by, now=NOW)
    now = shown(made)
    assert (now.bid, now.bidder) == (600, "Bea")


@pytest.mark.parametrize(
    ("number", "price", "code"),
    [
        (2, 900, "not_on_block"),
        (1, 500, "bid_too_low"),
        (1, 0, "bad_amount"),
        (1, 2**62, "bad_amount"),
    ],
)
def test_a_bid_is_for_the_lot_on_the_block_and_higher(number: int, price: int, code: str) -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    raise_bid(made.pk, lot(1).pk, Bid(500, "Ann"), by=by)
    with pytest.raises(DomainError) as refused:
        raise_bid(made.pk, lot(number).pk, Bid(price, "Bob"), by=by)
    assert refused.value.code == code
    assert shown(made).bid == 500


def test_nothing_is_sold_without_a_bid_or_a_buyer() -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    codes = []
    for bid in (None, Bid(500, "")):
        if bid:
            raise_bid(made.pk, lot(1).pk, bid, by=by)
        with pytest.raises(DomainError) as refused:
            knock_down(made.pk, lot(1).pk, by=by, now=NOW)
        codes.append(refused.value.code)
    assert codes == ["no_bid", "name_needed"]
    assert lot(1).price is None


def test_a_lot_that_was_sold_on_the_sheet_leaves_the_block() -> None:
    made = auctioned()
    by = made.organizer
    put_on_block(made.pk, lot(1).pk, by=by)
    calcuttas.sell(made.pk, lot(1).pk, Bid(300, "Desk"), by=by, now=NOW)
    assert shown(made).lot is None
    with pytest.raises(DomainError, match="no longer on the block"):
        raise_bid(made.pk, lot(1).pk, Bid(400, "Late"), by=by)
    with pytest.raises(DomainError, match="is sold"):
        put_on_block(made.pk, lot(1).pk, by=by)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_what_was_typed_for_a_lot_that_is_gone_does_not_stand_at_the_next_one() -> None:
    made = auctioned()
    client = signed_in(made.organizer)
    page = f"/tournaments/{made.slug}/manage/money/calcutta/auction/"
    client.post(page, {"do": "block", "lot": lot(2).pk})
    for verb, price in (("sold", ""), ("bid", "70")):
        sent = {"do": verb, "lot": lot(1).pk, "price": price, "owner": "Dora"}
        stale = client.post(page, sent)
        assert stale.status_code == 422
        assert "This lot is no longer on the block." in stale.text
        assert "Dora" not in stale.text


def test_the_auctioneer_bids_and_sells_on_the_page_and_the_wall_follows() -> None:
    made = auctioned()
    client = signed_in(made.organizer)
    page, wall = (
        f"/tournaments/{made.slug}/manage/money/calcutta/{name}/" for name in ("auction", "wall")
    )
    assert "Start with: 1" in client.get(page).text
    first = lot(1).pk
    client.post(page, {"do": "block", "lot": first})
    key = re.search(r'data-key="([^"]+)"', client.get(wall).text)
    assert key
    assert client.get(wall, {"key": key[1]}).status_code == 204
    low = client.post(page, {"do": "bid", "lot": first, "price": "abc", "owner": "Ann <b>"})
    assert low.status_code == 422
    assert 'value="Ann &lt;b&gt;"' in low.text
    early = client.post(page, {"do": "sold", "lot": first, "price": "", "owner": "Ann <b>"})
    assert early.status_code == 422
    assert "Nobody has bid for this lot yet." in early.text
    assert 'value="Ann &lt;b&gt;"' in early.text
    assert (
        client.post(page, {"do": "bid", "lot": first, "price": "50", "owner": "Ann"}).status_code
        == 302
    )
    raised = client.get(wall, {"key": key[1]})
    assert raised.status_code == 200
    assert "w-bid num" in raised.text
    sold = client.post(
        page, {"do": "sold", "lot": first, "price": "80", "owner": "Bea"}, follow=True
    )
    assert "Sold to: Bea" in sold.text
    assert (lot(1).price, lot(1).owner) == (8000, "Bea")
    undone = client.post(page, {"do": "undo", "lot": first}, follow=True)
    assert "Sale undone." in undone.text
    assert signed_in(director()).get(wall).status_code == 403


def test_a_program_holds_the_auction() -> None:
    made = auctioned(2)
    program = DeskProgram(made)
    assert program.get("calcutta/auction").json()["lot"] is None
    first = lot(1).pk
    program.post("calcutta/auction", step="block", lot=first)
    assert program.post("calcutta/auction", step="bid", lot=first).status_code == 400
    bid = program.post("calcutta/auction", step="bid", lot=first, price=900)
    assert (bid.json()["bid"], bid.json()["lot"]["id"]) == (900, first)
    sold = program.post("calcutta/auction", step="sold", lot=first, owner="Zoe").json()
    assert (sold["sold"][0]["owner"], sold["lot"]["number"], sold["bids"]) == ("Zoe", 2, 900)
    again = program.post("calcutta/auction", step="sold", lot=first, owner="Zoe")
    assert (again.status_code, again.json()["code"]) == (409, "not_on_block")
    assert program.post("calcutta/auction", step="undo", lot=first).json()["bid"] == 900
    assert program.post("calcutta/auction", step="pass", lot=first).json()["lot"]["number"] == 2
