"""Events of a file as actions of the engine, one game at a time. Values: a refused game leaves the one before as it was."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from games.engine import match as matches
from games.engine.actions import (
    LEVELS,
    AcceptResign,
    Action,
    Beaver,
    Concede,
    DirectorRuling,
    Double,
    Drop,
    Imported,
    MakePlay,
    OfferResign,
    OpeningRoll,
    Raccoon,
    Roll,
    Take,
)  # fmt: skip
from games.engine.errors import RulesError
from games.engine.game import GameState
from games.engine.moves import Move
from games.engine.notation import parse_play, read_play
from games.engine.permissions import refusal
from games.engine.plays import legal_plays
from games.engine.refusals import refused
from games.engine.rules import Rules
from games.engine.seats import Seat, other
from games.engine.state import MatchState
from games.records.match_file import (
    MOST_EVENTS,
    Cubed,
    Event,
    FiledGame,
    FilePlace,
    FileRefused,
    Rolled,
    Score,
    Won,
)
from games.records.resignation_level import concedes_match, resigned_level

Numbered: TypeAlias = tuple[int, Action]
"""An action and the number of the game it belongs to."""


@dataclass(slots=True)
class Budget:
    """How many events may still be played through, so that no file can keep a server busy."""

    left: int

    def spend(self, events: int) -> None:
        self.left -= events
        if self.left < 0:
            raise FileRefused("long_file", most=MOST_EVENTS)


@dataclass(frozen=True, slots=True)
class Replay:
    """How far the file has been played: the state, the actions to it, and the most there was of each option."""

    state: MatchState
    actions: tuple[Numbered, ...]
    budget: Budget
    beavers: int = 0
    doubles: int = 0

    def then(self, action: Action, place: FilePlace) -> "Replay":
        return replace(
            self,
            state=_applied(self.state, action, place),
            actions=(*self.actions, (self.state.game_no, action)),
        )

    def game(
        self,
        game: FiledGame,
        doubles: int,
        *,
        hidden: bool = False,
        raw: bool = False,
        last: bool = False,
        corrected: Score | None = None,
    ) -> "Replay":
        """With this game played; `hidden` doubles are not in the cube values that the file shows.
        `raw`: the file's points of the game ignore Jacoby. `last`: more points than the game can bring concede the match.
        `corrected`: a director set the score in the middle to this.
        """
        self.budget.spend(len(game.events))
        playing = _Playing(self, 2**doubles if hidden else 1, raw=raw, last=last)
        if doubles:
            playing.do(Imported("doubled", times=doubles), game.place)
        before_the_last = max(1, sum(not isinstance(event, Won) for event in game.events) - 1)
        for number, event in enumerate((*game.events, None)):
            if number == before_the_last and corrected is not None:
                playing.correct(corrected, game.place)
            if event is not None:
                playing.event(event)
        return Replay(
            playing.state,
            (*self.actions, *playing.done),
            self.budget,
            max(self.beavers, playing.beavers),
            max(self.doubles, doubles),
        )


def begun(source: str, rules: Rules, budget: Budget) -> Replay:
    """A match of which nothing has been played yet."""
    begin = Imported("start", source=source)
    return Replay(matches.apply(matches.initial(rules), begin), ((1, begin),), budget)


class _Playing:
    """One game while it is replayed."""

    def __init__(self, before: Replay, unseen: int, *, raw: bool, last: bool) -> None:
        self.state = before.state
        self.results = len(before.state.results)
        self.away = before.state.away
        self.number = before.state.game_no
        self.done: list[Numbered] = []
        self.beavers = 0
        self.unseen = unseen
        self.raw = raw
        self.last = last

    def do(self, action: Action, place: FilePlace) -> None:
        self.state = _applied(self.state, action, place)
        self.done.append((self.number, action))

    def correct(self, score: Score, place: FilePlace) -> None:
        self.do(DirectorRuling("score", score=score), place)
        self.away = self.state.away

    def event(self, event: Event) -> None:
        if isinstance(event, Won):
            self._won(event)
            return
        if len(self.state.results) > self.results:
            raise FileRefused("game_over", event.place)
        if isinstance(event, Rolled):
            self._rolled(event)
        else:
            self._cubed(event)

    def _game(self, place: FilePlace) -> GameState:
        game = self.state.live_game
        if game is None or game.turn is None:
            raise FileRefused("game_not_started", place, cause=refused("game_not_started"))
        return game

    # Rolls and plays

    def _rolled(self, event: Rolled) -> None:
        game = self.state.live_game
        if game is None or game.turn is None:
            self._opened(event)
        else:
            if game.offered:
                self._taken_in_silence(game, event)
            if self.state.waiting_for == "play":
                raise FileRefused("roll_left", event.place)
            self.do(Roll(event.seat, event.dice), event.place)
        self._play(event)

    def _opened(self, event: Rolled) -> None:
        """Only the roll that decided who begins is in a file; A's die is the first."""
        low, high = sorted(event.dice)
        if self.state.rules.opening_roll == "reroll_pair":
            self.do(Imported("opened", seat=event.seat), event.place)
            self.do(Roll(event.seat, event.dice), event.place)
            return
        if low == high:
            raise FileRefused("opening_double", event.place)
        self.do(OpeningRoll((high, low) if event.seat == "A" else (low, high)), event.place)

    def _taken_in_silence(self, game: GameState, event: Rolled) -> None:
        """Whoever rolls after a beaver has taken it, or their opponent the raccoon."""
        if not game.beaver_level or game.to_act is None:
            raise FileRefused("unanswered", event.place)
        self.do(Take(game.to_act), event.place)

    def _play(self, event: Rolled) -> None:
        """The play of the roll, if it was played."""
        game = self._game(event.place)
        match event.how:
            case "played":
                self._written(game, event)
            case "danced":
                self.do(MakePlay(event.seat), event.place)
            case "blank":
                plays = legal_plays(game.board, event.dice)
                if len(plays) == 1:
                    self.do(_whole(event.seat, plays[0].moves), event.place)

    def _written(self, game: GameState, event: Rolled) -> None:
        """As written, move by move, which is how most programs write; or in any order that can be played."""
        try:
            asked, stars = read_play(event.text)
            state = matches.apply(self.state, MakePlay(event.seat, asked))
            moves = _last_moves(state)
            if not stars <= {move.target for move in moves if move.hit}:
                raise RulesError("not_a_hit")
        except RulesError:
            try:
                moves = parse_play(event.text, game.board, event.dice).moves
            except RulesError as error:
                raise FileRefused(error.code, event.place, cause=error) from None
            self.do(_whole(event.seat, moves), event.place)
        else:
            self.state = state
            self.done.append((self.number, _whole(event.seat, moves)))

    # The cube

    def _cubed(self, event: Cubed) -> None:
        game = self._game(event.place)
        match event.word:
            case "double":
                self.do(_double(game, event.seat), event.place)
            case "take":
                self.do(Take(event.seat), event.place)
            case "drop":
                self.do(Drop(event.seat), event.place)
        if event.word == "double" and self.state.live_game is not None:
            self.beavers = max(self.beavers, self.state.live_game.beaver_level)
            value = self.state.live_game.offered
            if event.shown is not None and event.shown * self.unseen != value:
                raise FileRefused("cube_differs", event.place, ours=value, file=event.shown)

    # The end

    def _won(self, event: Won) -> None:
        if len(self.state.results) == self.results:
            if event.resigned is False:
                raise FileRefused("not_over", event.place)
            self._resigned(event)
            return
        result = self.state.results[-1]
        if result.winner != event.seat:
            raise FileRefused("winner_differs", event.place)
        without_jacoby = [result.cube * LEVELS.get(result.kind, result.level)] * self.raw
        ours = [result.points, self._capped(result.points, event.seat), *without_jacoby]
        if event.points * self.unseen not in ours:
            raise FileRefused("points_differ", event.place, ours=result.points, file=event.points)

    def _capped(self, points: int, winner: Seat) -> int:
        """Some programs write no more points than the winner still needed."""
        if self.away is None or self.state.outcome is None:
            return points
        return min(points, self.away["AB".index(winner)])

    def _resigned(self, event: Won) -> None:
        """The loser resigned: at the level that brings the points."""
        game, loser, points = self._game(event.place), other(event.seat), event.points * self.unseen
        if game.offered and game.to_act == loser and points == game.cube:
            self.do(Drop(loser), event.place)
            return
        level = resigned_level(self.state, points, event.seat, raw=self.raw)
        if level is None and self.last and concedes_match(self.state, points):
            self.do(Concede(loser), event.place)
        elif level is None:
            jacoby = self.state.rules.jacoby and not game.cube_turned
            code = "no_stake_by_jacoby" if jacoby else "no_such_stake"
            raise FileRefused(code, event.place, cube=game.cube, points=event.points)
        elif refusal(self.state, loser, "offer_resign") is None:
            self.do(OfferResign(loser, level), event.place)
            self.do(AcceptResign(event.seat), event.place)
        else:
            self.do(Imported("resigned", seat=loser, level=level), event.place)


def _last_moves(state: MatchState) -> tuple[Move, ...]:
    """The single moves of the play that was just made."""
    last = state.game.last if state.game else None
    return last.single_moves if last else ()


def _whole(seat: Seat, moves: tuple[Move, ...]) -> MakePlay:
    return MakePlay(seat, tuple((move.source, move.target) for move in moves))


def _double(game: GameState, seat: Seat) -> Action:
    """The first is a double; the answer to it by another a beaver, to that a raccoon, and so on."""
    if not game.offered:
        return Double(seat)
    return Raccoon(seat) if game.beaver_level % 2 else Beaver(seat)


def _applied(state: MatchState, action: Action, place: FilePlace) -> MatchState:
    try:
        return matches.apply(state, action)
    except RulesError as error:
        raise FileRefused(error.code, place, cause=error) from None
