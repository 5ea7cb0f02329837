"""The money pages: who has paid, the plan, an account, pools, the calcutta, the payout, the ledger, an event's desk."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.tournaments.making import NOW, director, entered, entry, player, win_all
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Event, LedgerLine, Tournament
from tournaments.money.services import calcuttas, fees

pytestmark = pytest.mark.django_db
WINNER = [{"section": "main", "place": 1, "share": 100}]


@pytest.fixture
def boss() -> User:
    return director("boss")


@pytest.fixture
def of(boss: User, client: Client) -> Tournament:
    made = entered(4, organizer=boss, pay_table=WINNER)
    fees.set_plan(made.pk, by=None, entry_fee=4000, registration_fee=500, pay_unit=100)
    client.force_login(boss)
    return made


def page(client: Client, name: str, of: Tournament, *more: Any, **data: Any) -> str:
    response = client.get(reverse(name, args=[of.slug, *more]), data)
    assert response.status_code == 200
    return response.content.decode()


def send(client: Client, to: str, of: Tournament, /, *more: Any, **data: Any) -> Any:
    return client.post(reverse(to, args=[of.slug, *more]), data)


def paid(client: Client, of: Tournament, name: str, key: str = "once-more-1") -> Any:
    data = {"entry": entry(of, name).pk, "owes": 4500, "key": key, "method": "card", "name": name}
    return send(client, "tournament-money", of, **data)


def test_one_click_and_somebody_has_paid_by_card(client: Client, of: Tournament) -> None:
    assert "0 of 4" in page(client, "tournament-money", of)
    for _twice in range(2):
        assert paid(client, of, "1").status_code == 302
    assert [(line.amount, line.method) for line in of.ledger_lines.order_by("pk")] == [
        (4000, "card"),
        (500, "card"),
    ]
    shown = page(client, "tournament-money", of)
    assert "1 of 4" in shown
    assert "€45.00" in shown


def test_what_changed_meanwhile_is_said_and_nothing_is_taken(
    client: Client, of: Tournament
) -> None:
    paid(client, of, "1")
    response = paid(client, of, "1", key="another-key")
    assert of.ledger_lines.count() == 2
    assert "The amount has changed" in client.get(response["Location"]).content.decode()


def test_names_are_found_and_who_owes_is_listed_alone(client: Client, of: Tournament) -> None:
    paid(client, of, "1")
    assert ">2</a>" in page(client, "tournament-money", of, show="owes")
    assert ">1</a>" not in page(client, "tournament-money", of, show="owes")
    assert ">3</a>" not in page(client, "tournament-money", of, find="1")


def test_the_list_of_who_has_paid_costs_the_same_queries_for_4_and_for_24(
    client: Client,
    of: Tournament,
    boss: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    page(client, "tournament-money", of)
    with django_assert_max_num_queries(32) as few:
        page(client, "tournament-money", of)
    large = entered(24, organizer=boss)
    fees.set_plan(large.pk, by=None, entry_fee=4000)
    with django_assert_max_num_queries(len(few)):
        page(client, "tournament-money", large)


def test_the_plan_is_typed_and_what_is_wrong_is_said_beside_the_field(
    client: Client, boss: User
) -> None:
    made = entered(2, organizer=boss)
    client.force_login(boss)
    assert "Set the fees and currency first" in page(client, "tournament-money", made)
    good = {
        "currency": "CZK",
        "entry_fee": "1 200",
        "returned": "92.5",
        "added": "",
        "pay_unit": "10",
    }
    bad = send(client, "tournament-money-plan", made, **(good | {"entry_fee": "a lot"}))
    assert bad.status_code == 422
    assert "a lot" in bad.content.decode()
    assert send(client, "tournament-money-plan", made, **good).status_code == 302
    plan = made.fee_plan
    plan.refresh_from_db()
    assert (plan.currency, plan.entry_fee, str(plan.returned), plan.pay_unit) == (
        "CZK",
        120000,
        "92.50",
        1000,
    )
    assert "1200" in page(client, "tournament-money-plan", made)


def test_an_account_takes_a_part_and_gives_back(client: Client, of: Tournament) -> None:
    pk = entry(of, "2").pk
    part = {
        "verb": "line",
        "kind": "entry_fee",
        "amount": "15",
        "method": "cash",
        "key": "part-12345",
    }
    assert send(client, "tournament-money-account", of, pk, **part).status_code == 302
    assert "€30.00" in page(client, "tournament-money-account", of, pk)
    back = part | {"kind": "refund", "amount": "5,00", "key": "back-12345"}
    assert send(client, "tournament-money-account", of, pk, **back).status_code == 302
    assert sum(of.ledger_lines.values_list("amount", flat=True)) == 1000
    guest = {"verb": "own_fee", "entry_fee": "0", "note": "guest"}
    assert send(client, "tournament-money-account", of, pk, **guest).status_code == 302
    assert "To refund" in page(client, "tournament-money", of)
    wrong = send(client, "tournament-money-account", of, pk, **(part | {"amount": "-3"}))
    assert wrong.status_code == 422


def test_a_line_is_taken_back_by_its_opposite(client: Client, of: Tournament) -> None:
    paid(client, of, "1")
    line = of.ledger_lines.first()
    assert line is not None
    data = {"verb": "reverse", "line": line.pk, "key": "reverse-123"}
    assert send(client, "tournament-ledger", of, **data).status_code == 302
    assert LedgerLine.objects.filter(reverses=line).exists()
    assert "Undone" in page(client, "tournament-ledger", of)
    assert send(client, "tournament-ledger", of, **(data | {"line": 10**6})).status_code == 404
    added = {
        "verb": "line",
        "kind": "added",
        "amount": "200",
        "who": "Café",
        "method": "cash",
        "key": "added-12345",
    }
    assert send(client, "tournament-ledger", of, **added).status_code == 302
    assert "Café" in page(client, "tournament-ledger", of)


def test_a_side_pool_is_made_filled_and_taken_away(client: Client, of: Tournament) -> None:
    form = {
        "name": "Queen",
        "fee": "20",
        "shares": "70, 30",
        "returned": "100",
        "section": "main",
        "requires": "",
    }
    assert send(client, "tournament-pools", of, **(form | {"shares": "70, 40"})).status_code == 422
    assert send(client, "tournament-pools", of, **form).status_code == 302
    pool = of.side_pools.get()
    who = entry(of, "3").pk
    join = {"verb": "join", "entry": who, "key": "join-12345"}
    assert send(client, "tournament-pool", of, pool.pk, **join).status_code == 302
    assert "Queen: players" in page(client, "tournament-pool", of, pool.pk)
    assert "Queen" in page(client, "tournament-money", of)
    send(client, "tournament-pool", of, pool.pk, verb="drop")
    assert of.side_pools.exists()
    send(client, "tournament-pool", of, pool.pk, verb="leave", entry=who)
    send(client, "tournament-pool", of, pool.pk, verb="drop")
    assert not of.side_pools.exists()


def test_an_auction_is_held_on_its_sheet(client: Client, of: Tournament) -> None:
    assert "gambling" in page(client, "tournament-calcutta", of)
    terms = {"verb": "set_up", "pay_table": "1: 60\n2: 40", "returned": "100", "buy_back": "50"}
    assert send(client, "tournament-calcutta", of, **terms).status_code == 302
    ones = [entry(of, name).pk for name in "12"]
    send(client, "tournament-calcutta", of, verb="field", entry=ones, name="Field")
    send(client, "tournament-calcutta", of, verb="each")
    field, third, fourth = calcuttas.calcutta_of(of).lots.all()
    assert (field.name, third.name) == ("Field", "3")
    refused = send(
        client, "tournament-calcutta", of, verb="sell", lot=field.pk, price="much", owner="Ann"
    )
    assert refused.status_code == 422
    assert "Ann" in refused.content.decode()
    send(client, "tournament-calcutta", of, verb="sell", lot=field.pk, price="120", owner="Ann")
    send(client, "tournament-calcutta", of, verb="back", lot=field.pk, **{f"back_{ones[0]}": "25"})
    send(client, "tournament-calcutta", of, verb="paid", lot=field.pk, key="bid-123456")
    send(client, "tournament-calcutta", of, verb="drop", lot=fourth.pk)
    shown = page(client, "tournament-calcutta", of)
    assert "Bid paid" in shown
    assert "25%" in shown
    assert of.ledger_lines.get().amount == 12000


def test_the_payout_is_paid_line_by_line_and_signed_for(client: Client, of: Tournament) -> None:
    start(of.pk, by=None, now=NOW)
    assert "No prizes won yet" in page(client, "tournament-payout", of)
    win_all(of, "W1.1 1", "W1.2 2", "W2.1 1")
    shown = page(client, "tournament-payout", of)
    assert "Signature" in shown
    assert "€160.00" in shown
    key = f"payout.0.0.{entry(of, '1').pk}"
    for _twice in range(2):
        send(client, "tournament-payout", of, line=key, open=16000, key="payout-12345")
    assert of.ledger_lines.get().amount == -16000


def test_a_player_pays_for_two_tournaments_of_an_event_in_one_go(
    client: Client, boss: User, of: Tournament
) -> None:
    event = Event.objects.create(
        slug="weekend", name="Weekend", organizer=boss, starts_on=NOW.date(), ends_on=NOW.date()
    )
    ann, other = player("ann"), entered(0, organizer=boss)
    for item in (of, other):
        entries.add_walk_in(item.pk, by=None, now=NOW, player=ann)
        Tournament.objects.filter(pk=item.pk).update(event=event)
    fees.set_plan(other.pk, by=None, entry_fee=1000)
    shown = client.get(reverse("event-money", args=["weekend"])).content.decode()
    assert "€55.00" in shown
    data = {"verb": "paid", "player": ann.pk, "owes": 5500, "key": "all-of-it-1", "name": "ann"}
    for _twice in range(2):
        client.post(reverse("event-money", args=["weekend"]), data)
    assert sum(LedgerLine.objects.values_list("amount", flat=True)) == 5500
    rent = {
        "verb": "line",
        "kind": "expense",
        "amount": "300",
        "who": "Hall",
        "method": "transfer",
        "key": "rent-12345",
    }
    assert client.post(reverse("event-money", args=["weekend"]), rent).status_code == 302
    assert event.ledger_lines.get().amount == -30000


def test_who_has_no_role_sees_no_money(client: Client, of: Tournament) -> None:
    client.force_login(director("other"))
    for name in ("tournament-money", "tournament-ledger", "tournament-payout", "tournament-pools", "tournament-calcutta", "tournament-money-plan"):  # fmt: skip
        assert client.get(reverse(name, args=[of.slug])).status_code == 403
