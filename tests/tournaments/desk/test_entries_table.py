"""The table of entries: sorted and filtered, edited cell by cell, and several entries changed with one confirmation."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.tournaments.making import NOW, director, entry, player, tournament
from tournaments.contacts.services.contacts import ContactTerms, save_contact
from tournaments.desk.selectors.entries_table import entries_table, row_of
from tournaments.desk.services.entry_batches import apply_batch
from tournaments.desk.services.entry_fields import FieldChange, set_field
from tournaments.entry.services import check_in, entries
from tournaments.models import (
    CheckIn,
    EntrantContact,
    Entry,
    FeePlan,
    LedgerLine,
    Role,
    RoleKind,
    Tournament,
)
from tournaments.money.services.ledger import Payment
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return director()


@pytest.fixture
def made(boss: User) -> Tournament:
    of = tournament(boss, entry_limit=3)
    for name, club, rating in (
        ("Zoë Ek", "Aarhus", 1500),
        ("Adam Ash", "", None),
        ("Mia Moe", "Bergen", 1700),
    ):
        row = entries.add_walk_in(of.pk, by=boss, now=NOW, name=name)
        entries.set_labels(row.pk, by=boss, club=club, family="", rating=rating)
    check_in.join_waiting_list(of.pk, by=boss, now=NOW, name="Wanda Wait")
    FeePlan.objects.create(tournament=of, entry_fee=2000)
    return of


@pytest.fixture
def client(boss: User) -> Client:
    client = Client()
    client.force_login(boss)
    return client


def address(of: Tournament) -> str:
    return reverse("tournament-entries-table", args=[of.slug])


def act(client: Client, of: Tournament, do: str, *names: str, **more: object) -> str:
    """Choose these entries, press the button, and confirm what is asked."""
    chosen = [entry(of, name).pk for name in names]
    asked = client.post(address(of), {"do": do, "entry": chosen})
    sent = dict(re.findall(r'name="(do|confirmed|key|owed)" value="([^"]*)"', asked.text))
    listed = re.findall(r'name="entry" value="(\d+)"', asked.text)
    return client.post(address(of), {**sent, "entry": listed, **more}, follow=True).text


def set_cell(of: Tournament, name: str, field: str, typed: str, **more: object) -> None:
    change = FieldChange(field=field, typed=typed, **more)  # type: ignore[arg-type]
    set_field(entry(of, name).pk, change, by=of.organizer, now=NOW)


def test_sorted_by_any_column_with_empty_cells_last(
    made: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(8):
        table = entries_table(made, for_directors=True)
    assert [row.name for row in table.shown("in", "", "-rating")] == [
        "Mia Moe",
        "Zoë Ek",
        "Adam Ash",
    ]
    assert [row.name for row in table.shown("in", "", "club")] == ["Zoë Ek", "Mia Moe", "Adam Ash"]
    assert [row.name for row in table.shown("all", "zoe", "")] == ["Zoë Ek"]
    assert [row.name for row in table.shown("waiting", "", "")] == ["Wanda Wait"]
    assert len(table.shown("unpaid", "", "name")) == 3


def test_a_row_alone_is_as_in_the_table(made: Tournament) -> None:
    set_cell(made, "Zoë Ek", "member_number", "A 17", consent=True)
    rows = entries_table(made, for_directors=True).rows
    assert [row_of(made, row.entry) for row in rows] == list(rows)
    assert row_of(made, 10**6) is None


def test_a_refused_cell_keeps_that_it_was_emptied(made: Tournament, client: Client) -> None:
    cell = reverse("tournament-entry-field", args=[made.slug, entry(made, "Zoë Ek").pk, "club"])
    refused = client.post(cell, {"value": "", "before": "Rome"})
    assert refused.status_code == 422
    assert 'name="value" maxlength="80" value=""' in refused.text


def test_a_cell_keeps_only_what_can_be_printed(made: Tournament, client: Client) -> None:
    zoe = entry(made, "Zoë Ek")
    cell = reverse("tournament-entry-field", args=[made.slug, zoe.pk, "club"])
    client.post(cell, {"value": "Os\0lo", "before": "Aarhus"})
    zoe.refresh_from_db()
    assert zoe.club == "Oslo"


def test_a_cell_is_edited_without_a_script(made: Tournament, client: Client) -> None:
    zoe = entry(made, "Zoë Ek")
    cell = reverse("tournament-entry-field", args=[made.slug, zoe.pk, "club"])
    assert 'name="value" maxlength="80" value="Aarhus"' in client.get(cell + "?state=in").text
    answer = client.post(cell + "?state=in", {"value": "Oslo", "before": "Aarhus"})
    assert answer["Location"] == f"{address(made)}?state=in#entry-{zoe.pk}"
    zoe.refresh_from_db()
    assert zoe.club == "Oslo"
    stale = client.post(cell, {"value": "Rome", "before": "Aarhus"})
    assert stale.status_code == 422
    assert 'value="Rome"' in stale.text
    assert "Oslo" in stale.text


def test_a_cell_answers_a_script_alone(made: Tournament, client: Client) -> None:
    cell = reverse("tournament-entry-field", args=[made.slug, entry(made, "Mia Moe").pk, "rating"])
    answer = client.post(cell, {"value": "17OO", "before": "1700"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.strip().startswith("<td")
    assert "Enter a rating between" in answer.text
    assert 'value="17OO"' in answer.text
    answer = client.post(
        cell, {"value": "1712,5", "before": "1700"}, headers={"HX-Request": "true"}
    )
    assert "1712.5" in answer.text
    assert entry(made, "Mia Moe").rating == 1712.5


def test_a_country_is_set_for_players_without_an_account_only(made: Tournament, boss: User) -> None:
    set_cell(made, "Zoë Ek", "country", "SE")
    assert entry(made, "Zoë Ek").player.country == "SE"
    with pytest.raises(DomainError, match="Choose a country"):
        set_cell(made, "Zoë Ek", "country", "XX")
    Tournament.objects.update(entry_limit=None)
    theirs = entries.add_walk_in(made.pk, by=boss, now=NOW, player=player("olga"))
    with pytest.raises(DomainError, match="own country"):
        set_field(theirs.pk, FieldChange(field="country", typed="SE"), by=boss, now=NOW)


def test_a_first_member_number_needs_consent(made: Tournament, boss: User) -> None:
    with pytest.raises(DomainError, match="only with consent"):
        set_cell(made, "Zoë Ek", "member_number", "A 17")
    set_cell(made, "Zoë Ek", "member_number", "A 17", consent=True)
    zoe = entry(made, "Zoë Ek")
    kept = {"email": "zoe@example.org", "member_number": "A 17"}
    save_contact(made.pk, zoe.player_id, kept, terms=ContactTerms(boss, NOW, days=7), consent=True)
    set_cell(made, "Zoë Ek", "member_number", "")
    contact = EntrantContact.objects.get()
    assert (contact.email, contact.member_number, contact.days) == ("zoe@example.org", "", 7)
    EntrantContact.objects.update(email="", member_number="A 17", answers={"1": "yes"})
    set_cell(made, "Zoë Ek", "member_number", "")
    assert EntrantContact.objects.get().answers == {"1": "yes"}


def test_several_are_checked_in_and_paid_with_one_confirmation(
    made: Tournament, client: Client
) -> None:
    assert "2 players checked in." in act(client, made, "here", "Zoë Ek", "Mia Moe")
    assert CheckIn.objects.count() == 2
    text = act(client, made, "pay", "Zoë Ek", "Mia Moe", "Wanda Wait", method="card")
    assert "2 payments recorded." in text
    assert sorted(LedgerLine.objects.values_list("amount", "method")) == [(2000, "card")] * 2


def test_a_payment_sent_twice_names_the_same_payments_again(made: Tournament, boss: User) -> None:
    payment = Payment(by=boss, now=NOW, key="a-long-key")
    chosen = [entry(made, name).pk for name in ("Zoë Ek", "Mia Moe")]
    for _again in range(2):
        done = apply_batch(made.pk, "pay", chosen, owed=4000, payment=payment)
        assert {row.entry for row in done.rows} == set(chosen)
    assert LedgerLine.objects.count() == 2
    with pytest.raises(DomainError, match="bad_key"):
        apply_batch(made.pk, "pay", chosen, owed=4000, payment=replace(payment, key=""))


def test_a_sum_that_changed_is_not_taken(made: Tournament, client: Client) -> None:
    assert "The amounts have changed" in act(client, made, "pay", "Zoë Ek", owed=1)
    assert not LedgerLine.objects.exists()


def test_a_removal_of_several_is_undone_with_seeds_and_waiting_list(
    made: Tournament, client: Client, boss: User
) -> None:
    entries.set_seeds(made.pk, by=boss, seeds={entry(made, "Mia Moe").pk: 1})
    before = list(Entry.objects.order_by("pk").values())
    text = act(client, made, "remove", "Mia Moe", "Adam Ash", "Wanda Wait")
    assert Entry.objects.filter(status=Entry.Status.WITHDRAWN).count() == 3
    notice = re.search(r'name="removed" value="([^"]+)"', text)
    assert notice
    client.post(address(made), {"do": "undo", "removed": notice[1]})
    assert list(Entry.objects.order_by("pk").values()) == before


def test_an_undo_names_who_could_not_come_back(
    made: Tournament, client: Client, boss: User
) -> None:
    text = act(client, made, "remove", "Mia Moe", "Adam Ash")
    notice = re.search(r'name="removed" value="([^"]+)"', text)
    assert notice
    Tournament.objects.filter(pk=made.pk).update(entry_limit=2)
    undone = client.post(address(made), {"do": "undo", "removed": notice[1]}, follow=True).text
    back = Entry.objects.filter(player__name__in=["Mia Moe", "Adam Ash"])
    assert sorted(back.values_list("status", flat=True)) == ["active", "withdrawn"]
    gone = back.select_related("player").get(status="withdrawn").title
    assert "1 entry restored." in undone
    assert f"{gone}: " in undone


def test_moved_to_the_waiting_list_and_back(made: Tournament, client: Client) -> None:
    act(client, made, "wait", "Adam Ash")
    assert entry(made, "Adam Ash").status == Entry.Status.WAITING_LIST
    act(client, made, "admit", "Wanda Wait")
    assert entry(made, "Wanda Wait").is_active
    assert "This tournament is full" in act(client, made, "admit", "Adam Ash")


def test_seeds_by_rating_of_the_chosen(made: Tournament, client: Client, boss: User) -> None:
    entries.set_seeds(made.pk, by=boss, seeds={entry(made, "Adam Ash").pk: 1})
    act(client, made, "seed", "Zoë Ek", "Mia Moe", "Adam Ash")
    seeds = {row.title: row.seed for row in Entry.objects.filter(status="active")}
    assert seeds == {"Mia Moe": 1, "Zoë Ek": 2, "Adam Ash": None}


def test_an_assistant_checks_in_but_removes_nobody(made: Tournament) -> None:
    helper = player("helper").user
    assert helper
    Role.objects.create(tournament=made, user=helper, kind=RoleKind.ASSISTANT, given_at=NOW)
    client = Client()
    client.force_login(helper)
    page = client.get(address(made)).text
    assert "cell-link" not in page
    assert 'value="remove"' not in page
    assert "1 player checked in." in act(client, made, "here", "Zoë Ek")
    zoe = entry(made, "Zoë Ek").pk
    forced = {"do": "remove", "confirmed": "1", "entry": [zoe], "key": "a-long-key"}
    assert client.post(address(made), forced).status_code == 403


def test_member_numbers_are_for_directors(made: Tournament, client: Client) -> None:
    set_cell(made, "Zoë Ek", "member_number", "A 17", consent=True)
    helper = player("helper").user
    assert helper
    Role.objects.create(tournament=made, user=helper, kind=RoleKind.ASSISTANT, given_at=NOW)
    assistant = Client()
    assistant.force_login(helper)
    for viewer, is_shown in ((client, True), (assistant, False)):
        page = viewer.get(address(made), {"sort": "-member_number"}).text
        assert ("A 17" in page) == is_shown
        assert ("Member number" in page) == is_shown
        listed = viewer.get(address(made), {"find": "a 17"}).text
        assert ("Zoë Ek" in listed) == is_shown
