"""Plays a filed match through with the engine: out come its rules and its actions, or FileRefused.

Every play, every cube action and every score is checked. What a file leaves out is filled in only where the rules
leave one way: a forced play, the take after a beaver, and in money play what only the score can tell (Jacoby where
the header is silent; automatic doubles, which .mat cannot write).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine import match as matches
from games.engine.actions import Action, Imported
from games.engine.errors import RulesError
from games.engine.rules import Rules
from games.engine.state import MatchState
from games.records.filed import FiledGame, FiledMatch, FileRefused, Score
from games.records.replaying import Replay

MOST_DOUBLES = 6


@dataclass(frozen=True, slots=True)
class Checked:
    """A match that the engine agrees with; `state` is what its actions fold to."""

    rules: Rules
    actions: tuple[Action, ...]
    state: MatchState


def check(filed: FiledMatch) -> Checked:
    """The whole match, as far as the file goes."""
    refusals: list[FileRefused] = []
    for rules in _possible(filed):
        try:
            return _checked(filed, rules)
        except FileRefused as refused:
            refusals.append(refused)
    raise max(refusals, key=lambda refused: refused.place.line)


def _possible(filed: FiledMatch) -> Iterator[Rules]:
    """The rules the file may have been played by, the likeliest first."""
    if filed.length is not None:
        crawford = filed.crawford is not False
        yield Rules(
            length=filed.length, cube=filed.cube, cube_cap=filed.cube_cap, crawford=crawford
        )
        return
    session = Rules(
        kind="session", length=None, cube=filed.cube, cube_cap=filed.cube_cap, crawford=False,
        murphy_limit=None, max_beavers=0 if filed.beavers is False else None,
    )  # fmt: skip
    for jacoby in (False, True) if filed.jacoby is None else (filed.jacoby,):
        yield replace(session, jacoby=jacoby)


def _checked(filed: FiledMatch, rules: Rules) -> Checked:
    begin = Imported("start", source=filed.source)
    replay = Replay(matches.apply(matches.initial(rules), begin), (begin,))
    for game, following in zip(filed.games, [*filed.games[1:], None], strict=True):
        _stands(replay, game)
        replay = _with_game(replay, filed, game, following)
    if not replay.state.throws:
        raise FileRefused("no_games")
    if replay.state.outcome is None:
        replay = replay.then(Imported("end"), filed.games[-1].place)
    rules = _settled(rules, filed, replay)
    return Checked(rules, replay.actions, replace(replay.state, rules=rules))


def _stands(replay: Replay, game: FiledGame) -> None:
    """May this game begin, and with the score that the file says?"""
    state = replay.state
    if state.outcome is not None:
        raise FileRefused("match_over", game.place)
    if state.live_game is not None:
        raise FileRefused("game_not_over", game.place)
    if game.score is not None and game.score != state.score:
        if not state.results:
            raise FileRefused("not_from_start", game.place, file=_said(game.score))
        raise FileRefused(
            "score_differs", game.place, file=_said(game.score), ours=_said(state.score)
        )
    if game.crawford is not None and game.crawford != (state.crawford == "now"):
        raise FileRefused("crawford_differs", game.place)


def _with_game(
    replay: Replay, filed: FiledMatch, game: FiledGame, following: FiledGame | None
) -> Replay:
    """The game with the automatic doubles the file names; or with those that the next score betrays."""
    if filed.length is not None and game.doubles:
        raise FileRefused("auto_doubles", game.place)
    after = replay.game(game, game.doubles)
    if filed.source == "sgf" or filed.length is not None or following is None:
        return after
    if hidden := _hidden_doubles(replay.state.score, after.state, following.score):
        return replay.game(game, hidden, hidden=True)
    return after


def _hidden_doubles(before: Score, state: MatchState, said: Score | None) -> int:
    """How often the stakes must have been doubled before the first roll for the score to be what is said."""
    if said is None or state.live_game is not None or not state.results:
        return 0
    ours = [now - then for now, then in zip(state.score, before, strict=True)]
    theirs = [now - then for now, then in zip(said, before, strict=True)]
    fitting = (n for n in range(1, MOST_DOUBLES + 1) if theirs == [2**n * won for won in ours])
    return next(fitting, 0)


def _settled(rules: Rules, filed: FiledMatch, replay: Replay) -> Rules:
    """In money play as many beavers and automatic doubles as there were: more the file does not tell."""
    if filed.length is not None:
        return rules
    beavers = max(replay.beavers, 1 if filed.beavers else 0)
    try:
        return replace(rules, max_beavers=beavers, murphy_limit=replay.doubles)
    except RulesError as error:
        raise FileRefused(error.code, cause=error) from None


def _said(score: Score) -> str:
    return f"{score[0]}–{score[1]}"
