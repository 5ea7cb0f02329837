"""The log is the truth: what it folds to is the snapshot, after any match."""

import random
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command

from games import tasks
from games.engine.clock import ClockSettings
from games.engine.match import may
from games.engine.rules import Rules
from games.models import Action, Game, Match, MatchSeed
from games.services import rulings
from games.services.verify import verify, verify_matches
from tests.games.services.tables import Sitting, first_play, playing, sit

pytestmark = pytest.mark.django_db

CUBE = ("double", "take", "drop", "beaver", "raccoon")
RESIGN = ("offer_resign", "accept_resign", "decline_resign")
RULES = {
    "tournament": Rules.preset("tournament", 5),
    "money": Rules.preset("money", games=3),
    "no cube": Rules.preset("sr_nocube", 3),
}


def anything(sitting: Sitting, chance: random.Random) -> None:
    """One thing that somebody may do now, plays and rolls more often than the rest."""
    state = sitting.state
    seat = state.to_act or ("A" if not state.ready[0] else "B")
    allowed = [kind for kind, no in may(state, seat).items() if no is None]
    kinds = [kind for kind in allowed if kind in ("ready", "roll", "play", *CUBE[1:], *RESIGN[1:])]
    if chance.random() < 0.2:
        kinds = [kind for kind in allowed if kind in (*CUBE, *RESIGN)] or kinds
    kind = chance.choice(kinds)
    payload = {}
    if kind == "play":
        payload = {"moves": first_play(state)}
    if kind == "offer_resign":
        levels = ["single", "gammon", "backgammon"][state.game.declined_level :]
        payload = {"level": chance.choice(levels)}
    sitting.act(seat, kind, payload, key=f"{sitting.fresh().seq}")


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("clock", [None, "simple", "bronstein", "fischer"])
def test_replay_is_the_snapshot_after_every_step_of_a_match(rules: str, clock: str | None) -> None:
    settings = None if clock is None else ClockSettings(clock, 600_000, 5_000)
    sitting = sit(rules=RULES[rules], clock=settings)
    sitting.join("a", "b")
    chance = random.Random(f"{rules} {clock}")
    steps = 0
    while sitting.fresh().finished_at is None:
        sitting.tick(chance.random() * 9)
        anything(sitting, chance)
        steps += 1
        if steps % 25 == 0:
            assert verify(sitting.match.pk) == []
    assert verify(sitting.match.pk) == []


def test_the_command_says_that_all_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    playing()
    call_command("verify_matches")
    assert "1 matches are right" in capsys.readouterr().out


@pytest.mark.slow
def test_a_falsified_match_is_found() -> None:
    score, games, seq, dice = (_finished() for _ in range(4))
    Match.objects.filter(pk=score).update(score_a=40)
    Game.objects.filter(match=games).update(points=7)
    Match.objects.filter(pk=seq).update(seq=5000)
    MatchSeed.objects.filter(match=dice).update(seed="ab" * 32)
    right = _finished()
    wrong = verify_matches()
    assert set(wrong) == {score, games, seq, dice}
    assert right not in wrong
    with pytest.raises(CommandError, match="4 of 5"):
        call_command("verify_matches")


def test_matches_that_ended_or_were_played_on_since_are_looked_at_and_no_others() -> None:
    ended, long_ago, going_on, waiting = (
        _finished(),
        _finished(),
        playing().match.pk,
        playing().match.pk,
    )
    since = Match.objects.get(pk=ended).last_at
    before = since - timedelta(seconds=1)
    Match.objects.update(seq=5000)
    Match.objects.filter(pk=long_ago).update(finished_at=before, last_at=before)
    Match.objects.filter(pk=going_on).update(last_at=since)
    Match.objects.filter(pk=waiting).update(last_at=before)
    assert set(verify_matches(since)) == {ended, going_on}


def test_a_ruling_on_a_match_that_ended_long_ago_is_looked_at() -> None:
    ruled, left = _finished(), _finished()
    since = Match.objects.latest("last_at").last_at + timedelta(hours=3)
    rulings.score(ruled, score={"A": 0, "B": 1}, by=None, reason="typed wrongly", now=since)
    Match.objects.update(seq=5000)
    assert set(verify_matches(since)) == {ruled}
    assert left not in verify_matches(since)


def test_the_task_goes_back_to_its_last_run_however_long_ago_that_was(caplog) -> None:
    cache.delete(tasks.VERIFIED)
    match_id = _finished()
    began = Match.objects.get(pk=match_id).finished_at
    with time_machine.travel(began - timedelta(minutes=1), tick=False):
        tasks.verify_matches()
    Match.objects.update(seq=5000)
    with time_machine.travel(began + timedelta(days=3), tick=False):
        tasks.verify_matches()
    assert str(match_id) in caplog.text
    caplog.clear()
    with time_machine.travel(began + timedelta(days=3, hours=1), tick=False):
        tasks.verify_matches()
    assert not caplog.records


def test_the_log_cannot_be_edited_by_accident() -> None:
    playing()
    with pytest.raises(TypeError, match="append-only"):
        Action.objects.update(kind="roll")
    with pytest.raises(TypeError, match="append-only"):
        Action.objects.all().delete()


def _finished():
    sitting = playing(length=1)
    while sitting.fresh().finished_at is None:
        sitting.step()
    return sitting.match.pk
