"""A draw that waits for its director to publish it: what the desk and the tournament's own page say meanwhile."""

import pytest
from django.test import Client

from tests.tournaments.making import NOW, SEED, entered, entry, pairing, play_out
from tests.tournaments.rounds_run import ordered, published, stage, win_round
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.start import start
from tournaments.models import Tournament
from tournaments.ruling.services.preview import rule
from tournaments.ruling.services.rounds import PublishRound

pytestmark = pytest.mark.django_db
READY = "Ready to publish"


def desk(of: Tournament) -> str:
    client = Client()
    client.force_login(of.organizer)
    return client.get(f"/tournaments/{of.slug}/manage/").content.decode()


def test_what_is_opened_again_is_no_longer_ready_to_publish() -> None:
    made = published(8)
    win_round(made, 1)
    assert READY in desk(made)
    fields = {"by": made.organizer, "now": NOW, "reason": "wrong board"}
    rulings.void_result(pairing(made, "R1.1").pk, **fields)
    assert READY not in desk(made)
    rulings.correct_result(pairing(made, "R1.1").pk, winner=entry(made, 5).pk, **fields)
    assert READY in desk(made)


def test_what_is_ready_again_by_an_undoing_is_ready_to_publish() -> None:
    made = published(8)
    win_round(made, 1)
    fields = {"by": made.organizer, "now": NOW, "reason": "wrong board"}
    void = rulings.void_result(pairing(made, "R1.1").pk, **fields)
    rulings.undo(void.pk, **fields)
    assert READY in desk(made)


def test_the_page_opens_while_the_last_chance_waits_to_be_drawn() -> None:
    options = {"consolation": "first_round", "last_chance": "fresh"}
    made = entered(8, format="consolation", options=options, publishes=True)
    made = start(made.pk, by=None, now=NOW, draw_seed=SEED)
    play_out(made)
    rule(PublishRound(stage_id=stage(made).pk), ordered(made))
    play_out(made)
    assert stage(made).due_at is not None
    assert READY in desk(made)
    assert "Next: publish the draw – Last chance" in desk(made)
    assert Client().get(f"/tournaments/{made.slug}/").status_code == 200
