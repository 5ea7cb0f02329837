"""Records of random matches in all styles: with resignations, beavers, automatic doubles, flags and rulings."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from games.engine.actions import Action
from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.engine.match import apply
from games.engine.rules import Rules
from games.engine.rulings import DirectorRuling
from games.engine.state import MatchState
from games.engine.table import Table
from games.records.replay import MatchRecord, replay
from tests.games.engine.matchplay import GAMBLER, PATIENT, next_action

NAMES = ("Ann", "Ben")
CLOCK = ClockSettings("simple", 120_000, 12_000)
RESIGNER = PATIENT | {"offer_resign": 1.5, "accept_resign": 2, "decline_resign": 1}
STYLES: tuple[Mapping[str, float], ...] = (PATIENT, GAMBLER, RESIGNER, GAMBLER | PATIENT)
START = 1_767_225_600_000  # 2026-01-01, in milliseconds

MATCHES = (
    *(Rules.preset("tournament", n) for n in (1, 3, 5, 7)),
    Rules(length=5, crawford=False),
    Rules(length=3, opening_roll="reroll_pair", holland=True),
    Rules(length=5, cube=False),
)
BARE = Rules.preset("money", games=3)
SESSIONS = (
    BARE,
    replace(BARE, murphy_limit=None, max_beavers=None),
    replace(BARE, jacoby=False, murphy_limit=2, max_beavers=3),
    replace(BARE, jacoby_auto_counts=True, murphy_limit=3),
    replace(BARE, cube=False, jacoby=True),
)


def ruling(state: MatchState, random: Random) -> DirectorRuling:
    """Something a director may say in the middle of a match."""
    points = (random.randint(0, 2), random.randint(0, 2))
    choice = random.randrange(4)
    if state.paused:
        return DirectorRuling("resume", by="Dora")
    if choice == 0:
        return DirectorRuling("score", "wrong [table]; see: page 3\\4", "Dora", score=points)
    if choice == 1 and state.live_game is not None and state.phase == "playing":
        return DirectorRuling("result", winner="B", game_points=random.randint(0, 3))
    if choice == 2:
        return DirectorRuling("pause", "a spilt drink")
    return DirectorRuling("score", points=points)


def record(
    seed: int,
    rules: Rules,
    style: Mapping[str, float],
    *,
    rulings: bool = False,
    steps: int | None = None,
    clock: ClockSettings | None = None,
    names: tuple[str, str] = NAMES,
) -> MatchRecord:
    """A match played at random to its end, or so many actions of it."""
    random, log, table, at = (
        Random(seed),
        list[tuple[Action, int]](),
        Table.new(rules, clock),
        START,
    )
    while steps is None or len(log) < steps:
        action = _next(table.match, random, style, rulings=rulings)
        if action is None:
            break
        at += random.choice((400, 1500, 3000))
        table = table.step(action, at)
        log.append((action, at))
    moments = tuple(replay(rules, clock, log))
    return MatchRecord(f"match-{seed}", names, rules, clock, moments, "Winter Cup", "Round 1")


def with_more(record: MatchRecord, *actions: Action) -> MatchRecord:
    """The same match with these after it, a second apart."""
    log = [(moment.action, moment.at_ms) for moment in record.entries]
    log += [(action, log[-1][1] + 1000 * n) for n, action in enumerate(actions, start=1)]
    return replace(record, entries=tuple(replay(record.rules, record.clock, log)))


def _next(
    state: MatchState, random: Random, style: Mapping[str, float], *, rulings: bool
) -> Action | None:
    if state.outcome is None and rulings and (state.paused or random.random() < 0.01):
        text = ruling(state, random)
        try:
            apply(state, text)
        except RulesError:
            return next_action(state, random, style)
        return text
    return next_action(state, random, style)
