"""Rated matches as they are stored: two rows a match, and the state of a player before and after each."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet

from ratings.formulas.fibs import FibsRating
from ratings.formulas.glicko2 import GlickoRating
from ratings.formulas.replay import PlayerState, RatedResult, RatingPosition
from ratings.models import PlayerRating, RatingChange

AT_ONCE = 300
"""How many names of matches stand in one query."""


def stored_pairs(sources: Iterable[str]) -> dict[str, dict[bool, RatingChange]]:
    """The rows of these matches: {source: {won: row}}."""
    pairs: dict[str, dict[bool, RatingChange]] = {}
    listed = list(sources)
    for start in range(0, len(listed), AT_ONCE):
        for row in RatingChange.objects.filter(source__in=listed[start : start + AT_ONCE]):
            pairs.setdefault(row.source, {})[row.won] = row
    return pairs


def later_than(pool: str, player: int, position: RatingPosition) -> list[RatingPosition]:
    """The positions of the player's rated matches after this one."""
    rows = RatingChange.objects.filter(_after(position), pool=pool, player=player)
    return [RatingPosition(*row) for row in rows.order_by().values_list("ended_at", "source")]


def state_before(pool: str, player: int, position: RatingPosition) -> PlayerState | None:
    """The state after the last match before this position; None before the first."""
    before = Q(ended_at__lt=position.ended_at) | Q(
        ended_at=position.ended_at, source__lt=position.source
    )
    rows = RatingChange.objects.filter(before, pool=pool, player=player)
    row = rows.order_by("-ended_at", "-source").first()
    return None if row is None else after(row)


def _after(position: RatingPosition) -> Q:
    return Q(ended_at__gt=position.ended_at) | Q(
        ended_at=position.ended_at, source__gt=position.source
    )


def result_of(winner: RatingChange) -> RatedResult:
    """The result from the row of its winner."""
    return RatedResult(
        source=winner.source,
        pool=winner.pool,
        ended_at=winner.ended_at,
        length=winner.length,
        winner=winner.player_id,
        loser=winner.opponent_id,
        tournament=winner.tournament_id,
        match=winner.match_id,
    )


def before(row: RatingChange) -> PlayerState:
    """The player as they came to this match."""
    return PlayerState(
        FibsRating(row.rating_before, row.experience_before),
        GlickoRating(row.glicko_before, row.deviation_before, row.volatility_before),
        row.last_before,
    )


def after(row: RatingChange) -> PlayerState:
    """The player after this match."""
    return PlayerState(
        FibsRating(row.rating_after, row.experience_after),
        GlickoRating(row.glicko_after, row.deviation_after, row.volatility_after),
        row.ended_at,
    )


def values(was: PlayerState, becomes: PlayerState) -> dict[str, Any]:
    """The columns that a recompute rewrites."""
    return {
        "rating_before": was.fibs.rating,
        "rating_after": becomes.fibs.rating,
        "experience_before": was.fibs.experience,
        "glicko_before": was.glicko.rating,
        "glicko_after": becomes.glicko.rating,
        "deviation_before": was.glicko.deviation,
        "deviation_after": becomes.glicko.deviation,
        "volatility_before": was.glicko.volatility,
        "volatility_after": becomes.glicko.volatility,
        "last_before": was.last_at,
    }


def new_row(result: RatedResult, won: bool, was: PlayerState, becomes: PlayerState) -> RatingChange:
    """A row not written yet."""
    return RatingChange(
        source=result.source,
        pool=result.pool,
        ended_at=result.ended_at,
        length=result.length,
        won=won,
        player_id=result.winner if won else result.loser,
        opponent_id=result.loser if won else result.winner,
        tournament_id=result.tournament,
        match_id=result.match,
        **values(was, becomes),
    )


def columns(
    result: RatedResult, won: bool, was: PlayerState, becomes: PlayerState
) -> tuple[Any, ...]:
    """The same without a model, in the order of the model's columns after its id: many times faster."""
    return (
        result.source,
        result.pool,
        result.ended_at,
        result.length,
        won,
        result.winner if won else result.loser,
        result.loser if won else result.winner,
        result.tournament,
        result.match,
        was.fibs.rating,
        becomes.fibs.rating,
        was.fibs.experience,
        was.glicko.rating,
        becomes.glicko.rating,
        was.glicko.deviation,
        becomes.glicko.deviation,
        was.glicko.volatility,
        becomes.glicko.volatility,
        was.last_at,
    )


def current(source: str, pool: str, player: int, state: PlayerState, matches: int) -> PlayerRating:
    """The current rating after `source`, the player's last match; not written yet."""
    if state.last_at is None:
        raise ValueError("no match was rated")
    return PlayerRating(
        pool=pool,
        player_id=player,
        rating=state.fibs.rating,
        experience=state.fibs.experience,
        glicko=state.glicko.rating,
        deviation=state.glicko.deviation,
        volatility=state.glicko.volatility,
        matches=matches,
        last_at=state.last_at,
        last_source=source,
    )


def current_columns(
    source: str, pool: str, player: int, state: PlayerState, matches: int
) -> tuple[Any, ...]:
    """The same without a model, in the order of the model's columns after its id."""
    return (pool, player, *state.fibs, *state.glicko, matches, state.last_at, source)


def stored_results(rows: QuerySet[RatingChange]) -> Iterator[RatedResult]:
    """The results that stand behind these rows."""
    for row in rows.filter(won=True):
        yield result_of(row)


def now(row: PlayerRating) -> PlayerState:
    """The player after all their rated matches."""
    return PlayerState(
        FibsRating(row.rating, row.experience),
        GlickoRating(row.glicko, row.deviation, row.volatility),
        row.last_at,
    )
