"""A match in play is remembered by the process: fewer questions, and never an old answer."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player, User
from games.models import Action, Match
from games.services import match_cache
from games.services.play import act_many
from games.services.submissions import Accepted, Answer, Refused
from tests.games.services.tables import Sitting, first_play, playing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def warm() -> Sitting:
    """A match whose last action was done here a moment ago; somebody must roll."""
    sitting = playing(length=5)
    sitting.until("roll")
    return sitting


def roll(sitting: Sitting, **given: Any) -> Answer:
    """The roll of the player on turn, as the live table hands it over."""
    facts = {"key": "r", "expected_seq": sitting.fresh().seq} | given
    (answer,), _grown = act_many(
        [sitting.submission(str(sitting.state.to_act), "roll", **facts)], sitting.now
    )
    return answer


def refusal(answer: Answer) -> str:
    assert isinstance(answer, Refused)
    return answer.code


def test_an_action_on_a_remembered_match_asks_four_questions(warm: Sitting) -> None:
    seq, seat, now = warm.fresh().seq, str(warm.state.to_act), warm.now
    item = warm.submission(seat, "roll", key="r", expected_seq=seq)
    with CaptureQueriesContext(connection) as queries:
        (answer,), _grown = act_many([item], now)
    assert isinstance(answer, Accepted)
    asked = [q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT"))]
    assert len(asked) == 4, asked  # the lock, who is suspended, the log, the snapshot


def test_a_suspension_is_seen_at_once(warm: Sitting) -> None:
    user_id = warm.submission(str(warm.state.to_act), "roll").user_id
    User.objects.filter(pk=user_id).update(suspended_at=timezone.now())
    assert refusal(roll(warm)) == "suspended"


def test_what_another_process_wrote_is_read(warm: Sitting) -> None:
    before = dict(match_cache._entries)
    assert isinstance(roll(warm), Accepted)
    match_cache._entries.update(before)  # as a process that saw the match before that
    assert refusal(roll(warm, key="again", expected_seq=None)) == "already_rolled"


def test_another_context_is_read(warm: Sitting) -> None:
    Match.objects.filter(pk=warm.match.pk).update(context={"title": "Finals"})
    answer = roll(warm)
    assert isinstance(answer, Accepted)
    assert answer.loaded.context == {"title": "Finals"}


def test_a_name_is_read_again_after_seconds(warm: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    Player.objects.filter(match_seats__match=warm.match).update(name="Renamed")
    late = match_cache.monotonic() + match_cache.SEATS_FOR_S + 1
    monkeypatch.setattr(match_cache, "monotonic", lambda: late)
    answer = roll(warm)
    assert isinstance(answer, Accepted)
    assert {who.name for seat in answer.loaded.seats.values() for who in seat} == {"Renamed"}


def test_a_key_of_another_action_is_found_although_nobody_looked_for_it(warm: Sitting) -> None:
    assert isinstance(roll(warm, key="mine"), Accepted)
    seat, seq = str(warm.state.to_act), warm.fresh().seq
    legal = {"moves": first_play(warm.state)}
    play = warm.submission(seat, "play", key="mine", expected_seq=seq, payload=legal)
    (answer,), _grown = act_many([play], warm.now)
    assert refusal(answer) == "key_reused"
    assert Action.objects.filter(match=warm.match, key="mine").count() == 1


def test_the_same_action_twice_in_one_batch_is_done_once(warm: Sitting) -> None:
    seat, seq = str(warm.state.to_act), warm.fresh().seq
    item = warm.submission(seat, "roll", key="twice", expected_seq=seq)
    (first, second), _grown = act_many([item, item], warm.now)
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert (first.repeated, second.repeated) == (False, True)
    assert Action.objects.filter(match=warm.match, key="twice").count() == 1
