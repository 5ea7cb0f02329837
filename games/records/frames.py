"""PURE. What a reader steps through: the entries of a record in which something can be seen, and the time each took.

Getting ready and agreeing on the dice are left out; they are the certificate's. Nothing here has words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.engine.actions import MakePlay, OpeningRoll, Roll
from games.engine.board import Board
from games.engine.clock import Outages, counted
from games.engine.game import Dice, GameState
from games.engine.outcome import GameResult
from games.engine.seats import Seat
from games.records.replay import LogEntry, MatchRecord

UNSEEN = frozenset({"epoch", "ready", "nonce", "nonces_closed", "break_over", "roll_asked"})
CUBE_KINDS = frozenset({"double", "take", "drop", "beaver", "raccoon"})
# After these the same turn goes on, so the time runs on into the play.
GOES_ON = frozenset({"roll", "offer_resign"})
EMPTY_BOARD = GameState(Board.start())


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of the review. `spent_ms`: what the seat used for it, a roll included in its play; None if nobody did."""

    entry: LogEntry
    spent_ms: int | None = None

    @property
    def seq(self) -> int:
        return self.entry.seq

    @property
    def kind(self) -> str:
        return self.entry.action.kind

    @property
    def seat(self) -> Seat | None:
        """Whose doing it was; a flag and the server's own actions are nobody's."""
        return seat_of(self.entry)

    @property
    def game(self) -> GameState:
        """The board as it is afterwards."""
        return self.entry.after.match.game or EMPTY_BOARD

    @property
    def dice(self) -> Dice | None:
        """The roll that this step shows: rolled now, or just played."""
        match self.entry.action:
            case Roll() | OpeningRoll() as rolled:
                return rolled.dice
            case MakePlay():
                return None if self.game.last is None else self.game.last.dice
            case _:
                return self.game.dice

    @property
    def result(self) -> GameResult | None:
        """The game that ended here."""
        before, after = self.entry.before.match.results, self.entry.after.match.results
        return after[-1] if len(after) > len(before) else None


def is_unseen(entry: LogEntry) -> bool:
    """Nothing to look at: readiness, seeds, and the first word of a match from a file."""
    return entry.action.kind in UNSEEN or file_word(entry) == "start"


def file_word(entry: LogEntry) -> str:
    """What the file of an imported match has here beyond plays and the cube; empty for all else."""
    return getattr(entry.action, "what", "") if entry.action.kind == "imported" else ""


def seat_of(entry: LogEntry) -> Seat | None:
    seat: Seat | None = getattr(entry.action, "seat", None)
    return seat


def frames(record: MatchRecord, outages: Outages = ()) -> Iterator[Frame]:
    """The entries to be seen, in order."""
    waited: dict[Seat, int] = {"A": 0, "B": 0}
    last_at: int | None = None
    for entry in record.entries:
        on_turn = entry.before.match.to_act
        if on_turn is not None and last_at is not None:
            waited[on_turn] += counted(last_at, entry.at_ms, outages, on_turn)
        last_at = entry.at_ms
        if is_unseen(entry):
            continue
        seat, kind = seat_of(entry), entry.action.kind
        if seat is None or kind in GOES_ON:
            yield Frame(entry)
            continue
        yield Frame(entry, waited[seat])
        waited[seat] = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """One game as it is read; a game played again is a chapter of its own."""

    game: int
    frames: tuple[Frame, ...]

    @property
    def score(self) -> tuple[int, int]:
        """The score it began with."""
        return self.frames[0].entry.before.match.score

    @property
    def crawford(self) -> bool:
        return any(frame.game.crawford for frame in self.frames)

    @property
    def result(self) -> GameResult | None:
        return next((frame.result for frame in reversed(self.frames) if frame.result), None)


def chapters(all_frames: Sequence[Frame]) -> list[Chapter]:
    """The frames by game. What a director does between games still belongs to the one before."""
    if not all_frames:
        return []
    cuts, rolled = [0], False
    for at, (before, frame) in enumerate(pairwise(all_frames), start=1):
        rolled = rolled or _is_opening_roll(before)
        if rolled and _opens(before, frame):
            cuts.append(at)
    cuts.append(len(all_frames))
    runs = [tuple(all_frames[start:end]) for start, end in pairwise(cuts)]
    return [Chapter(number_of(part), part) for part in runs]


def number_of(part: Sequence[Frame]) -> int:
    """The number of the game a run of frames is of: that of its opening roll, if there is one."""
    return next((frame for frame in part if _is_opening_roll(frame)), part[0]).entry.game


def _is_opening_roll(frame: Frame) -> bool:
    """The opening roll, or what a file has of it."""
    return isinstance(frame.entry.action, OpeningRoll) or file_word(frame.entry) == "opened"


def _opens(before: Frame, frame: Frame) -> bool:
    """An opening roll begins a game, unless it follows a tie; a game annulled by a ruling is gone."""
    fresh = before.game.over or before.entry.after.match.game is None
    return fresh and (_is_opening_roll(frame) or file_word(frame.entry) == "doubled")
