"""Early entry: who entered before a time pays another entry fee, in the account, the prize pool and the bill."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.making import NOW, director, entry, tournament
from tournaments.bracket.selectors.prize_pot import money_card, pot_of, pots_of
from tournaments.entry.services import entries
from tournaments.models import FeePlan, Tournament
from tournaments.money.selectors.accounts import accounts
from tournaments.money.services import fees
from tournaments.registration.selectors.registration_state import bill_of
from web.errors import DomainError

pytestmark = pytest.mark.django_db
UNTIL = NOW + timedelta(days=2)
LATER = UNTIL + timedelta(minutes=1)


@pytest.fixture
def boss() -> User:
    return director()


@pytest.fixture
def made(boss: User) -> Tournament:
    of = tournament(boss)
    fees.set_plan(of.pk, by=boss, entry_fee=4000, early_fee=3000, early_until=UNTIL)
    for name, at in (("Early Bird", NOW), ("On Time", UNTIL), ("Late Comer", LATER)):
        entries.add_walk_in(of.pk, by=boss, now=at, name=name)
    return of


def test_the_time_of_the_entry_decides(made: Tournament) -> None:
    owed = {account.name: account.owes for account in accounts(made)}
    assert owed == {"Early Bird": 3000, "Late Comer": 4000, "On Time": 4000}
    assert pot_of(made).fees == 11000
    plan = FeePlan.objects.get()
    assert pots_of([made], {made.pk: plan})[made.pk].fees == 11000


def test_a_fee_of_their_own_comes_first(made: Tournament, boss: User) -> None:
    fees.set_own_fee(entry(made, "Early Bird").pk, by=boss, entry_fee=0, registration_fee=0)
    owed = {account.name: account.owes for account in accounts(made)}
    assert owed["Early Bird"] == 0


@pytest.mark.parametrize(("at", "total", "until"), [(NOW, 3000, UNTIL), (LATER, 4000, None)])
def test_the_bill_says_how_long_and_what_comes_then(
    made: Tournament, at: datetime, total: int, until: datetime | None
) -> None:
    bill = bill_of(made, at)
    assert bill is not None
    assert (bill.total, bill.early_until, bill.later) == (total, until, 4000)


def test_the_rule_card_names_it(made: Tournament) -> None:
    assert [line.label for line in money_card(made)[:2]] == [
        "Entry fee",
        "Entry fee before Mon 9 Mar, 10:00",
    ]


def test_fee_and_time_are_set_together_on_the_page(made: Tournament, boss: User) -> None:
    with pytest.raises(DomainError) as refused:
        fees.set_plan(made.pk, by=boss, early_fee=None)
    assert refused.value.code == "early_needs_both"
    client = Client()
    client.force_login(boss)
    address = reverse("tournament-money-plan", args=[made.slug])
    assert 'value="2026-03-09T10:00"' in client.get(address).text
    typed = {"currency": "EUR", "entry_fee": "40", "returned": "100", "pay_unit": "1"}
    early = {"early_fee": "25", "early_until": "2026-03-10T12:00"}
    assert client.post(address, typed | {"early_fee": "25"}).status_code == 422
    assert client.post(address, typed | early).status_code == 302
    assert FeePlan.objects.get().early_fee == 2500
    assert client.post(address, typed).status_code == 302
    assert FeePlan.objects.get().early_until is None
