"""The key of a tournament's pages: computed again each time, but with thousands of matches only as often as it is worth."""

import pytest

from games.models import Match
from tests.tournaments.making import entered
from tests.tournaments.public.drawing_made import NOW
from tournaments.bracket.selectors import change_key
from tournaments.bracket.services.start import start
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    drawn = entered(8)
    start(drawn.pk, by=None, now=NOW, draw_seed="5e" * 32)
    drawn.refresh_from_db()
    return drawn


def a_match_begins() -> None:
    waiting = Match.objects.filter(status="joining").first()
    assert waiting is not None
    Match.objects.filter(pk=waiting.pk).update(status="playing")


def test_a_match_that_begins_changes_the_key_at_once(made: Tournament) -> None:
    before = change_key.page_state(made)
    a_match_begins()
    after = change_key.page_state(made)
    assert after[0] != before[0]
    assert after[1] == before[1] + 1


def test_of_very_many_matches_it_is_asked_now_and_then(
    made: Tournament, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
) -> None:
    at = [100.0]
    monkeypatch.setattr(change_key, "MANY", 4)
    monkeypatch.setattr(change_key, "monotonic", lambda: at[0])
    before = change_key.page_state(made)
    a_match_begins()
    with django_assert_num_queries(0):
        assert change_key.page_state(made) == before
    made.version += 1  # a ruling, a result: shown without delay
    assert change_key.page_state(made)[1] == before[1] + 1
    made.version -= 1
    at[0] += change_key.CACHED_S
    assert change_key.page_state(made)[1] == before[1] + 1


def test_a_match_whose_nonces_are_there_is_another_state(made: Tournament) -> None:
    waiting = Match.objects.filter(status="joining").first()
    assert waiting is not None
    Match.objects.filter(pk=waiting.pk).update(status="nonces")
    before = change_key.page_state(made)
    Match.objects.filter(pk=waiting.pk).update(status="playing")
    assert change_key.page_state(made)[0] != before[0]
