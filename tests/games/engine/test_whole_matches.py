"""Whole matches under random rules, actions and rulings: what must hold after every single step."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import actions as act
from games.engine.actions import PLAYER_KINDS, Action, DirectorRuling, MakePlay
from games.engine.clock import CLOCK_KINDS, ClockKind, ClockSettings
from games.engine.errors import RulesError
from games.engine.game import GameState
from games.engine.match import MatchState, apply, may
from games.engine.outcome import GameResult
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.engine.table import Table
from tests.examples import examples
from tests.games.engine.matchplay import GAMBLER, PATIENT, SEATS, next_action, player_action
from tests.games.engine.strategies import any_rules

seeds = st.integers(0, 2**32)
ENDED = ("finished", "void")


def check_game(rules: Rules, game: GameState) -> None:
    """The laws of one game at any moment."""
    mine, theirs = game.board.off
    assert min(mine, theirs) >= 0
    assert max(mine, theirs) <= 15
    assert game.cube & (game.cube - 1) == 0
    assert (game.offered or game.cube) <= rules.highest_cube
    assert game.offered in (None, game.cube * 2)
    if game.owner is None:
        assert game.cube == 2**game.ties
    if not rules.cube_possible or game.crawford:
        assert (game.cube, game.owner, game.offered) == (1, None, None)
    assert rules.murphy_limit is None or game.ties <= rules.murphy_limit


def check_result(rules: Rules, result: GameResult) -> None:
    if result.kind in ("single", "gammon", "backgammon", "drop", "resignation"):
        assert result.points == result.level * result.cube
        assert 1 <= result.level <= 3
    if result.kind == "drop":
        assert result.level == 1
        assert not result.crawford
    if result.crawford:
        assert rules.plays_crawford
        assert result.cube == 1


def check_match(state: MatchState) -> None:
    """The laws of a match at any moment."""
    assert (state.phase in ENDED) == (state.outcome is not None)
    assert state.phase not in ENDED or not state.sealed
    assert (state.to_act is not None) == (
        state.waiting_for in ("roll", "play", "answer_double", "answer_resign")
    )
    assert min(state.score) >= 0
    if state.rules.length and state.phase not in ENDED:
        assert max(state.score) < state.rules.length
    if state.crawford == "now" and state.phase not in ENDED:
        assert state.rules.length - 1 in state.score or state.live_game is not None
    if state.game is not None:
        check_game(state.rules, state.game)
    if state.results:
        check_result(state.rules, state.results[-1])


def check_play(before: GameState, after: GameState, action: MakePlay) -> None:
    """Thirty checkers: a play bears off what it says, and nothing else comes or goes."""
    mover: Seat = action.seat
    mine, theirs = before.seen_by(mover).off
    borne_off = sum(target == 0 for _, target in action.moves)
    assert after.seen_by(mover).off == (mine + borne_off, theirs)
    hits = sum(hit for _, _, hit in after.last.moves)
    bar = -after.seen_by(mover).points[0]
    assert bar == hits - before.seen_by(mover).points[0]


class Matches(RuleBasedStateMachine):
    """One match at one table with a clock; `log` is all that happened."""

    @initialize(rules=any_rules, kind=st.sampled_from(CLOCK_KINDS))
    def sit_down(self, rules: Rules, kind: ClockKind) -> None:
        self.settings = ClockSettings(kind, 10**9, 12_000)
        self.table = Table.new(rules, self.settings)
        self.log: list[tuple[Action, int]] = []
        self.now = 0

    def step(self, action: Action) -> None:
        before = self.table.match
        self.now += 777
        self.table = self.table.step(action, self.now)
        self.log.append((action, self.now))
        after = self.table.match
        check_match(after)
        assert after.rolls >= before.rolls
        if isinstance(action, MakePlay):
            check_play(before.game, after.game, action)
        if not isinstance(action, DirectorRuling):
            gained = sum(after.score) - sum(before.score)
            booked = after.results[len(before.results) :]
            assert gained == sum(result.points for result in booked)
        assert self.table.clock.running == after.to_act or after.paused

    @precondition(lambda self: self.table.match.phase not in ENDED)
    @rule(seed=seeds, count=st.integers(1, 80), style=st.sampled_from([PATIENT, GAMBLER]))
    def play_on(self, seed: int, count: int, style: dict[str, float]) -> None:
        random = Random(seed)
        for _ in range(count):
            action = next_action(self.table.match, random, style)
            if action is None:
                break
            self.step(action)

    @rule(seed=seeds, seat=st.sampled_from(SEATS), kind=st.sampled_from(PLAYER_KINDS))
    def may_agrees_with_apply(self, seed: int, seat: Seat, kind: str) -> None:
        state = self.table.match
        expected = may(state, seat)[kind]
        action = player_action(state, seat, kind, Random(seed))
        assert outcome_of(state, action) == (expected and expected[0])

    @rule(
        ruling=st.sampled_from(
            [
                DirectorRuling("pause"),
                DirectorRuling("resume"),
                DirectorRuling("score", points=(1, 0)),
                DirectorRuling("score", score=(0, 1)),
                DirectorRuling("result", winner="B", game_points=1),
                DirectorRuling("clock", add_ms=(None, 5)),
                DirectorRuling("reopen"),
                DirectorRuling("reopen", "again"),
                DirectorRuling("reopen", replay_game=True),
                DirectorRuling("reopen", score=(0, 0)),
                DirectorRuling("result", winner="A"),
                DirectorRuling("void"),
                act.Flag("now"),
                act.Concede("A"),
                act.Forfeit(("A", "B"), "left"),
            ]
        ),
        rarely=st.integers(0, 3),
    )
    def the_unexpected_happens(self, ruling: Any, rarely: int) -> None:
        now_or_never = rarely == 0 or self.table.match.phase in ENDED
        if now_or_never and outcome_of(self.table.match, ruling) is None:
            self.step(ruling)

    @invariant()
    def a_snapshot_reads_back_exactly(self) -> None:
        if hasattr(self, "table"):
            assert Table.from_json(json.loads(json.dumps(self.table.to_json()))) == self.table

    def teardown(self) -> None:
        if hasattr(self, "table"):
            log = [(reread(action), at_ms) for action, at_ms in self.log]
            assert Table.replay(self.table.match.rules, self.settings, log) == self.table


def outcome_of(state: MatchState, action: Action) -> str | None:
    """The code of the refusal; None when the action is accepted."""
    try:
        apply(state, action)
    except RulesError as refused:
        return refused.code
    return None


def reread(action: Action) -> Action:
    """The action as it comes back out of the log."""
    payload = json.loads(json.dumps(action.to_json()))
    return act.from_json(action.kind, getattr(action, "seat", "") or "", payload)


Matches.TestCase.settings = settings(
    max_examples=examples(80), stateful_step_count=20, deadline=None
)
TestMatches = Matches.TestCase


@settings(max_examples=examples(25), deadline=None)
@given(rules=any_rules, seed=seeds)
def test_a_match_left_alone_comes_to_its_end(rules: Rules, seed: int) -> None:
    if rules.length is None and rules.games is None:
        return
    random = Random(seed)
    table = Table.new(rules)
    for _ in range(20_000):
        action = next_action(table.match, random)
        if action is None:
            break
        table = table.step(action, 0)
    state = table.match
    assert state.phase == "finished"
    assert sum(state.score) == sum(result.points for result in state.results)
    assert sum(result.crawford for result in state.results) <= 1
    assert [result.game for result in state.results] == list(range(1, len(state.results) + 1))
    assert state.outcome.reason in ("played", "drawn")
