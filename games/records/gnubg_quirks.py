"""Games that GNU Backgammon 1.07 writes in contradiction to its own next score, and how they are read.

- .mat and .sgf: the points of a gammon or a resigned game may ignore Jacoby, the score after it does not.
- .sgf: `CV` may name automatic doubles that were not in force; `RE` counts them, the score after it does not.

The score before the next game decides. After the last game there is none: it is read as the games before it were.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.records.event_replay import Replay
from games.records.match_file import FiledGame, FileRefused, Won

OF_JACOBY = {"points_differ", "no_stake_by_jacoby", "score_differs"}
"""What a game is refused for when its points ignore Jacoby."""


@dataclass(slots=True)
class Quirks:
    """The contradictions that the file has shown so far."""

    ignores_jacoby: bool = False
    ignores_doubles: bool = False


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a game."""

    game: FiledGame
    raw: bool = False

    def replayed(self, replay: Replay) -> Replay:
        return replay.game(self.game, self.game.doubles, raw=self.raw)


def sgf_game(
    replay: Replay, game: FiledGame, following: FiledGame | None, quirks: Quirks
) -> Replay:
    """The game of an .sgf session, read so that the next score is right if it can be.

    Raises FileRefused as `Replay.game` does for the game as it is written.
    """
    written = _Reading(game)
    if following is None:
        return _like_before(written, quirks).replayed(replay)
    for reading in _readings(written, jacoby=replay.state.rules.jacoby):
        try:
            after = reading.replayed(replay)
        except FileRefused:
            continue
        if after.state.score == following.score:
            quirks.ignores_jacoby |= reading.raw
            quirks.ignores_doubles |= reading.game.doubles < game.doubles
            return after
    return written.replayed(replay)


def may_ignore_jacoby(refused: FileRefused, replay: Replay) -> bool:
    """May a game of a .mat session have been refused only because its points ignore Jacoby?"""
    return replay.state.rules.jacoby and refused.code in OF_JACOBY


def _readings(written: _Reading, *, jacoby: bool) -> Iterator[_Reading]:
    """The likeliest first."""
    yield written
    if jacoby:
        yield replace(written, raw=True)
    if written.game.doubles:
        undoubled = replace(written, game=_undoubled(written.game))
        yield undoubled
        if jacoby:
            yield replace(undoubled, raw=True)


def _like_before(written: _Reading, quirks: Quirks) -> _Reading:
    game = _undoubled(written.game) if quirks.ignores_doubles else written.game
    return _Reading(game, raw=quirks.ignores_jacoby)


def _undoubled(game: FiledGame) -> FiledGame:
    """Without its automatic doubles, and with the points that it then brought."""
    events = tuple(
        replace(event, points=event.points >> game.doubles) if isinstance(event, Won) else event
        for event in game.events
    )
    return replace(game, events=events, doubles=0)
