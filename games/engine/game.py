"""One game between two seats as a frozen value, and its next states.

The methods here trust their caller: whether an action is allowed is asked in permissions.py, what a win is
worth in scoring.py.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from games.engine.board import Board
from games.engine.frozen_copy import replace
from games.engine.moves import Move
from games.engine.rules import Rules
from games.engine.seats import Seat, other

if TYPE_CHECKING:
    from games.engine.plays import Play

Dice = tuple[int, int]
Waiting = Literal["opening_roll", "roll", "dice", "play", "answer_double", "answer_resign"]


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The play that led to the board: moves as (source, target, hit), mover's numbers."""

    seat: Seat
    dice: Dice
    moves: tuple[tuple[int, int, int], ...]

    @property
    def single_moves(self) -> tuple[Move, ...]:
        """The same as the notation takes them."""
        return tuple(Move(source, target, bool(hit)) for source, target, hit in self.moves)


@dataclass(frozen=True, slots=True)
class GameState:
    """`board` is seen by `turn`, the player on roll; by A while there is none (opening, game over).

    `offered` is the value a pending double would bring, `cube` what a drop would cost meanwhile;
    `beaver_level` counts the answers by another double. `resign_offer` and `declined_level` are levels
    1–3 (0: none), `turns` completed rolls of A and B (R10.8), `ties` the automatic doubles so far. `awaits_dice`: `turn`
    has rolled shared dice, and the roll is not released yet.
    """

    board: Board
    turn: Seat | None = None
    dice: Dice | None = None
    cube: int = 1
    owner: Seat | None = None
    offered: int | None = None
    beaver_level: int = 0
    resign_offer: int = 0
    declined_level: int = 0
    turns: tuple[int, int] = (0, 0)
    ties: int = 0
    crawford: bool = False
    over: bool = False
    last: LastPlay | None = None
    awaits_dice: bool = False

    @property
    def to_act(self) -> Seat | None:
        """Who must roll, play or answer; None at the opening, while dice are awaited and when the game is over."""
        if self.awaits_dice:
            return None
        if self.turn is None or not (self.resign_offer or self.offered):
            return self.turn
        if self.resign_offer or self.beaver_level % 2 == 0:
            return other(self.turn)
        return self.turn

    @property
    def waiting_for(self) -> Waiting:
        if self.turn is None:
            return "opening_roll"
        if self.resign_offer:
            return "answer_resign"
        if self.offered:
            return "answer_double"
        if self.awaits_dice:
            return "dice"
        return "play" if self.dice else "roll"

    @property
    def cube_turned(self) -> bool:
        """Was a double offered and accepted in this game (R10.2)?"""
        return self.owner is not None

    def seen_by(self, seat: Seat) -> Board:
        """The board in the numbers of `seat`."""
        return self.board if seat == (self.turn or "A") else self.board.flipped()

    def opened(self, dice: Dice, rules: Rules) -> "GameState":
        """One opening roll: a tie is rolled again and may double the cube (R3, R10.11)."""
        if dice[0] == dice[1]:
            return self._tied(rules)
        starter: Seat = "A" if dice[0] > dice[1] else "B"
        plays_it = rules.opening_roll == "use_both"
        return replace(self, turn=starter, dice=dice if plays_it else None)

    def _tied(self, rules: Rules) -> "GameState":
        """R10.12: up to the limit and the cap; never in the Crawford game or without a cube."""
        limit = rules.murphy_limit
        counts = rules.cube_possible and not self.crawford and (limit is None or self.ties < limit)
        if not counts or self.cube * 2 > rules.highest_cube:
            return self
        return replace(self, cube=self.cube * 2, ties=self.ties + 1)

    def rolled(self, dice: Dice) -> "GameState":
        return replace(self, dice=dice, awaits_dice=False)

    def roll_asked(self) -> "GameState":
        return replace(self, awaits_dice=True)

    def played(self, play: "Play") -> "GameState":
        """The turn is over; the board is now the other player's (or won: `won_by_play`)."""
        seat, dice = self._on_turn()
        moves = tuple((move.source, move.target, int(move.hit)) for move in play.moves)
        a, b = self.turns
        return replace(
            self,
            board=play.board.flipped(),
            turn=other(seat),
            dice=None,
            declined_level=0,
            turns=(a + 1, b) if seat == "A" else (a, b + 1),
            last=LastPlay(seat, dice, moves),
        )

    def doubled(self) -> "GameState":
        return replace(self, offered=self.cube * 2)

    def beavered(self) -> "GameState":
        """A double answered by another: the stake so far stands, the player doubled first keeps the
        cube, and the next answer is the other's (R10.14–R10.16)."""
        value = self.offered or 0
        return replace(
            self,
            cube=value,
            owner=self._not_on_turn(),
            offered=value * 2,
            beaver_level=self.beaver_level + 1,
        )

    def taken(self) -> "GameState":
        """The value offered stands; the player not on roll owns the cube (R7.4, R10.15)."""
        return replace(
            self,
            cube=self.offered or self.cube,
            owner=self._not_on_turn(),
            offered=None,
            beaver_level=0,
            declined_level=0,
        )

    def resigning(self, level: int) -> "GameState":
        return replace(self, resign_offer=level)

    def declined(self) -> "GameState":
        return replace(self, resign_offer=0, declined_level=self.resign_offer)

    def ended(self) -> "GameState":
        """Nothing more to do; the last board stays to be looked at."""
        return replace(
            self,
            board=self.seen_by("A"),
            turn=None,
            dice=None,
            offered=None,
            beaver_level=0,
            resign_offer=0,
            over=True,
            awaits_dice=False,
        )

    def _on_turn(self) -> tuple[Seat, Dice]:
        if self.turn is None or self.dice is None:
            raise ValueError("nobody has rolled")
        return self.turn, self.dice

    def _not_on_turn(self) -> Seat:
        return other(self._seat())

    def _seat(self) -> Seat:
        if self.turn is None:
            raise ValueError("the game has not started")
        return self.turn
