"""Plays a file of Barpoint's own through: the rules it names, what directors decided, the end it tells (extension_headers.py).

Where the rows say all, this is what settings_checks.py does with the right rules at hand.
"""

from dataclasses import replace

from games.engine.actions import (
    LEVELS,
    Action,
    Concede,
    EndSession,
    Forfeit,
    Imported,
    RulingAction,
)
from games.engine.outcome import MatchOutcome
from games.engine.rules import Rules
from games.engine.rulings import MOST_POINTS
from games.engine.seats import other
from games.records.event_replay import Budget, Replay, begun
from games.records.extension_headers import NOTHING_BESIDE, Award, Unrolled
from games.records.game_start import stands
from games.records.match_file import Cubed, FiledGame, FiledMatch, FileRefused, Place, Rolled, Won

FIRST_THE_SCORE = ("void", "ruling")
"""A match with these endings was stopped with the score that the file tells; after others it may have been changed."""


def told_rules(filed: FiledMatch) -> Rules | None:
    """The rules that the file names option by option; None if it names none, or others than its first line."""
    rules, beside = filed.beside.rules, filed.beside
    if rules is None and beside != NOTHING_BESIDE:
        rules = Rules()  # written before the usual options were named
    if rules is None or rules.length != filed.length:
        return None
    in_play = any(beside.begun.get(game.number, game.score) != game.score for game in filed.games)
    return replace(rules, dead_cube="allow") if in_play else rules


def replayed(filed: FiledMatch, rules: Rules, budget: Budget) -> Replay:
    """The whole file."""
    replay = begun(filed.source, rules, budget)
    games = [game for game in filed.games if _was_played(game)]
    if not games and not filed.beside.unrolled:
        raise FileRefused("no_games")
    replay = _unrolled_after(0, replay, filed, Place())
    for game in games:
        replay = _with_game(replay, filed, game)
        replay = _unrolled_after(game.number, replay, filed, game.place)
    return _ended(replay, filed, games[-1].place if games else Place())


def _was_played(game: FiledGame) -> bool:
    """A game without rows only says the score, and this is what the lines beside it do."""
    return any(isinstance(event, Rolled | Cubed) for event in game.events)


def _with_game(replay: Replay, filed: FiledMatch, game: FiledGame) -> Replay:
    beside = filed.beside
    score, award = beside.begun.get(game.number), beside.awarded.get(game.number)
    if score is not None and score != replay.state.score:
        replay = replay.then(RulingAction("score", score=score), game.place)
    stands(replay, game, corrected=score is not None)
    doubles = beside.doubles.get(game.number, 0) or game.doubles
    if award is not None:
        rows = tuple(event for event in game.events if not isinstance(event, Won))
        game = replace(game, events=rows)
    later = game.score if score is not None and score != game.score else None
    replay = replay.game(game, doubles, corrected=later)
    return replay if award is None else _awarded(replay, game, award)


def _awarded(replay: Replay, game: FiledGame, award: Award) -> Replay:
    if award.with_session:
        return replay
    return replay.then(
        RulingAction("result", winner=award.winner, game_points=award.points), game.place
    )


def _unrolled_after(number: int, replay: Replay, filed: FiledMatch, place: Place) -> Replay:
    for told in filed.beside.unrolled:
        if told.after == number:
            replay = _unrolled(replay, told, place)
    return replay


def _unrolled(replay: Replay, told: Unrolled, place: Place) -> Replay:
    """With a game that has no rows. A tie that doubled nothing leaves nothing to be told of."""
    if told.doubles:
        replay = replay.then(Imported("doubled", times=told.doubles), place)
    if told.seat is not None and replay.state.rules.opening_roll == "reroll_pair":
        replay = replay.then(Imported("opened", seat=told.seat), place)
    if told.winner is None or replay.state.live_game is None:
        return replay
    if told.won in LEVELS:
        given_up = Imported("resigned", seat=other(told.winner), level=told.won)
        return replay.then(given_up, place)
    points = min(int(told.won), MOST_POINTS)
    return replay.then(RulingAction("result", winner=told.winner, game_points=points), place)


def _ended(replay: Replay, filed: FiledMatch, last: Place) -> Replay:
    """With the last score and the end that the file tells."""
    score, ending = filed.beside.end, filed.beside.ending
    deeds: list[Action] = (
        [] if ending is None else [_action(ending, by_board=filed.beside.by_board)]
    )
    if score is not None:
        later = ending is None or ending.reason in FIRST_THE_SCORE
        deeds.insert(0 if later else 1, RulingAction("score", score=score))
    if filed.beside.stopped and replay.state.live_game is not None:
        replay = replay.then(EndSession("A"), last).then(EndSession("B"), last)
    for deed in deeds:
        if not _is_done(replay, deed, ending):
            replay = replay.then(deed, last)
    return replay if replay.state.outcome else replay.then(Imported("end"), last)


def _is_done(replay: Replay, deed: Action, ending: MatchOutcome | None) -> bool:
    """A corrected score may have ended the match already."""
    if isinstance(deed, RulingAction) and deed.what == "score":
        return deed.score == replay.state.score
    return replay.state.outcome == ending


def _action(ending: MatchOutcome, *, by_board: bool) -> Action:
    loser = None if ending.winner is None else other(ending.winner)
    match ending.reason:
        case "time":
            return Imported("end", seat=loser, by_board=by_board)
        case "conceded" if loser is not None:
            return Concede(loser)
        case "forfeit" if loser is not None:
            return Forfeit((loser,), "")
        case "double_forfeit":
            return Forfeit(("A", "B"), "")
        case "void":
            return RulingAction("void")
        case _:
            return RulingAction("result", winner=ending.winner)
