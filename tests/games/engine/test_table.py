"""Match and clock together: whose time runs, what each action costs, and the stored snapshot."""

import json
from dataclasses import MISSING, fields, replace

import pytest

from games.engine import actions as act
from games.engine.actions import DirectorRuling, Double, OpeningRoll, Roll, Take
from games.engine.clock import Clock, ClockKind, ClockSettings
from games.engine.errors import RulesError
from games.engine.game import GameState, LastPlay
from games.engine.outcome import GameResult, MatchOutcome
from games.engine.rules import Rules
from games.engine.state import MatchState
from games.engine.table import Table
from tests.games.engine.playing import COMMITMENT, board, joined, match_to, play

S = 1000
SIMPLE = ClockSettings("simple", 60 * S, 12 * S)


def table(kind: ClockKind = "simple", rules: Rules | None = None) -> Table:
    """A table at which the opening roll is due at 0."""
    return Table(joined(rules or match_to(7)), Clock.new(ClockSettings(kind, 60 * S, 12 * S)))


def opened(kind: ClockKind = "simple") -> Table:
    return table(kind).step(OpeningRoll((6, 1)), 0)


def test_no_clock_runs_while_joining_at_the_opening_or_in_the_break() -> None:
    started = Table.new(match_to(7), SIMPLE)
    for action in (act.Epoch(1, COMMITMENT), act.Ready("A"), act.Ready("B"), OpeningRoll((2, 2))):
        started = started.step(action, 5 * S)
        assert started.flag_at() is None
    running = started.step(OpeningRoll((6, 1)), 10 * S)
    assert (running.clock.running, running.flag_at()) == ("A", 82 * S)
    done = running.step(act.OfferResign("A", "single"), 11 * S).step(act.AcceptResign("B"), 12 * S)
    assert (done.match.phase, done.flag_at()) == ("break", None)


def test_the_clock_passes_with_play_double_and_answer() -> None:
    now = opened().step(play("A", "13/7 8/7"), 20 * S)
    assert (now.clock.running, now.clock.reserve) == ("B", (52 * S, 60 * S))
    now = now.step(Double("B"), 25 * S)
    assert now.clock.reading("A", 25 * S) == (52 * S, 12 * S)
    now = now.step(Take("A"), 40 * S)
    assert (now.clock.reserve, now.clock.delay_left) == ((49 * S, 60 * S), 12 * S)


def test_rolling_gives_no_fresh_delay() -> None:
    now = opened().step(play("A", "13/7 8/7"), 1 * S).step(Roll("B", (3, 1)), 11 * S)
    assert now.clock.delay_left == 2 * S
    assert now.step(play("B", "8/5 6/5"), 21 * S).clock.reserve == (60 * S, 52 * S)


@pytest.mark.parametrize("kind", ["simple", "bronstein"])
def test_after_a_declined_resignation_the_offerer_goes_on_with_what_was_left(
    kind: ClockKind,
) -> None:
    now = opened(kind).step(act.OfferResign("A", "single"), 10 * S)
    assert (now.clock.running, now.clock.delay_left) == ("B", 12 * S)
    now = now.step(act.DeclineResign("B"), 15 * S)
    assert (now.clock.running, now.clock.delay_left) == ("A", 2 * S)
    assert now.step(play("A", "13/7 8/7"), 25 * S).clock.reserve == (52 * S, 60 * S)


def test_fischer_adds_only_after_a_confirmed_play() -> None:
    now = opened("fischer").step(play("A", "13/7 8/7"), 10 * S)
    assert now.clock.reserve == (62 * S, 60 * S)
    now = now.step(Double("B"), 15 * S).step(Take("A"), 20 * S)
    assert now.clock.reserve == (57 * S, 55 * S)
    now = now.step(Roll("B", (3, 1)), 21 * S).step(act.OfferResign("B", "single"), 22 * S)
    now = now.step(act.DeclineResign("A"), 23 * S)
    assert now.clock.reserve == (56 * S, 53 * S)


def test_flag_due_names_the_player_whose_time_is_up() -> None:
    now = opened()
    assert now.flag_due(72 * S - 1) is None
    assert now.flag_due(72 * S) == "A"
    assert now.flag_due(72 * S, [(0, 30 * S)]) is None
    assert now.flag_at([(0, 30 * S)]) == 102 * S
    over = now.step(act.Flag("1970-01-01T00:01:12Z"), 72 * S)
    assert over.clock.reserve == (0, 60 * S)
    assert (over.match.outcome.reason, over.flag_at()) == ("time", None)


def test_without_a_clock_no_flag_and_nothing_to_adjust() -> None:
    now = Table(joined(match_to(7))).step(OpeningRoll((6, 1)), 0)
    assert (now.flag_at(), now.flag_due(10**12)) == (None, None)
    with pytest.raises(RulesError) as refused:
        now.step(DirectorRuling("clock", add_ms=(1, None)), 0)
    assert refused.value.code == "no_clock"


def test_a_pause_freezes_the_turn_and_a_ruling_in_it_changes_nothing_else() -> None:
    paused = opened().step(DirectorRuling("pause"), 5 * S)
    assert paused.flag_at() is None
    paused = paused.step(DirectorRuling("score", points=(1, 0)), 100 * S)
    paused = paused.step(DirectorRuling("clock", add_ms=(30 * S, None)), 200 * S)
    resumed = paused.step(DirectorRuling("resume"), 1000 * S)
    assert resumed.clock.reading("A", 1000 * S) == (90 * S, 7 * S)
    assert resumed.flag_at() == (1000 + 90 + 7) * S


def test_a_director_sets_a_running_clock() -> None:
    now = opened().step(DirectorRuling("clock", reserve_ms=(10 * S, 20 * S)), 15 * S)
    assert (now.clock.reserve, now.flag_at()) == ((10 * S, 20 * S), 25 * S)


def test_a_game_decided_in_a_pause_leaves_the_match_paused_and_no_clock_running() -> None:
    now = opened().step(DirectorRuling("pause"), 5 * S)
    now = now.step(DirectorRuling("result", winner="A", game_points=1), 9 * S)
    assert (now.match.phase, now.match.paused, now.clock.running) == ("break", True, None)
    now = now.step(DirectorRuling("resume"), 10 * S).step(OpeningRoll((6, 1)), 20 * S)
    assert now.flag_at() == 92 * S


def test_a_reopened_match_runs_only_once_its_new_dice_are_settled() -> None:
    over = opened().step(act.Concede("B"), 20 * S)
    reopened = over.step(DirectorRuling("reopen"), 30 * S).step(act.Epoch(2, COMMITMENT), 31 * S)
    assert reopened.step(act.Ready("A"), 40 * S).flag_at() is None
    going = reopened.step(act.Ready("A"), 40 * S).step(act.Ready("B"), 50 * S)
    assert (going.clock.running, going.clock.reserve) == ("A", (52 * S, 60 * S))
    assert going.flag_at() == (50 + 12 + 52) * S


def test_a_refused_action_leaves_the_table_as_it_was() -> None:
    now = opened()
    with pytest.raises(RulesError):
        now.step(Roll("B", (1, 1)), 3 * S)
    assert now == opened()


def test_replaying_the_log_gives_the_same_table() -> None:
    log = [
        (act.Epoch(1, COMMITMENT), 0),
        (act.Ready("A"), 0),
        (act.Ready("B"), 0),
        (OpeningRoll((6, 1)), 3 * S),
        (play("A", "13/7 8/7"), 33 * S),
    ]
    down = [(5 * S, 10 * S)]
    now = Table.replay(match_to(7), SIMPLE, log, down)
    assert now.clock.reserve == (47 * S, 60 * S)
    step_by_step = Table.new(match_to(7), SIMPLE)
    for action, at_ms in log:
        step_by_step = step_by_step.step(action, at_ms, down)
    assert now == step_by_step


def test_the_snapshot_is_exact_and_short() -> None:
    now = opened().step(play("A", "13/7 8/7"), 20 * S)
    now = replace(now, match=replace(now.match, nonces=("a", ""), nonce_hashes=("ab" * 32, None)))
    text = json.dumps(now.to_json())
    assert Table.from_json(json.loads(text)) == now
    assert len(text) < 1500


def test_no_field_of_a_snapshot_is_lost() -> None:
    """Every field set to something that is not its default."""
    game = GameState(
        board=board("X: bar×1 6×14; O: obar×2 19×13"),
        turn="B",
        dice=(5, 2),
        cube=8,
        owner="A",
        offered=16,
        beaver_level=2,
        resign_offer=2,
        declined_level=1,
        turns=(4, 5),
        ties=3,
        crawford=True,
        over=True,
        last=LastPlay("A", (6, 4), ((24, 18, 0), (18, 14, 1))),
        awaits_dice=True,
    )
    state = MatchState(
        rules=Rules.preset("sr_nocube", 9),
        score=(8, 3),
        crawford="now",
        game_no=6,
        phase="break",
        paused=True,
        ready=(True, False),
        nonce_hashes=("ab" * 32, "cd" * 32),
        nonces=("left", "right"),
        nonce_status=("given", "wrong"),
        epoch=2,
        commitment=COMMITMENT,
        sealed=True,
        rolls=77,
        game=game,
        results=(GameResult("B", "drop", 1, 2, 2, True, 4, (1, 2)),),
        outcome=MatchOutcome("A", "ruling"),
        last_game=True,
        end_asked=(False, True),
        shared="00000000-0000-4000-8000-000000000000",
        game_rolls=12,
    )
    clock = Clock(
        replace(SIMPLE, lag_ms=9000, overtime_ms=60), (1, 2), (3, 4), "B", 5, True, (6, 7), (8, 9)
    )
    for value in (game, state, clock):
        defaults = [f for f in fields(value) if f.default is not MISSING]
        assert all(getattr(value, field.name) != field.default for field in defaults)
    now = Table(state, clock)
    assert Table.from_json(json.loads(json.dumps(now.to_json()))) == now
