"""A record game by game: the steps a match file has a place for, and in words everything else.

Games that a director had replayed stay in the list, marked; a game that goes on after a reopening is one game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from games.engine.actions import Action, MakePlay, OpeningRoll, Roll
from games.engine.game import GameState
from games.engine.moves import Move
from games.engine.outcome import GameResult
from games.engine.seats import Seat
from games.records.replay import LogEntry, MatchRecord
from games.records.wording import note

Word = Literal["play", "roll", "double", "take", "drop", "beaver", "raccoon"]
Dice: TypeAlias = tuple[int, int]
Score: TypeAlias = tuple[int, int]

CUBE_WORDS: dict[str, Word] = {
    "double": "double",
    "take": "take",
    "drop": "drop",
    "beaver": "beaver",
    "raccoon": "raccoon",
}


@dataclass(frozen=True, slots=True)
class GameStep:
    """What a seat did. `dice` and `moves` belong to a play (no moves: it danced) and a roll that was never
    played, `cube` is the value offered or, for a take, accepted; `notes` came since the step before.
    """

    entry: LogEntry
    seat: Seat
    word: Word
    dice: Dice | None = None
    moves: tuple[Move, ...] = ()
    cube: int = 1
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class GameRecord:
    """One game. `result` is None while it is played, and of a game that ended with the match but counts nothing
    it has no points. `notes` came after the last step. A game without steps was decided unplayed."""

    number: int
    score: Score
    crawford: bool
    first_seq: int
    last_seq: int
    result: GameResult | None = None
    replayed: bool = False
    steps: list[GameStep] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    automatic: int = 0
    rolled: tuple[LogEntry, Seat, Dice] | None = None
    end: GameState | None = None

    @property
    def counted_from(self) -> Score:
        """The score this game's points were added to: the first one unless a ruling came between."""
        if self.result is None or not self.result.points:
            return self.score
        (a, b), points = self.result.score, self.result.points
        return (a - points, b) if self.result.winner == "A" else (a, b - points)


def games_of(record: MatchRecord) -> tuple[GameRecord, ...]:
    """All games, in the order they were begun."""
    splitter = _GameSplitter(record)
    for entry in record.entries:
        splitter.add(entry)
    return splitter.close()


def counted(games: tuple[GameRecord, ...]) -> list[GameRecord]:
    """Without the games that were played again."""
    return [game for game in games if not game.replayed]


def day_of(record: MatchRecord) -> datetime | None:
    """When the match began."""
    return datetime.fromtimestamp(record.entries[0].at_ms / 1000, UTC) if record.entries else None


class _GameSplitter:
    """Takes the entries of the log one by one and gives each to its game."""

    def __init__(self, record: MatchRecord) -> None:
        self._record = record
        self._games: list[GameRecord] = []
        self._waiting: list[str] = []

    def add(self, entry: LogEntry) -> None:
        if entry.before.match.live_game is None and entry.after.match.live_game is not None:
            self._open(entry)
        if self._games:
            self._games[-1].last_seq = entry.seq
        if (text := note(entry, self._record.names)) is not None:
            self._waiting.append(text)
        step = _step(entry, tuple(self._waiting))
        if step is not None and self._games:
            self._games[-1].steps.append(step)
            self._waiting = []
        self._add_roll(entry)
        self._results(entry)

    def close(self) -> tuple[GameRecord, ...]:
        if self._games:
            self._end_of_game()
        elif self._waiting:
            end = self._record.end.match
            first = GameRecord(end.game_no, end.score, end.crawford == "now", 1, 1)
            first.notes = self._waiting
            self._games.append(first)
        return tuple(self._games)

    def _open(self, entry: LogEntry) -> None:
        if self._games:
            self._end_of_game()
        state = entry.before.match
        game = GameRecord(state.game_no, state.score, state.crawford == "now", entry.seq, entry.seq)
        self._games.append(game)

    def _end_of_game(self) -> None:
        """A roll that was never played is a step of its own; the last notes stay with the game."""
        game = self._games[-1]
        played = next((earlier for earlier in reversed(self._games) if earlier.first_seq), game)
        if played.rolled is not None:
            entry, seat, dice = played.rolled
            played.rolled = None
            played.steps.append(GameStep(entry, seat, "roll", dice))
        game.notes += self._waiting
        self._waiting = []

    def _add_roll(self, entry: LogEntry) -> None:
        """Remember dice until they are played."""
        if not self._games:
            return
        game, after = self._games[-1], entry.after.match.live_game
        if isinstance(entry.action, MakePlay):
            game.rolled = None
        if isinstance(entry.action, Roll | OpeningRoll) and after and after.turn and after.dice:
            game.rolled = (entry, after.turn, after.dice)
        if after is not None:
            game.automatic, game.end = after.ties, after

    def _results(self, entry: LogEntry) -> None:
        """Give new results to their games, take annulled ones away."""
        before, after = entry.before.match.results, entry.after.match.results
        if len(after) > len(before):
            for number, result in enumerate(after[len(before) :]):
                if number == 0 and self._games and self._games[-1].result is None:
                    self._games[-1].result = result
                else:
                    self._games.append(_unplayed(result, entry.seq))
        elif len(after) < len(before):
            self._annul(set(before[len(after) :]), entry)

    def _annul(self, gone: set[GameResult], entry: LogEntry) -> None:
        goes_on = entry.after.match.live_game is not None
        kept: list[GameRecord] = []
        for game in self._games:
            if game.result in gone:
                if not game.first_seq:
                    continue
                game.result, game.replayed = (None, False) if goes_on else (game.result, True)
            kept.append(game)
        self._games = kept


def _unplayed(result: GameResult, seq: int) -> GameRecord:
    """A game nobody began, decided with the others (R13.1 in a session)."""
    game = GameRecord(result.game, (0, 0), result.crawford, 0, seq, result)
    game.score = game.counted_from
    return game


def _step(entry: LogEntry, notes: tuple[str, ...]) -> GameStep | None:
    action = entry.action
    if isinstance(action, MakePlay):
        before, after = entry.before.match.game, entry.after.match.game
        dice = before.dice if before else None
        last = after.last if after else None
        moves = last.single_moves if last else ()
        return GameStep(entry, action.seat, "play", dice, moves, notes=notes)
    word = CUBE_WORDS.get(action.kind)
    seat: Seat | None = getattr(action, "seat", None)
    if word is None or seat is None:
        return None
    return GameStep(entry, seat, word, cube=_value(entry, action), notes=notes)


def _value(entry: LogEntry, action: Action) -> int:
    """What is offered by a double, what the cube shows after a take, what a drop costs."""
    game = entry.after.match.game
    before = entry.before.match.game
    if action.kind in ("double", "beaver", "raccoon"):
        return (game.offered if game else None) or 1
    if action.kind == "take":
        return game.cube if game else 1
    return before.cube if before else 1


def all_notes(game: GameRecord) -> Iterator[str]:
    """All notes of a game, in order."""
    for step in game.steps:
        yield from step.notes
    yield from game.notes
