"""Without a pay table the payout says what can be done: set one before the start; since then it is fixed."""

import pytest
from django.test import Client

from tests.tournaments.making import NOW, SEED, director, entered
from tournaments.models import Tournament
from tournaments.services.bracket.start import start
from tournaments.services.money import fees

pytestmark = pytest.mark.django_db


@pytest.fixture
def of(client: Client) -> Tournament:
    boss = director()
    client.force_login(boss)
    made = entered(4, organizer=boss)
    fees.set_plan(made.pk, by=None, entry_fee=4000)
    return made


def page(client: Client, of: Tournament, part: str) -> str:
    return client.get(f"/tournaments/{of.slug}/manage/money/{part}/").content.decode()


def test_before_the_start_it_leads_to_the_settings(client: Client, of: Tournament) -> None:
    settings = f'<a href="/tournaments/{of.slug}/manage/settings/">'
    assert f"{settings}Set a pay table</a>" in page(client, of, "payout")
    assert f"{settings}Pay table and promised prize money" in page(client, of, "plan")


def test_after_the_start_nobody_is_sent_to_settings_that_are_fixed(
    client: Client, of: Tournament
) -> None:
    start(of.pk, by=None, now=NOW, draw_seed=SEED)
    for part in ("payout", "plan"):
        shown = page(client, of, part)
        assert "Pay table and promised prize money are fixed since the start." in shown
        assert "/manage/settings/" not in shown
