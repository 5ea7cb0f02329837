"""The state of a match after so many actions. It changes only through match.apply."""

from dataclasses import dataclass
from typing import Literal

from games.engine.game import GameState
from games.engine.outcome import GameResult, MatchOutcome
from games.engine.rules import Rules
from games.engine.scoring import Crawford
from games.engine.seats import Seat
from games.engine.shared_dice import RollPlace

Phase = Literal["joining", "nonces", "break", "playing", "finished", "void"]
NonceStatus = Literal["none", "awaited", "given", "wrong", "missing"]
MatchWaiting = Literal[
    "epoch",
    "ready",
    "nonce",
    "opening_roll",
    "roll",
    "dice",
    "play",
    "answer_double",
    "answer_resign",
]


@dataclass(frozen=True, slots=True)
class MatchState:
    """Pairs are (A's, B's).

    `game_no` is the game being played or to be played next, `crawford` says whether that one is the
    Crawford game. `game` stays after its end (`game.over`) until the next opens. `sealed`: there is a
    commitment whose seed has not been shown. `rolls` never goes back (ADR 0005). `last_game` and `end_asked` are
    of open-ended sessions (R9.6): the session ends with this game; the seat asks to end it now. `shared` is the UUID of
    the dice that other matches roll from, too ("": this match alone), and `game_rolls` counts those of this game (ADR 25).
    """

    rules: Rules
    score: tuple[int, int] = (0, 0)
    crawford: Crawford = "none"
    game_no: int = 1
    phase: Phase = "joining"
    paused: bool = False
    ready: tuple[bool, bool] = (False, False)
    nonce_hashes: tuple[str | None, str | None] = (None, None)
    nonces: tuple[str, str] = ("", "")
    nonce_status: tuple[NonceStatus, NonceStatus] = ("none", "none")
    epoch: int = 0
    commitment: str = ""
    sealed: bool = False
    rolls: int = 0
    game: GameState | None = None
    results: tuple[GameResult, ...] = ()
    outcome: MatchOutcome | None = None
    last_game: bool = False
    end_asked: tuple[bool, bool] = (False, False)
    shared: str = ""
    game_rolls: int = 0

    @property
    def imported(self) -> bool:
        """Do the dice come from a file: has play begun without a seed ever sealed (ADR 0008)?"""
        return self.epoch == 0 and self.phase != "joining"

    @property
    def live_game(self) -> GameState | None:
        """The game that has begun and not ended, whatever the match waits for."""
        return None if self.game is None or self.game.over else self.game

    @property
    def to_act(self) -> Seat | None:
        """Whose clock runs: nobody's outside a game, at the opening, or while paused."""
        if self.phase != "playing" or self.paused or self.game is None:
            return None
        return self.game.to_act

    @property
    def waiting_for(self) -> MatchWaiting | None:
        """What has to happen next; None when paused or ended."""
        if self.paused or self.phase in ("finished", "void"):
            return None
        if self.phase == "playing":
            return "opening_roll" if self.game is None else self.game.waiting_for
        if self.phase == "nonces":
            return "nonce"
        return "epoch" if self.phase == "joining" and not self.sealed else "ready"

    @property
    def epoch_due(self) -> bool:
        """Has a seed to be sealed, whether paused or not?"""
        return self.phase == "joining" and not self.sealed

    @property
    def next_place(self) -> RollPlace:
        """Where the next roll of this match stands among shared dice."""
        return RollPlace(self.game_no, (0 if self.live_game is None else self.game_rolls) + 1)

    @property
    def awaits_dice(self) -> bool:
        """Can nothing happen before the next roll of shared dice, for which players need do no more?"""
        return bool(self.shared) and self.waiting_for in ("dice", "opening_roll")

    @property
    def capped_score(self) -> tuple[int, int]:
        """The score as it counts and is shown: `score` keeps what the games were worth (R9.1)."""
        return self.rules.capped(self.score)

    @property
    def away(self) -> tuple[int, int] | None:
        """How many points each seat still needs (R9.3); None in a session."""
        length = self.rules.length
        if length is None:
            return None
        return max(0, length - self.score[0]), max(0, length - self.score[1])

    @property
    def cube_in_use(self) -> bool:
        """Can anybody double in the current game at all?"""
        return self.rules.cube_possible and self.crawford != "now"

    @property
    def drop_costs(self) -> int | None:
        """What the answer "drop" would lose now (R7.5, R10.15, R10.16); None without a double."""
        game = self.live_game
        return game.cube if game and game.offered else None
