"""Entering without an account: by email, confirmed by a link, on the waiting list of a full tournament, and what it cannot do."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from accounts.services.players import create_walk_in
from tests.tournaments.making import NOW, director, entry, player, tournament
from tournaments.entry.services import check_in, entries
from tournaments.models import (
    EntrantContact,
    Entry,
    FeePlan,
    Registration,
    RegistrationPlan,
    Tournament,
    Venue,
)
from tournaments.registration.selectors import registration_link
from tournaments.registration.services import registration_emails, registrations
from tournaments.registration.services.registrations import (
    LASTS,
    MOST_PER_ADDRESS,
    MOST_UNCONFIRMED,
    confirm,
    confirm_by_hand,
    enter_again,
    register,
    save_plan,
    sweep,
    withdraw,
)
from web.errors import DomainError, NotAllowed, NotFound

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "Ola Zawadzka", "country": "PL", "club": "Warszawa BG", "rating": 1655.0,
    "email": "ola@example.org", "phone": "+48 600 000 000", "member_number": "PL-7",
}  # fmt: skip
FORM = {**TYPED, "shown": "on", "kept": "on"}


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def boss() -> User:
    return director()


@pytest.fixture
def made(boss: User) -> Tournament:
    return taking(boss)


def taking(boss: User, payment: str = "IBAN 123", **settings: Any) -> Tournament:
    """An open tournament over the board that people without an account can enter."""
    of = tournament(boss, **settings)
    Venue.objects.create(tournament=of, where="board")
    save_plan(of.pk, by=boss, is_open=True, closes_at=None, payment_text=payment)
    return Tournament.objects.get(pk=of.pk)


def registered(of: Tournament, **typed: Any) -> Registration:
    register(of.pk, {**TYPED, **typed}, language="en", now=NOW)
    return Registration.objects.latest("pk")


def token_in(message: Any) -> str:
    match = re.search(r"/registrations/([0-9a-f]{40})/", message.body)
    assert match
    return match[1]


def token(row: Registration) -> str:
    """As the person gets it."""
    mail.outbox.clear()
    registration_emails.send_owed(NOW)
    return next(token_in(m) for m in mail.outbox if row.email in m.to)


def entered(of: Tournament, **typed: Any) -> Entry:
    row = confirm(token(registered(of, **typed)), now=NOW)
    assert row.entry is not None
    return row.entry


def refusal(act: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as refused:
        act(*args, **more)
    return refused.value.code


def test_a_place_is_taken_only_by_the_link_in_the_email(made: Tournament) -> None:
    link = token(registered(made))
    assert not made.entries.exists()
    assert not EntrantContact.objects.exists()
    row = confirm(link, now=NOW)
    assert confirm(link, now=NOW).entry == row.entry  # pressed twice
    ola = entry(made, "Ola Zawadzka")
    assert (ola.status, ola.club, ola.rating) == ("active", "Warszawa BG", 1655)
    assert (ola.player.user, str(ola.player.country)) == (None, "PL")


def test_the_contact_is_kept_with_its_end_and_nowhere_else(made: Tournament) -> None:
    entered(made)
    contact = EntrantContact.objects.get()
    kept = (contact.email, contact.phone, contact.member_number, contact.days)
    assert kept == ("ola@example.org", "+48 600 000 000", "PL-7", 30)
    row = Registration.objects.get()
    assert (row.email, row.phone, row.member_number) == ("", "", "")


@pytest.mark.parametrize("with_account", [True, False])
def test_a_known_name_takes_over_no_player(
    made: Tournament, boss: User, with_account: bool
) -> None:
    namesake = player("Ola Zawadzka") if with_account else create_walk_in("Ola Zawadzka")
    row = entered(made)
    assert row.player != namesake
    assert not namesake.entries.exists()
    assert Player.objects.filter(name="Ola Zawadzka").count() == 2
    client = Client()
    client.force_login(boss)
    page = client.get(reverse("tournament-registrations", args=[made.slug]))
    assert "Another player has this name." in page.text


def test_a_name_that_is_entered_is_refused_before_and_at_the_link(
    made: Tournament, boss: User
) -> None:
    link = token(registered(made))
    entries.add_walk_in(made.pk, by=boss, now=NOW, name="Olà zawadzka")
    assert refusal(confirm, link, now=NOW) == "name_taken"
    assert refusal(registered, made, email="b@example.org") == "name_taken"


def test_full_means_the_waiting_list_with_a_number_in_line(boss: User) -> None:
    made = taking(boss, entry_limit=2)
    entries.add_walk_in(made.pk, by=boss, now=NOW, name="Walker")
    entered(made, name="First One", email="first@example.org")
    second = entered(made)
    third = entered(made, name="Third One", email="third@example.org")
    assert [second.status, third.status] == ["standby", "standby"]
    listed = Client().get(reverse("tournament-tab", args=[made.slug, "entries"])).text
    assert listed.index("Ola Zawadzka") < listed.index("Third One")
    assert "example.org" not in listed
    withdraw(token_of(entry(made, "First One")), now=NOW)
    registration_emails.send_owed(NOW)
    mail.outbox.clear()
    check_in.admit_from_waiting_list(second.pk, by=boss, now=NOW)
    registration_emails.send_owed(NOW)
    assert [m.to for m in mail.outbox] == [["ola@example.org"]]
    assert "you have a place" in mail.outbox[0].body


def token_of(of: Entry) -> str:
    return registration_link.token_of(Registration.objects.get(entry=of).nonce)


def test_withdraws_and_enters_again_as_the_same_player(made: Tournament) -> None:
    row = entered(made)
    link = token_of(row)
    withdraw(link, now=NOW)
    assert entry(made, "Ola Zawadzka").status == "withdrawn"
    again = enter_again(link, now=NOW)
    assert again.entry == row
    assert entry(made, "Ola Zawadzka").status == "active"
    assert Player.objects.filter(name="Ola Zawadzka").count() == 1


def test_nobody_withdraws_by_the_link_after_the_start(made: Tournament) -> None:
    link = token_of(entered(made))
    Tournament.objects.filter(pk=made.pk).update(status="running")
    assert refusal(withdraw, link, now=NOW) == "already_started"


def test_unconfirmed_it_ends_after_a_day_and_is_deleted(made: Tournament) -> None:
    link = token(registered(made))
    assert refusal(confirm, link, now=NOW + LASTS) == "registration_expired"
    assert sweep(NOW) == 0
    assert sweep(NOW + LASTS) == 1
    with pytest.raises(NotFound):
        confirm(link, now=NOW)


def test_the_deadline_holds_with_an_hour_for_the_email(made: Tournament, boss: User) -> None:
    end = NOW + timedelta(minutes=5)
    save_plan(made.pk, by=boss, is_open=True, closes_at=end, payment_text="")
    row = registered(made)
    assert row.expires_at == NOW + timedelta(hours=1)
    late = {**TYPED, "name": "Too Late", "email": "late@example.org"}
    assert refusal(register, made.pk, late, language="en", now=end) == "registration_closed"
    assert confirm(token(row), now=end + timedelta(minutes=10)).entry


@pytest.mark.parametrize(
    "change", [{"status": "running"}, {"status": "draft"}, {"entry_kind": "doubles"}]
)
def test_only_open_tournaments_of_single_players(made: Tournament, change: dict[str, str]) -> None:
    Tournament.objects.filter(pk=made.pk).update(**change)
    assert refusal(registered, made) == "registration_closed"


def test_off_unless_the_organizer_opens_it_and_never_online(boss: User) -> None:
    online = tournament(boss)
    assert refusal(registered, online) == "registration_closed"
    wanted = {"is_open": True, "closes_at": None, "payment_text": ""}
    assert refusal(save_plan, online.pk, by=boss, **wanted) == "online_needs_accounts"
    with pytest.raises(NotAllowed):
        save_plan(online.pk, by=director(), **wanted)


def test_the_same_person_again_is_the_email_again_not_a_second_entry(made: Tournament) -> None:
    row = registered(made)
    registration_emails.send_owed(NOW)
    registered(made)  # at once: no second email
    assert registration_emails.send_owed(NOW) == 0
    later = NOW + timedelta(minutes=3)
    register(made.pk, {**TYPED, "email": "OLA@example.org"}, language="en", now=later)
    assert registration_emails.send_owed(later) == 1
    assert Registration.objects.get() == row


def test_a_guessed_address_of_an_entrant_is_answered_like_any_other(made: Tournament) -> None:
    entered(made)
    registration_emails.send_owed(NOW)
    mail.outbox.clear()
    later = NOW + timedelta(minutes=5)
    for email in ("stranger@example.org", "ola@example.org"):
        wanted = {**TYPED, "email": email}
        assert refusal(register, made.pk, wanted, language="en", now=later) == "name_taken"
    registration_emails.send_owed(later)
    assert [m.to for m in mail.outbox] == [["ola@example.org"]]  # the entrant has the link again


def test_nobody_overtakes_those_who_wait_for_a_place(boss: User) -> None:
    made = taking(boss, entry_limit=2)
    entries.add_walk_in(made.pk, by=boss, now=NOW, name="Walker")
    first = entered(made, name="First One", email="first@example.org")
    waiting = entered(made)
    entries.withdraw(made.pk, first.player)
    late = entered(made, name="Late One", email="late@example.org")
    assert [waiting.status, late.status] == ["standby", "standby"]


def test_a_link_from_before_a_tournament_went_online_takes_no_place(
    made: Tournament, boss: User
) -> None:
    row = registered(made)
    link = token(row)
    Venue.objects.filter(tournament=made).update(where="online")
    assert refusal(confirm, link, now=NOW) == "registration_closed"
    assert refusal(confirm_by_hand, row.pk, by=boss, now=NOW) == "online_needs_accounts"


def test_unconfirmed_entries_are_bounded(made: Tournament) -> None:
    for n in range(MOST_PER_ADDRESS):
        registered(made, name=f"Family {n}")
    assert refusal(registered, made, name="One More") == "too_many_registrations"
    rows = [
        Registration(
            tournament=made, nonce=str(n), token_hash=str(n), name=str(n), email_hash=str(n), at=NOW,
            expires_at=NOW + LASTS,
        )
        for n in range(MOST_UNCONFIRMED)
    ]  # fmt: skip
    Registration.objects.bulk_create(rows)
    assert refusal(registered, made, email="new@example.org") == "too_many_registrations"


def test_a_director_enters_by_hand_or_removes(made: Tournament, boss: User) -> None:
    row = registered(made)
    with pytest.raises(NotAllowed):
        confirm_by_hand(row.pk, by=director(), now=NOW)
    assert confirm_by_hand(row.pk, by=boss, now=NOW).entry
    other = registered(made, name="Nobody", email="nobody@example.org")
    registrations.drop(other.pk, by=boss)
    assert Registration.objects.count() == 1


def test_emails_hold_no_foreign_links_and_the_bank_text_comes_after_confirming(boss: User) -> None:
    made = taking(
        boss, payment="Pay at https://bank.example/x", name="Cheap pills www.spam.example"
    )
    FeePlan.objects.create(tournament=made, entry_fee=2000)
    row = registered(made, name="Visit evil.example")
    link = token(row)
    assert "bank.example" not in mail.outbox[0].body
    assert "evil.example" not in mail.outbox[0].body
    assert "spam.example" not in mail.outbox[0].subject
    confirm(link, now=NOW)
    mail.outbox.clear()
    registration_emails.send_owed(NOW)
    assert "€20" in mail.outbox[0].body
    assert "bank.example" not in mail.outbox[0].body  # on the page, as a link


def test_the_pages_from_the_form_to_the_calendar(boss: User) -> None:
    made = taking(boss, starts_at=NOW + timedelta(days=9))
    FeePlan.objects.create(tournament=made, entry_fee=2000)
    client = Client()
    address = reverse("tournament-register", args=[made.slug])
    assert address in client.get(made.get_absolute_url()).text
    with time_machine.travel(NOW, tick=False):
        assert "Enter for €20" in client.get(address).text
        wrong = client.post(address, {**FORM, "kept": "", "email": "ola"})
        assert wrong.status_code == 422
        assert "Warszawa BG" in wrong.text
        sent = client.post(address, FORM, follow=True)
        assert "Check your email" in sent.text
        registration_emails.send_owed(NOW)
        own = reverse("registration", args=[token_in(mail.outbox[-1])])
        assert "Enter for €20" in client.get(own).text
        assert not made.entries.exists()  # opening it changes nothing
        page = client.post(own, {"do": "confirm"}, follow=True).text
        assert "you are entered" in page
        assert "IBAN 123" in page
        calendar = client.get(f"{own}start.ics")
        assert b"DTSTART:20260316T100000Z" in calendar.content
        assert "not entered" in client.post(own, {"do": "withdraw"}, follow=True).text
    assert client.get(reverse("registration", args=["0" * 40])).status_code == 404


def test_programs_and_floods_are_stopped(made: Tournament) -> None:
    client, address = Client(), reverse("tournament-register", args=[made.slug])
    with time_machine.travel(NOW, tick=False):
        assert client.post(address, {**FORM, "website": "x"}).status_code == 302
        assert not Registration.objects.exists()
        answers = [
            client.post(address, {**FORM, "name": f"P {n}", "email": f"p{n}@example.org"})
            for n in range(21)
        ]
    assert [a.status_code for a in answers] == [302] * 20 + [429]
    assert "P 20" in answers[-1].text


def test_plan_of_a_tournament_is_one_row(made: Tournament, boss: User) -> None:
    save_plan(made.pk, by=boss, is_open=False, closes_at=None, payment_text="")
    assert not RegistrationPlan.objects.get().is_open
    assert refusal(registered, made) == "registration_closed"
