"""The staff's lists count and name as the site does: active entries, names of pairings and rulings, 24 hours."""

from datetime import UTC, datetime

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.utils import translation
from django.utils.formats import localize

from tests.tournaments.making import NOW, entered, entry, pairing, started
from tests.tournaments.ruling import rulings
from tournaments.entry.services import entries
from tournaments.models import Pairing, Ruling, Tournament

pytestmark = pytest.mark.django_db


def test_withdrawn_entries_are_not_counted() -> None:
    made = entered(4)
    entries.remove(entry(made, 2).pk, by=made.organizer)
    queryset = admin.site._registry[Tournament].get_queryset(RequestFactory().get("/"))
    assert queryset.get().entry_count == 3


def test_pairings_and_rulings_have_the_names_of_the_site() -> None:
    made = started(4, format="double_elimination")
    first = pairing(made, "W1.1")
    rulings.forfeit(
        first.pk, by=made.organizer, losers=[entry(made, 4).pk], now=NOW, reason="absent"
    )
    rows = admin.site._registry[Pairing]
    assert rows.name(first) == "W1 1"
    ruling = Ruling.objects.get()
    assert admin.site._registry[Ruling].called(ruling) == "Forfeit"
    assert admin.site._registry[Ruling].place(ruling) == "W1 1"


def test_a_single_bracket_names_its_rounds() -> None:
    made = started(4)
    assert admin.site._registry[Pairing].name(pairing(made, "W1.1")) == "SF 1"


def test_english_dates_have_24_hours() -> None:
    with translation.override("en"):
        assert localize(datetime(2026, 11, 23, 17, 6, tzinfo=UTC)) == "23 Nov 2026, 17:06"
