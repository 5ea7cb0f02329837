"""PURE. What can be counted exactly in a match: rolls, doubles, pips, the bar, hits, the cube, time.

Each count of luck stands beside what fair dice give. Nothing judges what a roll was good for. The roll that
starts a game is never a double (a tie is rolled again and is nobody's roll), so it is expected otherwise.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import exp, lgamma, log, sqrt

from games.engine.actions import MakePlay, OpeningRoll, Roll
from games.engine.board import BAR, Board
from games.engine.game import Dice
from games.engine.seats import Seat
from games.records.frames import Frame

TAIL = 0.025  # left out at each end: "usual" is what happens in 19 of 20 cases
Z = 1.959963984540054
EXACT_UP_TO = 20  # rolls; above, the sum of pips is as good as normal
Chances = Sequence[float]


def pips_of(dice: Dice) -> int:
    """
    >>> pips_of((3, 1)), pips_of((6, 6))
    (4, 24)
    """
    return sum(dice) * (2 if dice[0] == dice[1] else 1)


def _chances(rolls: Iterable[Dice]) -> dict[int, float]:
    counted = [pips_of(dice) for dice in rolls]
    return {pips: counted.count(pips) / len(counted) for pips in set(counted)}


_ALL: list[Dice] = list(product(range(1, 7), range(1, 7)))
ROLL = _chances(_ALL)
OPENING = _chances(dice for dice in _ALL if dice[0] != dice[1])


@dataclass(frozen=True, slots=True)
class Usual:
    """What fair dice give: the mean, and the range in which 95 % of such matches lie."""

    expected: float
    low: float
    high: float


@dataclass(slots=True)
class SeatCounts:
    """What is counted of one seat while the frames go by. `doors`: chances to be shut out from the bar."""

    rolls: int = 0
    openings: int = 0
    doubles: int = 0
    pips: int = 0
    dances: int = 0
    shut_out: int = 0
    doors: list[float] = field(default_factory=list)
    hits: int = 0
    cube: dict[str, int] = field(default_factory=dict)
    time_ms: int = 0
    plays: int = 0
    play_ms: int = 0
    longest_ms: int = 0
    longest_seq: int = 0

    @property
    def pips_a_roll(self) -> float:
        return self.pips / self.rolls if self.rolls else 0.0

    @property
    def usual_doubles(self) -> Usual:
        free = self.rolls - self.openings
        return _usual(_binomial(free, 1 / 6), free / 6)

    @property
    def usual_pips(self) -> Usual:
        """For the average of a roll."""
        return _usual_pips(self.rolls - self.openings, self.openings)

    @property
    def usual_shut_out(self) -> Usual:
        return _usual(_any_of(self.doors), sum(self.doors))

    @property
    def average_ms(self) -> float:
        """For each play, its roll included."""
        return self.play_ms / self.plays if self.plays else 0.0


def statistics(all_frames: Iterable[Frame]) -> dict[Seat, SeatCounts]:
    """The counts of both seats."""
    tallies: dict[Seat, SeatCounts] = {"A": SeatCounts(), "B": SeatCounts()}
    for frame in all_frames:
        match frame.entry.action:
            case OpeningRoll(dice=dice):
                _count_opening(tallies, frame, dice)
            case Roll(seat=seat, dice=dice) if dice is not None:
                _count_roll(tallies[seat], dice)
                _count_bar(tallies[seat], _board_before(frame), dice)
            case MakePlay(seat=seat):
                _count_play(tallies[seat], frame)
        if frame.seat is not None:
            _count_rest(tallies[frame.seat], frame)
    return tallies


def _count_opening(tallies: dict[Seat, SeatCounts], frame: Frame, dice: Dice) -> None:
    """Somebody's roll only where the starter plays it; under "reroll_pair" they roll again, freely."""
    game = frame.game
    if game.turn is not None and game.dice is not None:
        _count_roll(tallies[game.turn], dice)
        tallies[game.turn].openings += 1


def _count_roll(tally: SeatCounts, dice: Dice) -> None:
    tally.rolls += 1
    tally.pips += pips_of(dice)
    tally.doubles += dice[0] == dice[1]


def _board_before(frame: Frame) -> Board:
    game = frame.entry.before.match.game
    return Board.start() if game is None else game.board


def _count_bar(tally: SeatCounts, board: Board, dice: Dice) -> None:
    """With a checker on the bar: is the roll shut out? Counted only where it could have gone either way."""
    points = board.points
    closed = sum(1 for point in range(19, 25) if points[point] <= -2)
    if points[BAR] > 0 and 0 < closed < 6:
        tally.doors.append((closed / 6) ** 2)
        tally.shut_out += all(points[BAR - die] <= -2 for die in dice)


def _count_play(tally: SeatCounts, frame: Frame) -> None:
    last = frame.game.last
    moves = () if last is None else last.moves
    tally.dances += not moves
    tally.hits += sum(1 for _, _, hit in moves if hit)
    spent = frame.spent_ms or 0
    tally.plays += 1
    tally.play_ms += spent
    if spent > tally.longest_ms:
        tally.longest_ms, tally.longest_seq = spent, frame.seq


def _count_rest(tally: SeatCounts, frame: Frame) -> None:
    tally.time_ms += frame.spent_ms or 0
    tally.cube[frame.kind] = tally.cube.get(frame.kind, 0) + 1


def _usual(chances: Chances, expected: float) -> Usual:
    """The range that leaves at most 2.5 % at each end."""
    below, low, high = 0.0, 0, 0
    for value, chance in enumerate(chances):
        if below <= TAIL:
            low = value
        high = value
        below += chance
        if below >= 1 - TAIL:
            break
    return Usual(expected, low, high)


def _binomial(n: int, p: float) -> Chances:
    """
    >>> [round(chance, 3) for chance in _binomial(2, 0.5)]
    [0.25, 0.5, 0.25]
    """
    if n == 0:
        return [1.0]
    ways = (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) for k in range(n + 1))
    return [exp(way + k * log(p) + (n - k) * log(1 - p)) for k, way in enumerate(ways)]


def _any_of(each: Sequence[float]) -> Chances:
    """How many of some independent chances come true."""
    chances = [1.0]
    for p in each:
        chances = [
            (chances[k] * (1 - p) if k < len(chances) else 0.0) + (chances[k - 1] * p if k else 0.0)
            for k in range(len(chances) + 1)
        ]
    return chances


def _moments(chances: dict[int, float]) -> tuple[float, float]:
    mean = sum(pips * chance for pips, chance in chances.items())
    return mean, sum((pips - mean) ** 2 * chance for pips, chance in chances.items())


@lru_cache(maxsize=512)
def _usual_pips(rolls: int, openings: int) -> Usual:
    n = rolls + openings
    if n == 0:
        return Usual(0.0, 0.0, 0.0)
    (mean, spread), (mean_o, spread_o) = _moments(ROLL), _moments(OPENING)
    expected = (rolls * mean + openings * mean_o) / n
    if n > EXACT_UP_TO:
        reach = Z * sqrt(rolls * spread + openings * spread_o) / n
        return Usual(expected, expected - reach, expected + reach)
    exact = _usual(_sum_of([ROLL] * rolls + [OPENING] * openings), expected)
    return Usual(expected, exact.low / n, exact.high / n)


def _sum_of(all_chances: Sequence[dict[int, float]]) -> Chances:
    sums = [1.0]
    for chances in all_chances:
        longer = [0.0] * (len(sums) + 24)
        for have, chance in enumerate(sums):
            for pips, more in chances.items():
                longer[have + pips] += chance * more
        sums = longer
    return sums
