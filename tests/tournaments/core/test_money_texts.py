"""Amounts, percentages and currencies as pages and papers show them."""

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.font_text import readable
from tests.tournaments.making import director, entered, entry
from tournaments.bracket.selectors.prize_text import prize_lines
from tournaments.core.currency_form import CurrencyField
from tournaments.core.money_texts import amount_text, currency_choices, percent_text
from tournaments.event.forms import EventForm
from tournaments.money.forms import PlanForm
from tournaments.money.services import fees
from tournaments.payouts.currency import DECIMALS


@pytest.mark.parametrize(
    ("amount", "currency", "expected"),
    [
        (420000, "GBP", "£4,200.00"),
        (123456789, "EUR", "€1,234,567.89"),
        (-50, "EUR", "-€0.50"),
        (4200, "JPY", "¥4,200"),
        (4200, "ISK", "ISK\u00a04,200"),
        (420000, "CAD", "CA$4,200.00"),
        (420000, "ILS", "₪4,200.00"),
        (420000, "HUF", "HUF\u00a04,200.00"),
        (4200, "KWD", "KWD\u00a04.200"),
        (4200, "IQD", "IQD\u00a04.200"),
        (4200, "XYZ", "XYZ\u00a042.00"),
        (400, "", "400"),
    ],
)
def test_an_amount_stands_with_its_currency(amount: int, currency: str, expected: str) -> None:
    assert amount_text(amount, currency) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("pl", ("4\u00a0200,50\u00a0GBP", "33,33%")),
        ("fi", ("4\u00a0200,50\u00a0£", "33,33\u00a0%")),
        ("sr", ("4.200,50\u00a0£", "33,33%")),
    ],
)
def test_amounts_and_shares_are_written_as_the_language_writes_them(
    language: str, expected: tuple[str, str]
) -> None:
    with override(language):
        assert (amount_text(420050, "GBP"), percent_text(33.333333)) == expected


def test_a_share_has_two_decimals_at_most() -> None:
    shares = (100 / 3, 33.333333, 8.33333, 12.5, 50, 25.0, 66.666667)
    written = [percent_text(share) for share in shares]
    assert written == ["33.33%", "33.33%", "8.33%", "12.5%", "50%", "25%", "66.67%"]
    table = [{"section": "main", "place": n, "share": 33.333333} for n in (1, 2)]
    assert list(prize_lines(table)) == ["1. 33.33%, 2. 33.33%"]


def test_events_and_fees_offer_the_same_currencies_of_iso_4217() -> None:
    event = EventForm(initial={}).fields["currency"]
    plan = PlanForm(currency="EUR").fields["currency"]
    assert isinstance(event, CurrencyField)
    assert isinstance(plan, CurrencyField)
    assert list(event.choices) == list(plan.choices)
    codes = _codes(event)
    assert {"CAD", "AUD", "ILS", "RON", "HUF", "BGN", "EUR", "GBP", "BRL"} <= set(codes)
    assert {"DEM", "XAU", "XTS"}.isdisjoint(codes)
    assert set(DECIMALS) <= set(codes)
    assert len(codes) == len(set(codes)) > 150


def test_a_stored_currency_stays_possible() -> None:
    assert "DEM" in _codes(EventForm(initial={"currency": "DEM"}).fields["currency"])
    assert "DEM" in _codes(PlanForm(currency="DEM").fields["currency"])


def test_currencies_are_named_in_the_language_of_the_page() -> None:
    assert ("EUR", "EUR – Euro") in currency_choices()[0][1]
    with override("pl"):
        assert ("GBP", "GBP – funt szterling") in currency_choices()[0][1]


def test_the_fonts_of_papers_draw_every_symbol() -> None:
    for _group, rows in currency_choices():
        for code, _name in rows:
            text = amount_text(100, code)
            assert readable(text) == " ".join(text.split()), code


@pytest.mark.django_db
def test_the_desk_says_how_much_of_the_fees_is_in(client: Client) -> None:
    boss = director("boss")
    of = entered(4, organizer=boss)
    fees.set_plan(of.pk, by=None, entry_fee=4000, registration_fee=500, currency="GBP", returned=90)
    client.force_login(boss)
    data = {"entry": entry(of, "1").pk, "owes": 4500, "key": "k-1234567", "method": "card"}
    address = reverse("tournament-money", args=[of.slug])
    assert client.post(address, data | {"name": "1"}).status_code == 302
    page = " ".join(client.get(address).content.decode().split())
    assert "<dt>From fees</dt><dd>£144.00</dd>" in page
    assert "<dt>Entry fees paid</dt><dd> £40.00 of £160.00</dd>" in page


def _codes(field: forms.Field) -> list[str]:
    assert isinstance(field, forms.ChoiceField)
    groups = list(field.choices)
    return [code for _group, rows in groups for code, _name in rows]  # type: ignore[union-attr]
