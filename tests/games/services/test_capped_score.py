"""R9.1: points beyond the match length count for nothing. The log, the games and the files keep what a game was worth."""

import pytest
from django.test import Client

from games.engine.rules import Rules
from games.models import Game
from games.records.file_replay import check
from games.records.kinds import KINDS
from games.records.reading import read_file
from games.selectors.loaded_matches import load_match
from games.selectors.records import record_of
from games.selectors.review import review_of
from games.selectors.view import view_of
from games.services.verify import verify
from tests.games.services.tables import Sitting, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def won_4_to_0() -> Sitting:
    """A match to 3: A doubles, B takes and resigns a gammon."""
    sitting = playing(length=3)
    _until_on_roll(sitting, "A")
    sitting.act("A", "double")
    sitting.act("B", "take")
    _until_on_roll(sitting, "B")
    sitting.act("B", "offer_resign", {"level": "gammon"})
    sitting.act("A", "accept_resign")
    return sitting


def _until_on_roll(sitting: Sitting, seat: str) -> None:
    while sitting.until("roll") != seat:
        sitting.step()


def test_a_match_to_3_won_by_4_points_shows_3_0(won_4_to_0: Sitting) -> None:
    match = won_4_to_0.fresh()
    assert (match.score_a, match.score_b) == (3, 0)
    view = view_of(load_match(match), None, won_4_to_0.now)
    assert view["score"] == {"A": 3, "B": 0}
    assert [(result["points"], result["score"]) for result in view["results"]] == [
        (4, {"A": 3, "B": 0})
    ]
    review, _tag = review_of(match)
    assert review["frames"][-1]["score"] == [3, 0]
    assert [part["after"] for part in review["chapters"]] == [[3, 0]]
    assert "3–0" in review["frames"][-1]["say"]


def test_the_api_says_3_0(won_4_to_0: Sitting, client: Client) -> None:
    answer = client.get(f"/api/v1/matches/{won_4_to_0.match.pk}", follow=True).json()
    assert answer["score"] == {"A": 3, "B": 0}


def test_the_log_the_games_and_the_files_keep_four_points(won_4_to_0: Sitting) -> None:
    match = won_4_to_0.fresh()
    assert verify(match.pk) == []
    assert won_4_to_0.state.score == (4, 0)
    assert Game.objects.get(match=match).points == 4
    record = record_of(match)
    assert "Wins 4 points" in KINDS["mat"].write(record)
    for kind in ("mat", "sgf", "json"):
        back = check(read_file(KINDS[kind].write(record).encode()))
        assert back.state.score == (4, 0), kind


def test_a_session_keeps_all_its_points() -> None:
    sitting = playing(rules=Rules.preset("sr_nocube", games=1))
    loser = sitting.until("play")
    winner = "B" if loser == "A" else "A"
    sitting.act(loser, "offer_resign", {"level": "backgammon"})
    sitting.act(winner, "accept_resign")
    match = sitting.fresh()
    assert {match.score_a, match.score_b} == {3, 0}
