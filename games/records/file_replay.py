"""Plays a filed match through with the engine: out come its rules and its actions, or FileRefused.

Every play, every cube action and every score is checked. What a file leaves out is filled in only where the rules
leave one way: a forced play, the take after a beaver, and in money play what only the score can tell (Jacoby where
the header is silent; automatic doubles, which .mat cannot write).
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from games.engine.actions import Imported
from games.engine.errors import RulesError
from games.engine.rules import HIGHEST_CUBE, Rules
from games.engine.state import MatchState
from games.records import json_reader, own_file_replay
from games.records.event_replay import Budget, Numbered, Replay, begun
from games.records.game_start import check_start
from games.records.gnubg_quirks import Quirks, may_ignore_jacoby, sgf_game
from games.records.match_file import (
    MOST_EVENTS,
    Cubed,
    FiledGame,
    FiledLog,
    FiledMatch,
    FileRefused,
    Score,
)

MOST_DOUBLES = 4
MOST_WORK = 2 * MOST_EVENTS
"""So many events are played through at most, however often something else has to be tried."""
OF_THE_CUBE = {"cube_differs", "points_differ", "no_such_stake", "no_stake_by_jacoby"}
"""What a game may be refused for because its cube began higher."""
OF_JACOBY = {"points_differ", "no_such_stake", "no_stake_by_jacoby", "score_differs"}
"""What a file may be refused for because Jacoby was in force, or was not."""
OF_THE_RULES = OF_JACOBY | {"beavers_off"}
"""What a file may be refused for because it was played by other rules than the ones tried."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A match that the engine agrees with; `state` is what its actions fold to."""

    rules: Rules
    actions: tuple[Numbered, ...]
    state: MatchState


def check(filed: FiledMatch | FiledLog) -> Checked:
    """The whole match, as far as the file goes."""
    if isinstance(filed, FiledLog):
        folded = json_reader.fold(filed)
        return Checked(folded.rules, folded.actions, folded.state)
    refusals: list[FileRefused] = []
    budget = Budget(MOST_WORK)
    if (rules := own_file_replay.named_rules(filed)) is not None:
        try:
            replay = own_file_replay.replayed(filed, rules, budget)
            return Checked(rules, replay.actions, replay.state)
        except FileRefused as refused:
            refusals.append(refused)
    for rules in _possible(filed):
        try:
            return _checked(filed, rules, budget)
        except FileRefused as refused:
            refusals.append(refused)
            if refused.code not in OF_THE_RULES:
                break
    raise max(refusals, key=lambda refused: refused.place.line)


def _possible(filed: FiledMatch) -> Iterator[Rules]:
    """The rules the file may have been played by, the likeliest first."""
    if filed.length is not None:
        yield from _possible_match(filed, filed.length)
        return
    session = Rules(
        kind="session", length=None, cube=filed.cube, cube_cap=filed.cube_cap, crawford=False,
        murphy_limit=None, max_beavers=0 if filed.beavers is False else None,
    )  # fmt: skip
    for jacoby in (False, True) if filed.jacoby is None else (filed.jacoby,):
        yield replace(session, jacoby=jacoby)
    cubes = any(isinstance(event, Cubed) for game in filed.games for event in game.events)
    if filed.source == "mat" and filed.jacoby and not cubes:
        yield replace(session, cube=False, jacoby=True)  # nobody can double: Jacoby never acts
    doubled = filed.source == "mat" or any(game.doubles for game in filed.games)
    if filed.jacoby is not False and doubled:
        yield replace(session, jacoby=True, jacoby_auto_counts=True)


def _possible_match(filed: FiledMatch, length: int) -> Iterator[Rules]:
    """What is customary in money play only counts where the file names it (R9.4); .sgf has no word for beavers."""
    usual = Rules(
        length=length,
        cube=filed.cube,
        cube_cap=filed.cube_cap,
        crawford=filed.crawford is not False,
    )
    named = replace(
        usual,
        jacoby=bool(filed.jacoby),
        max_beavers=None if filed.beavers else 0,
        murphy_limit=None if _names_doubles(filed) else 0,
    )
    for rules in (named, replace(named, max_beavers=None))[: 1 + (filed.source == "sgf")]:
        yield rules
        if rules.jacoby and rules.murphy_limit is None:
            yield replace(rules, jacoby_auto_counts=True)
    if named != usual:
        yield usual


def _names_doubles(filed: FiledMatch) -> bool:
    return bool(filed.murphy) or any(game.doubles for game in filed.games)


def _checked(filed: FiledMatch, rules: Rules, budget: Budget) -> Checked:
    if not filed.games:
        raise FileRefused("no_games")
    replay = begun(filed.source, rules, budget)
    quirks = Quirks()
    for game, following in zip(filed.games, [*filed.games[1:], None], strict=True):
        check_start(replay, game)
        replay = _with_game(replay, filed, game, following, quirks)
    if not replay.state.rolls:
        raise FileRefused("no_games")
    if replay.state.outcome is None:
        replay = replay.then(Imported("end"), filed.games[-1].place)
    rules = _settled(rules, filed, replay)
    return Checked(rules, replay.actions, replace(replay.state, rules=rules))


def _with_game(
    replay: Replay,
    filed: FiledMatch,
    game: FiledGame,
    following: FiledGame | None,
    quirks: Quirks,
) -> Replay:
    """The game with the automatic doubles the file names, or, where .mat cannot name them, betrays."""
    if filed.source == "sgf":
        return sgf_game(replay, game, following, quirks)
    if filed.length is not None:
        if filed.murphy:
            return _with_doubles_shown(replay, game)
        return replay.game(game, 0, last=following is None)
    return _money_game(replay, game, following, quirks)


def _money_game(
    replay: Replay, game: FiledGame, following: FiledGame | None, quirks: Quirks
) -> Replay:
    """The game of a .mat session. What it leaves open of Jacoby and automatic doubles, the next score decides."""
    if following is None and quirks.ignores_jacoby:
        with suppress(FileRefused):
            return replay.game(game, 0, raw=True)
    try:
        after = _agreeing(_with_doubles_shown(replay, game), replay, game, following)
    except FileRefused as refused:
        if following is None or not may_ignore_jacoby(refused, replay):
            raise
        raw = replay.game(game, 0, raw=True)
        after = _agreeing(raw, replay, game, following, raw=True)
        quirks.ignores_jacoby = True
    return after


def _agreeing(
    after: Replay,
    before: Replay,
    game: FiledGame,
    following: FiledGame | None,
    *,
    raw: bool = False,
) -> Replay:
    """The game with the hidden automatic doubles that make the next score right. FileRefused if none do."""
    if following is None or following.score is None:
        return after
    if hidden := _hidden_doubles(before.state.score, after.state, following.score):
        after = before.game(game, hidden, hidden=True, raw=raw)
    check_start(after, replace(following, events=(), crawford=None))
    return after


def _with_doubles_shown(replay: Replay, game: FiledGame) -> Replay:
    """As few automatic doubles as the values in the file allow: Barpoint writes the cube as it was."""
    try:
        return replay.game(game, 0)
    except FileRefused as refused:
        if refused.code not in OF_THE_CUBE:
            raise
        for doubles in _betrayed(game):
            try:
                return replay.game(game, doubles)
            except FileRefused as other:
                if other.code not in OF_THE_CUBE:
                    break
        raise


def _betrayed(game: FiledGame) -> Iterator[int]:
    """How many automatic doubles there may have been: the first double shows it, else they are few."""
    words = (event for event in game.events if isinstance(event, Cubed))
    first = next(words, None)
    if first is not None and first.shown:
        yield from (first.shown.bit_length() - 2,) if 4 <= first.shown <= HIGHEST_CUBE else ()
        return
    yield from range(1, MOST_DOUBLES + 1)


def _hidden_doubles(before: Score, state: MatchState, next_score: Score | None) -> int:
    """How often the stakes were doubled before the first roll if only the score after the game shows it.

    GNU Backgammon writes neither automatic doubles nor the cube that they made.
    """
    if next_score is None or state.live_game is not None or not state.results:
        return 0
    ours = [now - then for now, then in zip(state.score, before, strict=True)]
    theirs = [now - then for now, then in zip(next_score, before, strict=True)]
    fitting = (n for n in range(1, MOST_DOUBLES + 1) if theirs == [2**n * won for won in ours])
    return next(fitting, 0)


def _settled(rules: Rules, filed: FiledMatch, replay: Replay) -> Rules:
    """As many beavers and automatic doubles as there were: the file has no more."""
    beavers = max(replay.beavers, 1 if filed.beavers else 0)
    try:
        return replace(rules, max_beavers=beavers, murphy_limit=replay.doubles)
    except RulesError as error:
        raise FileRefused(error.code, cause=error) from None
