"""Two directors at the rounds of one tournament: who looked before the other's deed is told, and overwrites nothing."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, entry, pairing
from tests.tournaments.rounds_run import row, standing, win_round
from tests.tournaments.ruling import rulings
from tests.tournaments.ruling.ruled_pages import hidden
from tests.tournaments.ruling.test_round_pages import desk, draft_of, published

pytestmark = pytest.mark.django_db


def typed(answer: Any) -> dict[str, Any]:
    """What the page's form sends back: the draft, and what it was made from."""
    return {"pairs": draft_of(answer.content.decode()), "seen": hidden(answer)["seen"][0]}


def test_a_proposal_made_before_a_correction_is_not_published(client: Client, boss: User) -> None:
    made = published(boss)
    win_round(made, 1)
    page = desk(made, "stages/1/next/")
    looked = typed(client.get(page))
    five = entry(made, 5).pk
    rulings.correct_result(pairing(made, "R1.1").pk, winner=five, by=None, now=NOW, reason="typo")
    answer = client.post(page, looked | {"do": "publish"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "This page was out of date." in html
    assert standing(made, 2) == []
    assert draft_of(html) != looked["pairs"]
    assert client.post(page, typed(answer) | {"do": "publish"}).status_code == 302
    assert standing(made, 2) == ["2 4", "3 5", "1 7", "6 8"]


def test_what_was_seen_before_two_were_exchanged_still_counts(client: Client, boss: User) -> None:
    made = published(boss)
    win_round(made, 1)
    page = desk(made, "stages/1/next/")
    looked = typed(client.get(page))
    five = entry(made, 5).pk
    rulings.correct_result(pairing(made, "R1.1").pk, winner=five, by=None, now=NOW, reason="typo")
    chosen = [entry(made, 3).pk, entry(made, 7).pk]
    swapped = client.post(page, looked | {"do": "swap", "chosen": chosen})
    assert client.post(page, typed(swapped) | {"do": "publish"}).status_code == 409
    assert standing(made, 2) == []


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
