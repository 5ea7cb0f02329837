"""The built-in bots: owed like a flag, acting through the same door, never waiting for each other."""

from datetime import timedelta

import pytest

from accounts.models import BotKind
from games.models import Match
from games.services import rulings
from games.services.bots import play_due, play_turns
from games.services.submissions import ActionRefused
from games.services.verify import verify
from tests.games.services.tables import Sitting, bot, person, sit

pytestmark = pytest.mark.django_db


def sweep(sitting: Sitting, most: int = 5000) -> None:
    """Let the bots act whenever they are due, until nobody is or somebody else must act."""
    for _ in range(most):
        due = sitting.fresh().bot_at
        if due is None:
            return
        sitting.now = max(sitting.now, due)
        assert play_due(sitting.now) == 1
    raise AssertionError("the bots go on for ever")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [BotKind.RANDOM, BotKind.STEADY])
def test_two_bots_play_a_match_to_its_end(kind: str) -> None:
    sitting = sit(bot(kind), bot(kind), length=3, bot_pace_ms=200)
    sweep(sitting)
    assert (sitting.fresh().status, sitting.match.reason) == ("finished", "played")
    assert verify(sitting.match.pk) == []


def test_bots_sit_down_at_once_and_move_at_their_pace() -> None:
    sitting = sit(bot(), bot(), bot_pace_ms=700)
    assert sitting.match.bot_at == sitting.match.last_at
    assert play_due(sitting.now) == 1
    assert play_due(sitting.now) == 1
    match = sitting.fresh()
    assert match.status == "playing"
    assert match.bot_at == match.last_at + timedelta(milliseconds=700)
    assert play_due(sitting.tick(0.6)) == 0
    assert play_due(sitting.tick(0.1)) == 1


def test_a_bot_plays_a_person() -> None:
    sitting = sit(person(), bot(BotKind.STEADY), length=1)
    sitting.act("A", "ready")
    sweep(sitting)
    while sitting.fresh().finished_at is None:
        if sitting.state.to_act == "A":
            sitting.step()
        sweep(sitting)
    assert sitting.match.reason == "played"


def test_a_bot_answers_a_double_and_a_resignation() -> None:
    sitting = sit(person(), bot(), length=9)
    sitting.act("A", "ready")
    sweep(sitting)
    while not (sitting.state.to_act == "A" and sitting.state.waiting_for == "roll"):
        sitting.step()
        sweep(sitting)
    sitting.act("A", "double")
    sweep(sitting)
    assert sitting.state.game is not None
    assert sitting.state.game.cube == 2
    sitting.act("A", "offer_resign", {"level": "single"})
    sweep(sitting)
    assert sitting.fresh().score_b == 2


def test_a_bot_is_ready_for_the_next_game_and_waits_for_the_person() -> None:
    sitting = sit(person(), bot(), length=9)
    sitting.act("A", "ready")
    sweep(sitting)
    while sitting.state.to_act != "A" or sitting.state.waiting_for != "roll":
        sitting.step()
        sweep(sitting)
    sitting.act("A", "offer_resign", {"level": "single"})
    sweep(sitting)
    assert (sitting.state.phase, sitting.state.ready) == ("break", (False, True))


def test_nobody_can_act_for_a_bot() -> None:
    sitting = sit(person(), bot())
    sitting.act("A", "ready")
    sweep(sitting)
    stranger = person().user
    with pytest.raises(ActionRefused, match="not_your_seat"):
        sitting.act("B", "roll", user_id=stranger.pk)


def test_a_bot_rests_while_the_match_is_paused() -> None:
    sitting = sit(bot(), bot())
    rulings.pause(sitting.match.pk, by=None, reason="lunch", now=sitting.now)
    assert sitting.fresh().bot_at is None
    assert play_turns([sitting.match.pk], sitting.now) == 0
    rulings.resume(sitting.match.pk, by=None, reason="back", now=sitting.now)
    assert sitting.fresh().bot_at is not None


def test_a_bot_that_does_not_know_what_to_do_keeps_no_other_waiting() -> None:
    stuck, fine = sit(bot(), bot(), bot_pace_ms=0), sit(bot(), bot(), bot_pace_ms=0)
    Match.objects.filter(pk=stuck.match.pk).update(state={"match": None, "clock": None})
    assert play_due(fine.now) == 1
    assert stuck.fresh().bot_at == fine.now + timedelta(seconds=5)
    assert play_due(fine.now) == 1
    assert fine.fresh().seq > 2
