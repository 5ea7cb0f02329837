"""PURE. One match after the other, in the order in which they ended: what each does to the ratings of its two players."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from ratings.formulas import fibs, glicko2
from ratings.formulas.fibs import FibsOptions, FibsRating
from ratings.formulas.glicko2 import GlickoGame, GlickoOptions, GlickoRating

PERIOD = timedelta(days=30)
"""In this time without play a Glicko-2 deviation grows by one rating period."""


class RatingPosition(NamedTuple):
    """The place of a match in the order of rating; `source` breaks ties of time."""

    ended_at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result that is rated. `source` names it for good; `winner` and `loser` are ids of players."""

    source: str
    pool: str
    ended_at: datetime
    length: int
    winner: int
    loser: int
    tournament: int | None = None
    match: UUID | None = None

    @property
    def position(self) -> RatingPosition:
        return RatingPosition(self.ended_at, self.source)


class PlayerState(NamedTuple):
    """A player between two matches; `last_at` is when the last one ended."""

    fibs: FibsRating
    glicko: GlickoRating
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """The options of both formulas."""

    fibs: FibsOptions = fibs.DEFAULT
    glicko: GlickoOptions = glicko2.DEFAULT


DEFAULT = RatingOptions()


def first_state(options: RatingOptions = DEFAULT) -> PlayerState:
    """A player before the first rated match."""
    return PlayerState(fibs.first_rating(options.fibs), glicko2.first_glicko(options.glicko))


def rate(
    result: RatedResult, winner: PlayerState, loser: PlayerState, options: RatingOptions = DEFAULT
) -> tuple[PlayerState, PlayerState]:
    """Both players after this match, the winner first."""
    won, lost = fibs.rate(winner.fibs, loser.fibs, result.length, options.fibs)
    weight = glicko2.weight_of(result.length, options.glicko)
    up = _glicko(winner, GlickoGame(loser.glicko, 1.0, weight), result.ended_at, options)
    down = _glicko(loser, GlickoGame(winner.glicko, 0.0, weight), result.ended_at, options)
    return PlayerState(won, up, result.ended_at), PlayerState(lost, down, result.ended_at)


def replay(
    results: Iterable[RatedResult], options: RatingOptions = DEFAULT
) -> Iterator[tuple[RatedResult, tuple[PlayerState, PlayerState], tuple[PlayerState, PlayerState]]]:
    """Each result, given in the order of rating and all of one pool, with (winner, loser) before and after it."""
    states: dict[int, PlayerState] = {}
    first = first_state(options)
    for result in results:
        before = states.get(result.winner, first), states.get(result.loser, first)
        after = rate(result, *before, options)
        states[result.winner], states[result.loser] = after
        yield result, before, after


def _glicko(
    player: PlayerState, game: GlickoGame, now: datetime, options: RatingOptions
) -> GlickoRating:
    idle = timedelta(0) if player.last_at is None else max(now - player.last_at, timedelta(0))
    return glicko2.rate_period(player.glicko, [game], options.glicko, idle / PERIOD)
