"""Contacts of entrants: kept with consent, seen by the directors of that tournament only, and gone when their time is over."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.audit import Actor
from accounts.services.players import create_walk_in
from tests.tournaments.making import NOW, director, entered, entry, player
from tournaments.contacts.selectors.contacts import address_lists, contact_rows, contacts_of
from tournaments.contacts.services import contacts
from tournaments.contacts.services.contacts import ContactTerms, save_contact, sweep
from tournaments.exchange.selectors.exports import ENTRIES_WITH_CONTACTS, TABLES
from tournaments.exchange.services import import_flow
from tournaments.exchange.services.import_preview import DryRun
from tournaments.models import (
    CheckIn,
    EntrantContact,
    Entry,
    FeePlan,
    Role,
    RoleKind,
    Tournament,
)
from tournaments.players.services import merging
from tournaments.setup.services import lifecycle
from web.csv_writing import csv_rows
from web.errors import DomainError

pytestmark = pytest.mark.django_db
DETAILS = {"email": "one@example.org", "phone": "+372 555 123", "member_number": "EE-17"}


@pytest.fixture
def boss() -> User:
    return director()


def kept(
    of: Tournament, who: Player, by: User | None = None, days: int | None = 30, **details: str
) -> EntrantContact:
    terms = ContactTerms(by, NOW, days)
    made = save_contact(of.pk, who.pk, details or DETAILS, terms=terms, consent=True)
    assert made is not None
    return made


def login(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def finish(of: Tournament, at: Any = NOW) -> None:
    Tournament.objects.filter(pk=of.pk).update(status="finished", finished_at=at)


def test_a_contact_needs_consent_and_a_director(boss: User) -> None:
    made, who = entered(2, organizer=boss), None
    who = entry(made, 1).player
    with pytest.raises(DomainError) as refused:
        save_contact(made.pk, who.pk, DETAILS, terms=ContactTerms(boss, NOW), consent=False)
    assert refused.value.code == "consent_needed"
    with pytest.raises(DomainError) as refused:
        save_contact(made.pk, who.pk, DETAILS, terms=ContactTerms(director(), NOW), consent=True)
    assert refused.value.code == "not_a_director"
    with pytest.raises(DomainError) as refused:
        save_contact(made.pk, player().pk, DETAILS, terms=ContactTerms(boss, NOW), consent=True)
    assert refused.value.code == "no_such_entry"
    assert not EntrantContact.objects.exists()


def test_only_directors_of_this_tournament_see_contacts(boss: User) -> None:
    made = entered(2, organizer=boss)
    who = entry(made, 1).player
    kept(made, who, boss)
    assert who.user is not None
    assistant, other = director(), director()
    Role.objects.create(tournament=made, user=assistant, kind=RoleKind.ASSISTANT, given_at=NOW)
    entered(2, organizer=other)
    base = f"/tournaments/{made.slug}"
    pages = (f"{base}/manage/contacts/", f"{base}/manage/contacts/{who.pk}/")
    for address in pages:
        assert DETAILS["email"] in login(boss).get(address).content.decode()
        for user in (assistant, other, who.user):
            assert login(user).get(address).status_code == 403, (address, user)
        assert Client().get(address).status_code == 302
    files = f"{base}/manage/files/entries.csv"
    assert DETAILS["email"] in b"".join(login(boss).get(files)).decode()
    assert DETAILS["email"] not in b"".join(login(assistant).get(files)).decode()
    for address in (f"{base}/", f"{base}/manage/", f"/api/v1{base}", f"/api/v1{base}/entries",
                    f"/players/{who.pk}/"):  # fmt: skip
        for client in (Client(), login(boss)):
            text = client.get(address).content.decode()
            assert not any(value in text for value in DETAILS.values()), address


def test_the_page_saves_refuses_and_deletes_and_loses_nothing(boss: User) -> None:
    made = entered(2, organizer=boss)
    who = entry(made, 1).player
    page, client = f"/tournaments/{made.slug}/manage/contacts/{who.pk}/", login(boss)
    answer = client.post(page, {**DETAILS, "email": "not an address", "seen": "", "days": "30"})
    assert answer.status_code == 422
    assert all(text in answer.content.decode() for text in ("not an address", "+372 555 123"))
    answer = client.post(page, {**DETAILS, "seen": "", "days": "30"})
    assert answer.status_code == 422
    assert "Ask the player first" in answer.content.decode()
    typed = {**DETAILS, "consent": "on", "seen": ""}
    assert client.post(page, {**typed, "days": ""}).status_code == 302
    row = EntrantContact.objects.get()
    assert (row.email, row.days, row.delete_at, row.consent_by) == (
        DETAILS["email"],
        None,
        None,
        boss,
    )
    answer = client.post(page, {**typed, "phone": "1", "days": "7"})
    assert answer.status_code == 409
    assert 'value="1"' in answer.content.decode()
    seen = contacts.details_text(row)
    assert client.post(page, {"delete": "1", "seen": seen}).status_code == 302
    assert not EntrantContact.objects.exists()


def test_a_contact_goes_so_many_days_after_the_tournament(boss: User) -> None:
    made = entered(3, organizer=boss)
    first, second, third = (entry(made, k).player for k in (1, 2, 3))
    kept(made, first, days=7)
    kept(made, second, days=90)
    kept(made, third, days=None)
    assert sweep(NOW + timedelta(days=8)) == 0  # it is not over
    assert EntrantContact.objects.get(player=first).delete_at == NOW + timedelta(days=15)
    finish(made, NOW + timedelta(days=10))
    assert sweep(NOW + timedelta(days=15)) == 0
    assert EntrantContact.objects.get(player=first).delete_at == NOW + timedelta(days=17)
    assert sweep(NOW + timedelta(days=17)) == 1
    assert sweep(NOW + timedelta(days=101)) == 1
    assert sweep(NOW + timedelta(days=5000)) == 0
    assert EntrantContact.objects.get().player == third


def test_a_tournament_that_nobody_ends_keeps_contacts_a_year_at_most(boss: User) -> None:
    made = entered(2, organizer=boss)
    kept(made, entry(made, 1).player)
    now = NOW
    while EntrantContact.objects.exists():
        now += timedelta(days=15)
        sweep(now)
    assert timedelta(days=365) <= now - NOW <= timedelta(days=400)


def test_contacts_end_with_the_account_and_move_with_the_player(boss: User) -> None:
    made = entered(2, organizer=boss)
    gone, other = player(), create_walk_in("Walk In")
    assert gone.user is not None
    Entry.objects.create(tournament=made, player=gone, entered_at=NOW)
    Entry.objects.create(tournament=entered(1, organizer=boss), player=other, entered_at=NOW)
    kept(made, gone)
    assert contacts_of(gone.user)[0] | {"consent_noted_at": ""} == {
        "tournament": "Spring Open", "email": "one@example.org", "phone": "+372 555 123", "member_number": "EE-17",
        "answers": [], "consent_noted_at": "", "deleted_days_after_the_tournament": 30,
    }  # fmt: skip
    digest = merging.preview(other.pk, gone.pk).digest
    merging.merge(other.pk, gone.pk, digest, Actor(None, NOW, reason="Twice."))
    assert EntrantContact.objects.get().player == gone
    contacts.forget_user(gone.user)
    assert not EntrantContact.objects.exists()


def test_address_lists_name_who_owes_and_who_is_not_here(boss: User) -> None:
    made = entered(4, organizer=boss)
    for k in (1, 2, 3):
        kept(made, entry(made, k).player, email=f"p{min(k, 2)}@example.org")
    CheckIn.objects.create(entry=entry(made, 1), at=NOW)
    FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=1000)
    lists = {each.key: each for each in address_lists(made, contact_rows(made))}
    assert lists["all"].addresses == ("p1@example.org", "p2@example.org")
    assert lists["all"].missing == 1
    assert lists["unpaid"].addresses == ("p1@example.org", "p2@example.org")
    assert lists["away"].text == "p2@example.org"
    assert lists["away"].link == "mailto:?bcc=p2@example.org"


def test_the_pages_read_a_constant_number_of_rows_at_once(
    boss: User, django_assert_max_num_queries: Any
) -> None:
    made, client = entered(30, organizer=boss), login(boss)
    for item in made.entries.all():
        kept(made, item.player)
    client.get(f"/tournaments/{made.slug}/manage/contacts/")
    with django_assert_max_num_queries(24):
        client.get(f"/tournaments/{made.slug}/manage/contacts/")


def look(of: Tournament, boss: User, text: str) -> tuple[int, DryRun]:
    file = import_flow.upload(
        of.pk, by=boss, kind="pasted", name="list", data=text.encode(), now=NOW
    )
    return file.pk, import_flow.dry_run(of.pk, file.pk, by=boss, now=NOW)


def take(of: Tournament, boss: User, text: str, *, consent: bool, **choices: str) -> None:
    file, run = look(of, boss, text)
    terms = ContactTerms(boss, NOW) if consent else None
    chosen = {int(line.removeprefix("line")): value for line, value in choices.items()}
    confirmation = import_flow.Confirmation(run.digest, chosen, terms)
    import_flow.apply_file(of.pk, file, by=boss, now=NOW, confirmation=confirmation)


def test_a_pasted_list_is_read_line_by_line_and_entered_at_once(boss: User) -> None:
    made = entered(0, organizer=boss)
    eric = create_walk_in("Lefèvre Éric", "FR")
    twins = [create_walk_in("Sam Twin"), create_walk_in("Sam Twin")]
    text = "Players:\n1. Lefevre Eric; #77; 1500\nNew Person, GER, Club\nSam Twin\nnew person; 1400\nBo; bo@example.org"
    _file, run = look(made, boss, text)
    states = [line.state for line in run.lines]
    assert states == ["skipped", "known", "new", "choose", "twice", "new"]
    assert "rating: 1500 · member number: 77" in run.lines[1].detail
    assert (run.contacts, run.must_choose) == (2, True)
    with pytest.raises(import_flow.ImportNotConfirmed):
        take(made, boss, text, consent=True)
    assert not made.entries.exists()
    take(made, boss, text, consent=True, line4=str(twins[1].pk))
    assert set(made.entries.values_list("player__name", "rating", "club")) == {
        ("Lefèvre Éric", 1500.0, ""), ("New Person", None, "Club"), ("Sam Twin", None, ""), ("Bo", None, ""),
    }  # fmt: skip
    assert made.entries.filter(player__in=[eric, twins[1]]).count() == 2
    assert set(EntrantContact.objects.values_list("player__name", "email", "member_number")) == {
        ("Lefèvre Éric", "", "77"), ("Bo", "bo@example.org", ""),
    }  # fmt: skip
    assert {line.state for line in look(made, boss, text)[1].lines} == {"skipped", "same", "twice"}


def test_without_consent_no_contact_is_kept(boss: User) -> None:
    made = entered(0, organizer=boss)
    take(made, boss, "Bo; bo@example.org; 1500\nAnn", consent=False)
    assert made.entries.count() == 2
    assert not EntrantContact.objects.exists()


def test_entries_with_contacts_come_back_from_their_file(boss: User) -> None:
    made = entered(2, organizer=boss)
    kept(made, entry(made, 1).player)
    head, rows = ENTRIES_WITH_CONTACTS
    text = "".join(csv_rows(head, rows(made)))
    file = import_flow.upload(
        made.pk, by=boss, kind="entries", name="x", data=text.encode(), now=NOW
    )
    run = import_flow.dry_run(made.pk, file.pk, by=boss, now=NOW)
    assert run.counts == {"same": 2}
    plain_head, plain_rows = TABLES["entries"]
    assert "email" not in "".join(csv_rows(plain_head, plain_rows(made)))


def test_a_refused_list_is_shown_again_as_it_was_typed(boss: User) -> None:
    made, client = entered(0, organizer=boss), login(boss)
    page = f"/tournaments/{made.slug}/manage/paste/"
    answer = client.post(page, {"lines": "Somebody\n" * 513})
    assert answer.status_code == 422
    assert answer.content.decode().count("Somebody") == 513
    assert client.post(page, {"lines": " \n"}).status_code == 422
    answer = client.post(page, {"lines": "GER; 1650\nAnna Müller"}, follow=True)
    html = answer.content.decode()
    assert "This row has no name" in html
    assert "GER; 1650\nAnna Müller</textarea>" in html


def test_the_page_of_a_list_enters_everybody_with_their_contacts(boss: User) -> None:
    made, client = entered(0, organizer=boss), login(boss)
    typed = {"lines": "Anna Müller; anna@example.org\nBo Larsson; SWE"}
    answer = client.post(f"/tournaments/{made.slug}/manage/paste/", typed)
    here = answer["Location"]
    html = client.get(here).content.decode()
    assert "Add 2 players" in html
    digest = html.split('name="digest" value="')[1].split('"')[0]
    answer = client.post(here, {"digest": digest, "consent": "on", "days": "90"})
    assert answer["Location"].endswith("/manage/?tab=entries")
    assert made.entries.count() == 2
    assert EntrantContact.objects.get().days == 90
    delete_at = EntrantContact.objects.get().delete_at
    assert delete_at is not None
    assert timezone.now() < delete_at


def test_a_cancelled_tournament_ends_the_keeping(boss: User) -> None:
    made = entered(2, organizer=boss)
    kept(made, entry(made, 1).player, days=7)
    lifecycle.cancel(made.pk, by=boss, now=NOW, reason="")
    assert sweep(NOW + timedelta(days=8)) == 1
