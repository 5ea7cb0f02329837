"""Two directors at the rounds of one tournament: who looked before the other's deed is told, and overwrites nothing."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.rounds_run import row
from tests.tournaments.ruling.ruled_pages import hidden
from tests.tournaments.ruling.test_round_pages import desk, published

pytestmark = pytest.mark.django_db


def test_terms_typed_before_the_other_set_some_are_not_laid_over_them(
    client: Client, boss: User
) -> None:
    made = published(boss)
    stage_round = row(made, 1)
    page = desk(made, f"rounds/{stage_round.pk}/")
    seen = hidden(client.get(page))["seen"][0]
    typed_length = {"verb": "terms", "t-length": "9", "t-clock": "fast", "t-reason": "longer"}
    other = {**typed_length, "t-length": "5", "seen": seen}
    first = client.post(page, other)
    assert first.status_code == 302, first.content.decode()
    answer = client.post(page, typed_length | {"seen": seen})
    assert answer.status_code == 409
    assert "Below is the round as it is now." in answer.content.decode()
    assert row(made, 1).length == 5
