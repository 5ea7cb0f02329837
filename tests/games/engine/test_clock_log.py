"""The sum of both clocks follows the log to the millisecond: an account kept beside whole matches, from their rows alone."""

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import actions as act
from games.engine.actions import Action, DirectorRuling, MakePlay, OfferResign
from games.engine.clock import CLOCK_KINDS, ClockKind, ClockSettings
from games.engine.lag import Timed, with_lag
from games.engine.match import MatchState, may
from games.engine.rules import Rules
from games.engine.seats import Seat, other
from games.engine.table import Table
from tests.examples import examples
from tests.games.engine.matchplay import GAMBLER, PATIENT, SEATS, player_action, server_action

RESERVE, DELAY, LAG = 3_600_000, 700, 4_000
Spans = list[tuple[int, int]]


@dataclass
class Account:
    """What each seat has left, counted from the rows: a turn costs its time beyond the delay, and nothing else does."""

    kind: ClockKind
    left: dict[Seat, int] = field(default_factory=lambda: {"A": RESERVE, "B": RESERVE})
    used: dict[Seat, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    lags: dict[Seat, int] = field(default_factory=lambda: {"A": LAG, "B": LAG})
    on: Seat | None = None
    still: bool = False
    since: int = 0

    def row(self, action: Action, at: int, on: Seat | None, down: Spans) -> None:
        """One row: its time, and who has to act after it."""
        if self.on is not None and not self.still:
            self.used[self.on] += _up(self.since, at, down)
            if isinstance(action, Timed) and action.seat == self.on:
                self.used[self.on] -= action.lag_ms
                self.lags[self.on] -= action.lag_ms
        self.since = at
        if isinstance(action, DirectorRuling):
            self._ruling(action)
        if isinstance(action, MakePlay) and self.kind == "fischer":
            self.left[action.seat] += DELAY
        if self.still:
            return
        if on is None:
            self._over("A")
            self._over("B")
        elif self.on is not None and on != self.on and not isinstance(action, OfferResign):
            self._over(self.on)
        self.on = on

    def reading(self, seat: Seat) -> int:
        """What the clock shows: only simple delay is taken off before the turn is over."""
        free = DELAY if self.kind == "simple" else 0
        return self.left[seat] - max(0, self.used[seat] - free)

    def _over(self, seat: Seat) -> None:
        free = 0 if self.kind == "fischer" else DELAY
        self.left[seat] -= max(0, self.used[seat] - free)
        self.used[seat] = 0

    def _ruling(self, ruling: DirectorRuling) -> None:
        if ruling.what in ("pause", "resume"):
            self.still = ruling.what == "pause"
        for seat, value in zip(("A", "B"), ruling.reserve_ms or (None, None), strict=True):
            if value is not None:
                self.left[seat] += value - self.reading(seat)  # type: ignore[arg-type,index]
        for seat, value in zip(("A", "B"), ruling.add_ms or (None, None), strict=True):
            self.left[seat] += value or 0  # type: ignore[index]


def _up(start: int, end: int, down: Spans) -> int:
    """Milliseconds between, without those of the outages (which do not overlap here)."""
    return end - start - sum(max(0, min(b, end) - max(a, start)) for a, b in down)


def next_row(table: Table, random: Random) -> Action:
    """What happens next: mostly what somebody must do, now and then a ruling or a resignation."""
    state = table.match
    if state.paused:
        return DirectorRuling("resume")
    chance = random.random()
    if state.phase == "playing" and chance < 0.04:
        return DirectorRuling("pause")
    if chance < 0.08:
        return DirectorRuling("clock", reserve_ms=random.choice([(RESERVE, None), (None, RESERVE)]))
    if chance < 0.12:
        return DirectorRuling("clock", add_ms=(random.randint(-99, 999), random.randint(0, 9_999)))
    return server_action(state, random) or _player_row(state, random)


def _player_row(state: MatchState, random: Random) -> Action:
    seat = state.to_act or ("B" if state.ready[0] else "A")
    weights = random.choice([PATIENT, GAMBLER]) | {"offer_resign": 2, "decline_resign": 9}
    kinds = [kind for kind, no in may(state, seat).items() if no is None and kind != "concede"]
    kind = random.choices(kinds, [weights.get(kind, 1) for kind in kinds])[0]
    return player_action(state, seat, kind, random)


def _asked(action: Action, table: Table, at: int, random: Random, down: Spans) -> Action:
    """With lag, as the services put it in."""
    if table.clock is None or not isinstance(action, Timed):
        return action
    asked = random.choice([0, 0, 40, 300, 5_000])
    return with_lag(action, table.clock.lag_worth(action.seat, asked, at, down))


@settings(max_examples=examples(60))
@given(
    kind=st.sampled_from(CLOCK_KINDS),
    seed=st.integers(0, 2**32),
    lag=st.sampled_from([0, LAG]),
    gaps=st.lists(st.tuples(st.integers(1, 20_000), st.integers(1, 9_000)), max_size=5),
)
def test_both_reserves_follow_the_rows_of_the_log_to_the_millisecond(
    kind: ClockKind, seed: int, lag: int, gaps: list[tuple[int, int]]
) -> None:
    random, down, now = Random(seed), [], 0
    for pause, length in gaps:
        start = (down[-1][1] if down else 0) + pause
        down.append((start, start + length))
    rules = Rules.preset("tournament", 5)
    clock = ClockSettings(kind, RESERVE, DELAY, lag)
    table, account, log = Table.new(rules, clock), Account(kind), []
    account.lags = {"A": lag, "B": lag}
    for _ in range(120):
        if table.match.outcome is not None:
            break
        now += random.choice([0, 1, 90, 650, 701, 1_500, 9_000])
        action = _asked(next_row(table, random), table, now, random, down)
        table = table.step(action, now, down)
        log.append((action, now))
        on = table.match.to_act
        account.row(action, now, on if table.match.phase == "playing" else None, down)
        assert table.clock is not None
        shown = (account.reading("A"), account.reading("B"))
        assert table.clock.reserve == shown, (log[-3:], account)
        assert table.clock.lags == (account.lags["A"], account.lags["B"])
        assert min(table.clock.lags) >= 0
    read = [(act.from_json(a.kind, getattr(a, "seat", ""), a.to_json()), at) for a, at in log]
    assert Table.replay(rules, clock, read, down) == table
    assert Table.from_json(table.to_json()) == table


@pytest.mark.parametrize("kind", CLOCK_KINDS)
def test_lag_gains_never_more_than_the_budget(kind: ClockKind) -> None:
    """Whatever is asked, the reserve with lag is at most the budget above the one without."""
    asked, plain = (_after_turns(kind, lag) for lag in (5_000, 0))
    assert plain < asked <= plain + LAG


def _after_turns(kind: ClockKind, asked: int) -> int:
    clock, now = ClockSettings(kind, 100_000, DELAY, LAG), 0
    running = Table.new(Rules.preset("tournament", 5), clock).clock
    assert running is not None
    running, seat = running.hand_to("A", now), SEATS[0]
    for wait in (300, 900, 1_800, 2_500, 2_500, 2_500, 2_500, 2_500):
        now += wait
        given_back = running.lag_worth(seat, asked, now)
        running = running.charged(now, lag_ms=given_back)
        running = running.hand_to(other(seat), now).hand_to(seat, now)
    return running.reserve[0]
