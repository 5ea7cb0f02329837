"""Plays a file of Barpoint's own through: the rules it names, what directors decided, the end it names (extension_headers.py).

Where the rows are complete, this is what file_replay.py does with the right rules at hand.
"""

from dataclasses import replace

from games.engine.actions import (
    LEVELS,
    Action,
    Concede,
    DirectorRuling,
    EndSession,
    Forfeit,
    Imported,
)
from games.engine.outcome import MatchOutcome
from games.engine.rules import Rules
from games.engine.rulings import MOST_POINTS
from games.engine.seats import other
from games.records.event_replay import Budget, Replay, begun
from games.records.extension_headers import NO_EXTENSIONS, Award, Unrolled
from games.records.game_start import check_start
from games.records.match_file import (
    Cubed,
    FiledGame,
    FiledMatch,
    FilePlace,
    FileRefused,
    Rolled,
    Won,
)

FIRST_THE_SCORE = ("void", "ruling")
"""A match with these endings was stopped with the score that the file names; after others it may have been changed."""


def named_rules(filed: FiledMatch) -> Rules | None:
    """The rules that the file names option by option; None if it names none, or others than its first line."""
    rules, extensions = filed.extensions.rules, filed.extensions
    if rules is None and extensions != NO_EXTENSIONS:
        rules = Rules()  # written before the usual options were named
    if rules is None or rules.length != filed.length:
        return None
    in_play = any(
        extensions.begun.get(game.number, game.score) != game.score for game in filed.games
    )
    return replace(rules, dead_cube="allow") if in_play else rules


def replayed(filed: FiledMatch, rules: Rules, budget: Budget) -> Replay:
    """The whole file."""
    replay = begun(filed.source, rules, budget)
    games = [game for game in filed.games if _was_played(game)]
    if not games and not filed.extensions.unrolled:
        raise FileRefused("no_games")
    replay = _unrolled_after(0, replay, filed, FilePlace())
    for game in games:
        replay = _with_game(replay, filed, game)
        replay = _unrolled_after(game.number, replay, filed, game.place)
    return _ended(replay, filed, games[-1].place if games else FilePlace())


def _was_played(game: FiledGame) -> bool:
    """A game without rows only gives the score, as the extension headers do."""
    return any(isinstance(event, Rolled | Cubed) for event in game.events)


def _with_game(replay: Replay, filed: FiledMatch, game: FiledGame) -> Replay:
    extensions = filed.extensions
    score, award = extensions.begun.get(game.number), extensions.awarded.get(game.number)
    if score is not None and score != replay.state.score:
        replay = replay.then(DirectorRuling("score", score=score), game.place)
    check_start(replay, game, corrected=score is not None)
    doubles = extensions.doubles.get(game.number, 0) or game.doubles
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
        DirectorRuling("result", winner=award.winner, game_points=award.points), game.place
    )


def _unrolled_after(number: int, replay: Replay, filed: FiledMatch, place: FilePlace) -> Replay:
    for unrolled in filed.extensions.unrolled:
        if unrolled.after == number:
            replay = _unrolled(replay, unrolled, place)
    return replay


def _unrolled(replay: Replay, unrolled: Unrolled, place: FilePlace) -> Replay:
    """With a game that has no rows. A tie that doubled nothing leaves no trace."""
    if unrolled.doubles:
        replay = replay.then(Imported("doubled", times=unrolled.doubles), place)
    if unrolled.seat is not None and replay.state.rules.opening_roll == "reroll_pair":
        replay = replay.then(Imported("opened", seat=unrolled.seat), place)
    if unrolled.winner is None or replay.state.live_game is None:
        return replay
    if unrolled.won in LEVELS:
        given_up = Imported("resigned", seat=other(unrolled.winner), level=unrolled.won)
        return replay.then(given_up, place)
    points = min(int(unrolled.won), MOST_POINTS)
    return replay.then(DirectorRuling("result", winner=unrolled.winner, game_points=points), place)


def _ended(replay: Replay, filed: FiledMatch, last: FilePlace) -> Replay:
    """With the last score and the end that the file names."""
    score, ending = filed.extensions.end, filed.extensions.ending
    deeds: list[Action] = (
        [] if ending is None else [_action(ending, by_board=filed.extensions.by_board)]
    )
    if score is not None:
        later = ending is None or ending.reason in FIRST_THE_SCORE
        deeds.insert(0 if later else 1, DirectorRuling("score", score=score))
    if filed.extensions.stopped and replay.state.live_game is not None:
        replay = replay.then(EndSession("A"), last).then(EndSession("B"), last)
    for deed in deeds:
        if not _is_done(replay, deed, ending):
            replay = replay.then(deed, last)
    return replay if replay.state.outcome else replay.then(Imported("end"), last)


def _is_done(replay: Replay, deed: Action, ending: MatchOutcome | None) -> bool:
    """A corrected score may have ended the match already."""
    if isinstance(deed, DirectorRuling) and deed.what == "score":
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
            return DirectorRuling("void")
        case _:
            return DirectorRuling("result", winner=ending.winner)
