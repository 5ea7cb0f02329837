"""One form for several tournaments, whatever becomes of one of them: its link, what it enters, the last version of the form."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.making import NOW, director, entry, tournament
from tests.tournaments.registration.test_registration import TYPED, refusal, token_in
from tests.tournaments.registration.test_registration_choices import event, of
from tournaments.entry.services import check_in, entries
from tournaments.models import Entry, Event, Registration, RegistrationPlan, Tournament, Venue
from tournaments.money.selectors.accounts import account_of
from tournaments.money.services.ledger import Payment, take_fees
from tournaments.printing.selectors.receipts import receipt_of
from tournaments.registration.services import registration_emails, registrations
from tournaments.registration.services.entry_choices import EntryChoice

pytestmark = pytest.mark.django_db
__all__ = ["event"]
FIRST, SECOND = "Championship", "Novice"
LATER = NOW + timedelta(hours=23)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def boss() -> User:
    return director()


def send(event: Event, *names: str, now: object = NOW) -> None:
    """The form with these tournaments ticked."""
    ids = [of(event, name).pk for name in names]
    chosen = [EntryChoice(pk) for pk in ids]
    registrations.register(ids[0], TYPED, language="en", now=now, choices=chosen)


def row_of(event: Event, name: str) -> Registration:
    return Registration.objects.get(tournament=of(event, name))


def link_to(event: Event) -> str:
    """The token of the one email."""
    mail.outbox.clear()
    assert registration_emails.send_owed(NOW) == 1
    return token_in(mail.outbox[0])


def statuses() -> dict[str, str]:
    return dict(Entry.objects.values_list("tournament__name", "status"))


def page(token: str) -> str:
    return Client().get(reverse("registration", args=[token])).text


def test_who_is_entered_by_hand_in_one_confirms_the_other(event: Event) -> None:
    send(event, FIRST, SECOND)
    token = link_to(event)
    registrations.confirm_by_hand(row_of(event, FIRST).pk, by=None, now=NOW)
    registration_emails.send_owed(NOW)
    row = row_of(event, SECOND)
    Registration.objects.filter(pk=row.pk).update(expires_at=row.expires_at.replace(year=2090))
    assert 'value="confirm"' in page(token)
    registrations.confirm(token, now=NOW)
    assert statuses() == {FIRST: "active", SECOND: "active"}
    assert 'value="confirm"' not in page(token)
    registration_emails.send_owed(NOW)
    assert "Novice: you have a place." in mail.outbox[-1].body


def test_who_withdrew_from_one_enters_the_other_with_it(event: Event) -> None:
    send(event, FIRST)
    token = link_to(event)
    registrations.confirm(token, now=NOW)
    registrations.withdraw(token, now=NOW)
    registration_emails.send_owed(NOW)
    send(event, FIRST, SECOND)
    assert link_to(event) == token
    assert "Somebody entered you with this address: Harbour Open, Novice." in mail.outbox[0].body
    registrations.confirm(token, now=NOW)
    assert statuses() == {FIRST: "withdrawn", SECOND: "active"}


def test_a_tournament_that_closed_keeps_nobody_out_of_the_other(event: Event) -> None:
    send(event, FIRST, SECOND)
    token = link_to(event)
    RegistrationPlan.objects.filter(tournament=of(event, SECOND)).update(is_open=False)
    registrations.confirm(token, now=NOW)
    assert statuses() == {FIRST: "active"}
    Registration.objects.filter(confirmed_at=None).update(expires_at=NOW.replace(year=2090))
    html = page(token)
    assert "Entry without an account is closed." in html
    assert 'value="confirm"' not in html


def test_a_link_that_enters_nowhere_says_why(event: Event) -> None:
    send(event, FIRST, SECOND)
    token = link_to(event)
    RegistrationPlan.objects.update(is_open=False)
    assert refusal(registrations.confirm, token, now=NOW) == "registration_closed"
    assert not Entry.objects.exists()


@pytest.mark.parametrize(("kept", "left"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_a_tournament_unticked_in_a_second_form_is_left_out(
    event: Event, kept: str, left: str
) -> None:
    send(event, FIRST, SECOND)
    token = link_to(event)
    send(event, kept)
    registrations.confirm(token, now=NOW)
    assert statuses() == {kept: "active"}
    assert not Registration.objects.filter(tournament=of(event, left)).exists()


def test_a_second_form_gives_the_first_its_time(event: Event) -> None:
    send(event, FIRST)
    token = link_to(event)
    send(event, FIRST, SECOND, now=LATER)
    later = LATER + timedelta(hours=2)
    assert registrations.sweep(later) == 0
    registrations.confirm(token, now=later)
    assert statuses() == {FIRST: "active", SECOND: "active"}


@pytest.mark.parametrize("how", ["tournament", "entry", "drop", "sweep"])
def test_the_link_outlives_the_first_tournament_of_the_form(event: Event, how: str) -> None:
    send(event, FIRST, SECOND)
    token = link_to(event)
    first = row_of(event, FIRST)
    registrations.confirm_by_hand(row_of(event, SECOND).pk, by=None, now=NOW)
    assert link_to(event) == token  # who is entered by hand gets it, too
    assert "Novice: you have a place." in mail.outbox[0].body
    if how == "tournament":
        Tournament.objects.filter(pk=first.tournament_id).delete()
    elif how == "entry":
        registrations.confirm_by_hand(first.pk, by=None, now=NOW)
        Entry.objects.filter(tournament=first.tournament_id).delete()
    elif how == "drop":
        registrations.drop(first.pk, by=None)
    else:
        assert registrations.sweep(first.expires_at) == 1
    assert list(Registration.objects.values_list("lead", "tournament__name")) == [(None, SECOND)]
    registrations.withdraw(token, now=NOW)
    assert entry(of(event, SECOND), TYPED["name"]).status == Entry.Status.WITHDRAWN


def test_the_link_outlives_two_registrations_that_go_at_once(event: Event, boss: User) -> None:
    third = tournament(boss, name="Third")
    Tournament.objects.filter(pk=third.pk).update(event=event)
    Venue.objects.create(tournament=third, where="board")
    RegistrationPlan.objects.create(tournament=third, is_open=True)
    send(event, FIRST, SECOND, "Third")
    token = link_to(event)
    registrations.confirm_by_hand(row_of(event, "Third").pk, by=None, now=NOW)
    assert registrations.sweep(row_of(event, FIRST).expires_at) == 2
    assert registrations.registration_of(token).tournament == third


def test_the_first_email_asks_nothing_for_a_full_tournament(event: Event, boss: User) -> None:
    entries.add_walk_in(of(event, FIRST).pk, by=boss, now=NOW, name="Ann One")
    Tournament.objects.filter(name=FIRST).update(entry_limit=1)
    send(event, FIRST, SECOND)
    link_to(event)
    assert "Fee: €60" in mail.outbox[0].body


def test_each_tournament_of_a_form_has_a_receipt_of_its_own_number(
    event: Event, boss: User
) -> None:
    send(event, FIRST, SECOND)
    registrations.confirm(link_to(event), now=NOW)
    numbers = set()
    for mine in Entry.objects.all():
        account = account_of(mine.tournament, mine.pk)
        assert account is not None
        payment = Payment(by=boss, now=NOW, key=f"a-long-key-{mine.pk}")
        take_fees(mine.tournament_id, mine.pk, expected=account.owes, payment=payment)
        numbers.add(receipt_of(mine.tournament, mine.pk).number)
    assert len(numbers) == 2


def test_who_loses_their_place_and_gets_it_back_gets_both_emails(event: Event, boss: User) -> None:
    send(event, FIRST)
    registrations.confirm(link_to(event), now=NOW)
    registration_emails.send_owed(NOW)
    mine = entry(of(event, FIRST), TYPED["name"])
    check_in.move_to_waiting_list(mine.pk, by=boss, now=NOW)
    assert registration_emails.send_owed(NOW) == 1
    assert "you are on the waiting list. Your number: 1." in mail.outbox[-1].body
    check_in.admit_from_waiting_list(mine.pk, by=boss, now=NOW)
    assert registration_emails.send_owed(NOW) == 1
    assert "you have a place." in mail.outbox[-1].body
