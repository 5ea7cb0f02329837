"""The door list: who is here, what is paid and owed, who waits; one press each."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.tournaments.making import NOW, director, entry, tournament
from tournaments.entry.services import check_in, entries
from tournaments.models import CheckIn, FeePlan, LedgerLine, Tournament
from tournaments.money.selectors.door import DoorList, door

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return director()


@pytest.fixture
def made(boss: User) -> Tournament:
    of = tournament(boss, entry_limit=2)
    for name in ("Zoë Ek", "Adam Ash"):
        entries.add_walk_in(of.pk, by=boss, now=NOW, name=name)
    check_in.join_waiting_list(of.pk, by=boss, now=NOW, name="Wanda Wait")
    FeePlan.objects.create(tournament=of, entry_fee=2000)
    return of


@pytest.fixture
def client(boss: User) -> Client:
    client = Client()
    client.force_login(boss)
    return client


def listed(of: Tournament) -> DoorList:
    return door(of, FeePlan.objects.get(tournament=of))


def press(client: Client, of: Tournament, name: str, do: str, **more: object) -> str:
    data = {"do": do, "entry": entry(of, name).pk, **more}
    return client.post(reverse("tournament-door", args=[of.slug]), data, follow=True).text


def test_by_name_with_who_waits_last(
    made: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    plan = FeePlan.objects.get(tournament=made)
    with django_assert_num_queries(5):
        page = door(made, plan)
    assert [row.name for row in page.rows] == ["Adam Ash", "Zoë Ek", "Wanda Wait"]
    assert [(row.owes, row.number) for row in page.rows] == [(2000, 0), (2000, 0), (0, 1)]
    totals = (page.here, page.away, page.unpaid, page.waiting, page.owed, page.paid)
    assert totals == (0, 2, 2, 1, 4000, 0)


def test_filters_and_search_fold_accents(made: Tournament) -> None:
    check_in.check_in(entry(made, "Adam Ash").pk, by=None, now=NOW)
    page = listed(made)
    assert [row.name for row in page.shown("away")] == ["Zoë Ek"]
    assert [row.name for row in page.shown("waiting")] == ["Wanda Wait"]
    assert [row.name for row in page.shown("all", "zoe")] == ["Zoë Ek"]
    assert len(page.shown("unpaid")) == 2


def test_one_press_each_for_here_and_paid(made: Tournament, client: Client) -> None:
    press(client, made, "Adam Ash", "here")
    paying = {"owes": 2000, "key": "a-long-key", "method": "card"}
    press(client, made, "Adam Ash", "pay", **paying)
    press(client, made, "Adam Ash", "pay", **paying)  # pressed twice
    assert LedgerLine.objects.get().method == "card"
    assert CheckIn.objects.count() == 1
    press(client, made, "Adam Ash", "away")
    assert not CheckIn.objects.exists()


def test_a_debt_that_changed_is_not_taken_and_the_page_says_so(
    made: Tournament, client: Client
) -> None:
    text = press(client, made, "Adam Ash", "pay", owes=1000, key="a-long-key")
    assert "The amount has changed. Outstanding now: €20.00." in text
    assert not LedgerLine.objects.exists()


def test_a_place_for_who_waits_once_there_is_one(
    made: Tournament, client: Client, boss: User
) -> None:
    assert "This tournament is full." in press(client, made, "Wanda Wait", "admit")
    entries.remove(entry(made, "Zoë Ek").pk, by=boss)
    press(client, made, "Wanda Wait", "admit")
    assert entry(made, "Wanda Wait").is_active


def test_entries_of_other_tournaments_are_out_of_reach(made: Tournament, client: Client) -> None:
    other = tournament(director())
    theirs = entries.add_walk_in(other.pk, by=None, now=NOW, name="Far Away")
    address = reverse("tournament-door", args=[made.slug])
    assert (
        "no longer exists"
        in client.post(address, {"do": "here", "entry": theirs.pk}, follow=True).text
    )
    assert not CheckIn.objects.exists()


def test_without_fees_it_is_a_list_of_who_is_here(boss: User, client: Client) -> None:
    of = tournament(boss)
    entries.add_walk_in(of.pk, by=boss, now=NOW, name="Adam Ash")
    assert "Outstanding" not in client.get(reverse("tournament-door", args=[of.slug])).text
