"""Undoing the end that a director made: play goes on where it was, with new dice and the same clocks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.engine.rules import Rules
from games.engine.table import Table
from games.models import MatchSeed
from games.services import rulings
from games.services.bots import play_turns
from games.services.verify import verify
from tests.games.services.sweeps import settle_next
from tests.games.services.tables import Sitting, bot, playing, sit

pytestmark = pytest.mark.django_db

CLOCK = ClockSettings("simple", 600_000, 12_000)
JOIN = timedelta(minutes=5)
HASH = {"nonce_hash": "0" * 64}
FACTS: dict[str, Any] = {"clock": CLOCK, "join_within": JOIN, "length": 5}

End = Callable[[Sitting], object]
ENDS: dict[str, End] = {
    "void": lambda sitting: rulings.void(sitting.match.pk, by=None, reason="", now=sitting.now),
    "award": lambda sitting: rulings.result(
        sitting.match.pk, winner="B", by=None, reason="", now=sitting.now
    ),
    "nobody wins": lambda sitting: rulings.result(
        sitting.match.pk, winner=None, by=None, reason="", now=sitting.now
    ),
    "forfeit": lambda sitting: rulings.forfeit(
        sitting.match.pk, losers=("A",), reason="withdrawn", now=sitting.now
    ),
    "double forfeit": lambda sitting: rulings.forfeit(
        sitting.match.pk, losers=("A", "B"), reason="both gone", now=sitting.now
    ),
}


def nobody_there() -> Sitting:
    return sit(**FACTS)


def one_ready() -> Sitting:
    sitting = sit(**FACTS)
    sitting.act("A", "ready", HASH)
    return sitting


def nonces_awaited() -> Sitting:
    sitting = one_ready()
    sitting.act("B", "ready", HASH)
    return sitting


def about_to_play() -> Sitting:
    sitting = playing(**FACTS)
    for _ in range(8):
        sitting.tick(20)
        sitting.step()
    sitting.until("play")
    return sitting


def about_to_roll() -> Sitting:
    sitting = about_to_play()
    sitting.until("roll")
    return sitting


def doubled() -> Sitting:
    sitting = about_to_roll()
    sitting.act(str(sitting.state.to_act), "double")
    return sitting


def resigning() -> Sitting:
    sitting = about_to_roll()
    sitting.act(str(sitting.state.to_act), "offer_resign", {"level": "single"})
    return sitting


def between_games() -> Sitting:
    sitting = resigning()
    sitting.step()
    return sitting


def paused() -> Sitting:
    sitting = about_to_roll()
    rulings.pause(sitting.match.pk, by=None, reason="", now=sitting.tick(3))
    return sitting


BEGUN = [about_to_play, about_to_roll, doubled, resigning, between_games, paused]
NOT_BEGUN = [nobody_there, one_ready, nonces_awaited]


def reopen(sitting: Sitting) -> None:
    rulings.reopen(sitting.match.pk, by=None, reason="", now=sitting.tick(7200))


def reserves(sitting: Sitting) -> tuple[int, int]:
    clock = Table.from_json(sitting.fresh().state).clock
    assert clock is not None
    return clock.reserve


def assert_waits_for_both_again(sitting: Sitting) -> None:
    match = sitting.fresh()
    assert (match.status, match.winner, match.reason, match.finished_at) == (
        "joining",
        None,
        "",
        None,
    )
    assert (match.next_at, match.flag_at, match.bot_at) == (sitting.now + JOIN, None, None)
    assert (match.paused, match.to_act, sitting.state.ready) == (False, None, (False, False))
    assert verify(match.pk) == []


@pytest.mark.parametrize("stage", BEGUN)
@pytest.mark.parametrize("end", ENDS)
def test_play_goes_on_where_it_was(end: str, stage: Callable[[], Sitting]) -> None:
    sitting = stage()
    before, started_at = sitting.state, sitting.fresh().started_at
    ENDS[end](sitting)
    left = reserves(sitting)
    assert sitting.fresh().finished_at == sitting.now
    assert verify(sitting.match.pk) == []
    reopen(sitting)
    assert_waits_for_both_again(sitting)
    sitting.tick(60)
    sitting.join("mine", "yours")
    after = sitting.state
    assert (after.score, after.game_no, after.results) == (
        before.score,
        before.game_no,
        before.results,
    )
    assert (reserves(sitting), sitting.fresh().started_at) == (left, started_at)
    assert (after.epoch, after.commitment != before.commitment) == (2, True)
    if before.live_game is not None:
        assert after.game == before.game
        assert sitting.match.flag_at == sitting.now + timedelta(
            milliseconds=left["AB".index(str(after.to_act))] + CLOCK.delay_ms
        )
    for _ in range(3):
        sitting.step()
    assert verify(sitting.match.pk) == []


def test_a_reopened_match_is_played_to_its_end() -> None:
    sitting = playing(length=1)
    ENDS["forfeit"](sitting)
    reopen(sitting)
    sitting.join()
    while sitting.fresh().finished_at is None:
        sitting.step()
    assert (sitting.match.reason, verify(sitting.match.pk)) == ("played", [])


@pytest.mark.parametrize("stage", NOT_BEGUN)
@pytest.mark.parametrize("end", ENDS)
def test_a_match_that_had_never_begun_waits_for_both_again(
    end: str, stage: Callable[[], Sitting]
) -> None:
    sitting = stage()
    ENDS[end](sitting)
    assert verify(sitting.match.pk) == []
    reopen(sitting)
    assert_waits_for_both_again(sitting)
    assert (sitting.match.started_at, reserves(sitting)) == (None, (600_000, 600_000))
    sitting.join()
    assert (sitting.fresh().status, sitting.state.rolls > 0) == ("playing", True)
    assert verify(sitting.match.pk) == []


@pytest.mark.parametrize("stage", [nobody_there, about_to_play])
def test_who_does_not_come_back_in_time_forfeits(stage: Callable[[], Sitting]) -> None:
    sitting = stage()
    ENDS["void"](sitting)
    reopen(sitting)
    sitting.act("B", "ready")
    assert not settle_next(sitting.match.pk, sitting.tick(299))
    assert settle_next(sitting.match.pk, sitting.tick(2))
    assert (sitting.fresh().reason, sitting.match.winner) == ("forfeit", "B")
    assert verify(sitting.match.pk) == []


def test_a_match_lost_by_not_coming_is_waited_for_again() -> None:
    sitting = one_ready()
    assert settle_next(sitting.match.pk, sitting.tick(301))
    assert sitting.fresh().winner == "A"
    reopen(sitting)
    assert_waits_for_both_again(sitting)


@pytest.mark.parametrize("end", ENDS)
def test_it_may_be_ended_and_reopened_again_and_again(end: str) -> None:
    sitting = about_to_roll()
    before = sitting.state
    for epoch in (2, 3):
        ENDS[end](sitting)
        reopen(sitting)
        assert sitting.state.epoch == epoch
    sitting.join()
    assert sitting.state.game == before.game
    shown = dict(MatchSeed.objects.filter(match=sitting.match).values_list("epoch", "revealed_at"))
    assert {epoch: at is not None for epoch, at in shown.items()} == {1: True, 2: True, 3: False}
    assert verify(sitting.match.pk) == []


def test_a_bot_comes_back_at_once() -> None:
    sitting = sit(bot(), bot(), **FACTS, bot_pace_ms=0)
    while sitting.state.rolls < 6:
        assert play_turns([sitting.match.pk], sitting.now) == 1
    before = sitting.state
    ENDS["void"](sitting)
    assert sitting.fresh().bot_at is None
    reopen(sitting)
    assert sitting.fresh().bot_at == sitting.now
    assert play_turns([sitting.match.pk], sitting.now) == 1
    assert play_turns([sitting.match.pk], sitting.now) == 1
    assert (sitting.fresh().status, sitting.state.game) == ("playing", before.game)


@pytest.mark.parametrize("end", ENDS)
def test_a_session_goes_on_in_the_same_game(end: str) -> None:
    sitting = playing(rules=Rules.preset("money", games=2), join_within=JOIN)
    sitting.until("roll")
    sitting.act(str(sitting.state.to_act), "offer_resign", {"level": "single"})
    sitting.step()
    sitting.until("roll")
    before = sitting.state
    ENDS[end](sitting)
    reopen(sitting)
    assert_waits_for_both_again(sitting)
    sitting.join()
    assert (sitting.state.game, sitting.state.game_no) == (before.game, 2)
    assert (sitting.state.score, sitting.state.results) == (before.score, before.results)
    assert verify(sitting.match.pk) == []


@pytest.mark.parametrize("stage", [nobody_there, between_games])
def test_a_match_that_goes_on_is_not_reopened(stage: Callable[[], Sitting]) -> None:
    with pytest.raises(RulesError, match="not over"):
        reopen(stage())


def test_a_match_decided_by_its_score_is_not_reopened_as_it_is() -> None:
    sitting = playing(length=1)
    while sitting.fresh().finished_at is None:
        sitting.step()
    with pytest.raises(RulesError, match="the match is over"):
        reopen(sitting)
    ENDS["void"](sitting)
    with pytest.raises(RulesError, match="the match is over"):
        reopen(sitting)
