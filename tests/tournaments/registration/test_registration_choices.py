"""One form for several tournaments of an event: reduced fee, side pools, questions, one link, one sum, a receipt."""

import re
from datetime import date, timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from tests.tournaments.making import NOW, director, entry, tournament
from tests.tournaments.registration.test_registration import FORM, TYPED
from tournaments.desk.selectors.entries_table import entries_table
from tournaments.entry.services import check_in, entries
from tournaments.event.services.cloning import clone_tournament
from tournaments.exchange.selectors.exports import ENTRY_CONTACTS, entry_rows_with_contacts
from tournaments.models import (
    EntrantContact,
    Entry,
    Event,
    FeePlan,
    LedgerLine,
    Registration,
    RegistrationPlan,
    SidePool,
    Stage,
    Tournament,
    Venue,
)
from tournaments.money.selectors.accounts import account_of
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.money.selectors.pool_sheets import pool_rows
from tournaments.money.services import ledger
from tournaments.registration.forms import RegistrationPlanForm
from tournaments.registration.services import registration_emails, registrations
from tournaments.registration.services.entry_choices import EntryChoice
from web.errors import DomainError

pytestmark = pytest.mark.django_db
DINNER = {"id": "1", "text": "Dinner?", "kind": "yes_no", "choices": [], "required": True}


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def boss() -> User:
    return director()


@pytest.fixture
def event(boss: User) -> Event:
    made = Event.objects.create(
        slug="harbour", name="Harbour Open", starts_on=date(2026, 3, 14), ends_on=date(2026, 3, 15),
        organizer=boss, is_public=True, payment_reference="HO26", payment_text="IBAN 1",
    )  # fmt: skip
    for order, (name, fee) in enumerate((("Championship", 12000), ("Novice", 6000))):
        of = tournament(boss, name=name)
        Tournament.objects.filter(pk=of.pk).update(event=made, event_order=order)
        Venue.objects.create(tournament=of, where="board")
        FeePlan.objects.create(
            tournament=of, entry_fee=fee, reduced_fee=fee // 2, reduced_for="Juniors"
        )
        RegistrationPlan.objects.create(tournament=of, is_open=True, questions=[DINNER])
        SidePool.objects.create(tournament=of, name=f"{name} pool", fee=5000)
    return made


def of(event: Event, name: str) -> Tournament:
    return event.tournaments.get(name=name)


def pool(event: Event, name: str) -> int:
    return SidePool.objects.get(tournament=of(event, name)).pk


def filled(event: Event, **more: str) -> dict[str, object]:
    """Both tournaments, the junior fee and the pool in the first."""
    first, second = of(event, "Championship"), of(event, "Novice")
    ticked = {f"in_{first.pk}": "on", f"in_{second.pk}": "on", f"reduced_{first.pk}": "on"}
    return {**FORM, **ticked, f"pool_{pool(event, 'Championship')}": "on", **more}


def question_key(html: str) -> str:
    match = re.search(r'name="(question_[0-9a-f]{8})"', html)
    assert match
    return match[1]


def test_two_tournaments_with_one_form_one_link_and_one_sum(  # noqa: PLR0915  # one story
    event: Event, boss: User
) -> None:
    client = Client()
    page = reverse("tournament-register", args=[of(event, "Championship").slug])
    key = question_key(client.get(page).text)
    missing = client.post(page, filled(event))
    assert missing.status_code == 422
    assert "Answer this question." in missing.text
    assert client.post(page, filled(event, **{key: "yes"})).status_code == 302
    registration_emails.send_owed(Registration.objects.latest("pk").at)
    assert "Fee: €170" in mail.outbox[0].body
    assert len(mail.outbox) == 1
    link = re.search(r"/registrations/[0-9a-f]{40}/", mail.outbox[0].body)
    assert link
    assert "Enter for €170" in client.get(link[0]).text
    client.post(link[0], {"do": "confirm"})
    assert Player.objects.filter(name=TYPED["name"]).count() == 1
    first, second = (entry(of(event, name), TYPED["name"]) for name in ("Championship", "Novice"))
    owed = [account_of(e.tournament, e.pk) for e in (first, second)]
    assert [account.owes for account in owed if account] == [11000, 6000]
    assert owed[0] is not None
    assert owed[0].note == "Juniors"
    registration_emails.send_owed(Registration.objects.latest("pk").confirmed_at or NOW)
    assert "To pay: €170" in mail.outbox[1].body
    assert "Payment reference: HO26-" in mail.outbox[1].body
    assert len(mail.outbox) == 2
    own = client.get(link[0]).text
    assert "Payment pending" in own
    assert "€170" in own
    for e in (first, second):
        account = account_of(e.tournament, e.pk)
        payment = ledger.Payment(by=boss, now=NOW, key=f"a-long-key-{e.pk}")
        ledger.take_fees(
            e.tournament_id, e.pk, expected=account.owes if account else 0, payment=payment
        )
    assert "All paid. Thank you." in client.get(link[0]).text


def test_answers_are_seen_by_directors_and_go_with_the_contact(event: Event) -> None:
    first = of(event, "Championship")
    chosen = [EntryChoice(first.pk, answers={"1": "yes"})]
    registrations.register(first.pk, TYPED, language="en", now=NOW, choices=chosen)
    row = registrations.confirm_by_hand(Registration.objects.get().pk, by=None, now=NOW)
    assert row.answers == {}
    assert entries_table(first, for_directors=True).rows[0].answers == (("Dinner?", "Yes"),)
    line = next(iter(entry_rows_with_contacts(first)))
    assert line[ENTRY_CONTACTS.index("answers")] == "Dinner?: Yes"
    EntrantContact.objects.all().delete()
    assert entries_table(first, for_directors=True).rows[0].answers == ()


def question_form(plan: RegistrationPlan | None = None, **changed: str) -> RegistrationPlanForm:
    """The settings as the organizer sends them, with what they changed."""
    initial = RegistrationPlanForm.initial_of(plan)
    return RegistrationPlanForm({**initial, "closes_at": "", **changed})


def test_a_new_question_never_takes_the_answers_of_a_removed_one(event: Event, boss: User) -> None:
    first = of(event, "Championship")
    settings = RegistrationPlan.objects.get(tournament=first)
    for text in ("", "T-shirt size?"):
        form = question_form(settings, question_1=text, kind_1="text")
        assert form.is_valid()
        settings = registrations.save_plan(first.pk, by=boss, **form.plan())
    assert [question["text"] for question in settings.questions or []] == ["T-shirt size?"]
    assert settings.questions[0]["id"] != DINNER["id"]
    reworded = question_form(settings, question_1="Size of your T-shirt?")
    assert reworded.is_valid()
    assert reworded.plan()["questions"][0]["id"] == settings.questions[0]["id"]


def test_a_question_is_refused_where_the_same_is_asked_already() -> None:
    form = question_form(question_1="Diet?", question_2="diet?", kind_1="text", kind_2="text")
    assert list(form.errors) == ["question_2"]


def test_a_question_must_be_answered_only_where_its_tournament_requires_it(event: Event) -> None:
    first, second = of(event, "Championship"), of(event, "Novice")
    may_be_empty = [{**DINNER, "required": False}]
    RegistrationPlan.objects.filter(tournament=second).update(questions=may_be_empty)
    page = reverse("tournament-register", args=[second.slug])
    client = Client()
    sent = client.post(page, {**FORM, f"in_{first.pk}": "on", f"in_{second.pk}": "on"})
    assert sent.status_code == 422
    assert client.post(page, {**FORM, f"in_{second.pk}": "on"}).status_code == 302


def test_who_withdraws_before_the_draw_leaves_the_pot_of_the_pool(event: Event, boss: User) -> None:
    first = of(event, "Championship")
    chosen = [EntryChoice(first.pk, pools=(pool(event, "Championship"),))]
    registrations.register(first.pk, TYPED, language="en", now=NOW, choices=chosen)
    row = registrations.confirm_by_hand(Registration.objects.get().pk, by=None, now=NOW)
    assert row.entry is not None
    assert (pool_rows(first)[0].inside, payout_sheet(first).parts[0].pot) == (1, 5000)
    entries.withdraw(first.pk, row.entry.player)
    assert account_of(first, row.entry.pk) is None
    assert (pool_rows(first)[0].inside, payout_sheet(first).parts) == (0, ())
    Stage.objects.create(tournament=first, format="single_elimination", field=[row.entry.pk])
    account = account_of(first, row.entry.pk)
    assert account is not None
    assert account.owes == 17000
    assert (pool_rows(first)[0].inside, payout_sheet(first).parts[0].pot) == (1, 5000)


def test_who_waits_owes_nothing_for_a_pool_and_is_not_in_its_pot(event: Event, boss: User) -> None:
    first = of(event, "Championship")
    Tournament.objects.filter(pk=first.pk).update(entry_limit=1)
    entries.add_walk_in(first.pk, by=boss, now=NOW, name="Ann One")
    chosen = [EntryChoice(first.pk, pools=(pool(event, "Championship"),))]
    registrations.register(first.pk, TYPED, language="en", now=NOW, choices=chosen)
    row = registrations.confirm_by_hand(Registration.objects.get().pk, by=None, now=NOW)
    assert row.entry is not None
    assert account_of(first, row.entry.pk) is None
    assert pool_rows(first)[0].inside == 0
    Tournament.objects.filter(pk=first.pk).update(entry_limit=2)
    check_in.admit_from_waiting_list(row.entry.pk, by=boss, now=NOW)
    account = account_of(first, row.entry.pk)
    assert account is not None
    assert account.owes == 17000
    assert pool_rows(first)[0].inside == 1


def test_one_tournament_of_the_form_is_left_alone(event: Event) -> None:
    chosen = [EntryChoice(t.pk) for t in event.tournaments.order_by("event_order")]
    registrations.register(chosen[0].tournament, TYPED, language="en", now=NOW, choices=chosen)
    lead = Registration.objects.get(lead=None)
    token = registrations.token_of(lead.nonce)
    registrations.confirm(token, now=NOW)
    other = Registration.objects.get(lead=lead)
    registrations.withdraw(token, now=NOW, registration=other.pk)
    statuses = dict(Entry.objects.values_list("tournament__name", "status"))
    assert statuses == {"Championship": "active", "Novice": "withdrawn"}


def test_a_director_who_drops_one_leaves_the_other_a_link(event: Event) -> None:
    chosen = [EntryChoice(t.pk) for t in event.tournaments.order_by("event_order")]
    registrations.register(chosen[0].tournament, TYPED, language="en", now=NOW, choices=chosen)
    registrations.drop(Registration.objects.get(lead=None).pk, by=None)
    assert registration_emails.send_owed(NOW) == 1
    assert "Novice" in mail.outbox[0].body


def test_nobody_with_an_account_overtakes_the_waiting_list(boss: User) -> None:
    made = tournament(boss, entry_limit=2)
    for name in ("Ann One", "Bob Two"):
        entries.add_walk_in(made.pk, by=boss, now=NOW, name=name)
    check_in.join_waiting_list(made.pk, by=boss, now=NOW, name="Wanda Wait")
    entries.remove(entry(made, "Ann One").pk, by=boss)
    me = director()
    client = Client()
    client.force_login(me)
    with pytest.raises(DomainError, match="Others wait"):
        entries.enter(made.pk, me.player, now=NOW)
    page = client.get(reverse("tournament", args=[made.slug])).text
    assert "Join waiting list" in page
    check_in.join_waiting_list(made.pk, by=me, now=NOW, player=me.player)
    assert entry(made, me.player.name).status == Entry.Status.WAITING_LIST


def test_a_free_place_for_which_others_wait_is_not_called_full(boss: User) -> None:
    made = tournament(boss, entry_limit=2)
    Venue.objects.create(tournament=made, where="board")
    RegistrationPlan.objects.create(tournament=made, is_open=True)
    check_in.join_waiting_list(made.pk, by=boss, now=NOW, name="Wanda Wait")
    page = Client().get(reverse("tournament-register", args=[made.slug])).text
    assert "A place is free, and others wait for it." in page
    assert "Full." not in page


def test_a_copy_has_the_fees_pools_and_registration_of_its_pattern(
    event: Event, boss: User
) -> None:
    old = of(event, "Championship")
    starts = NOW + timedelta(days=7)
    Tournament.objects.filter(pk=old.pk).update(starts_at=starts)
    FeePlan.objects.filter(tournament=old).update(early_fee=9000, early_until=NOW)
    RegistrationPlan.objects.filter(tournament=old).update(closes_at=NOW, payment_text="Cash")
    later = starts + timedelta(days=30)
    made = clone_tournament(old.pk, by=boss, now=NOW, name="Again", starts_at=later)
    plan = FeePlan.objects.get(tournament=made)
    assert (plan.entry_fee, plan.early_fee, plan.reduced_for) == (12000, 9000, "Juniors")
    assert plan.early_until == NOW + timedelta(days=30)
    settings = RegistrationPlan.objects.get(tournament=made)
    assert (settings.payment_text, settings.questions) == ("Cash", [DINNER])
    assert settings.closes_at == NOW + timedelta(days=30)
    assert settings.is_open
    assert [row.name for row in made.side_pools.all()] == ["Championship pool"]
    assert not LedgerLine.objects.exists()


def test_a_copy_that_loses_the_deadline_of_registration_takes_none(
    event: Event, boss: User
) -> None:
    old = of(event, "Championship")
    RegistrationPlan.objects.filter(tournament=old).update(closes_at=NOW)
    made = clone_tournament(old.pk, by=boss, now=NOW, name="Again", starts_at=None)
    settings = RegistrationPlan.objects.get(tournament=made)
    assert (settings.closes_at, settings.is_open) == (None, False)


def test_a_receipt_as_a_page_and_as_a_paper(event: Event, boss: User) -> None:
    first = of(event, "Championship")
    ann = entries.add_walk_in(first.pk, by=boss, now=NOW, name="Ann One")
    client = Client()
    client.force_login(boss)
    page = reverse("tournament-receipt", args=[first.slug, ann.pk])
    assert client.get(page).status_code == 404
    payment = ledger.Payment(by=boss, now=NOW, key="a-long-key", method="card")
    ledger.take_fees(first.pk, ann.pk, expected=12000, payment=payment)
    html = client.get(page).text
    assert "Ann One" in html
    assert "Card" in html
    assert "€120" in html
    paper = client.get(reverse("tournament-receipt-paper", args=[first.slug, ann.pk]))
    assert paper.content.startswith(b"%PDF")
    assert page in client.get(reverse("tournament-door", args=[first.slug])).text
