"""The rating of a player over time, as a card on their page shows it: figures, the line of a graph, the latest changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from ratings.formulas.fibs import is_provisional
from ratings.models import PlayerRating, RatingChange, RatingPool
from ratings.selectors.current import signed, standing

MOST_POINTS = 120
LATEST = 5
STEPS = (10, 25, 50, 100, 200, 500)
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class LatestChange:
    """A rated match as a line of the card."""

    opponent: Player
    won: bool
    length: int
    ended_at: datetime
    change: str
    is_up: bool


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """A line in a box of 100 by 100, from the first rated match to the last. `levels` are the ratings at the grid lines,
    the highest first, each with its height; `lowest` and `highest` are of the line.
    """

    line: str
    area: str
    end: tuple[float, float]
    levels: tuple[tuple[int, float], ...]
    lowest: int
    highest: int
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class RatingCard:
    """What is known of a player in one pool. `pools` are all in which they have a rating: (key, name)."""

    pool: str
    pools: tuple[tuple[str, str], ...]
    rating: int
    is_provisional: bool
    place: int | None
    of: int
    experience: int
    matches: int
    glicko: int
    deviation: int
    graph: RatingGraph | None
    latest: tuple[LatestChange, ...]


def rating_card(player: Player, pool: str = "") -> RatingCard | None:
    """In the pool asked for, else in the one with most matches; None without a rated match. Seven queries at most."""
    rows = {
        row.pool: row
        for row in PlayerRating.objects.filter(player=player, pool__in=RatingPool.values)
    }
    if not rows:
        return None
    row = rows.get(pool) or max(rows.values(), key=lambda each: each.matches)
    place, listed = standing(row)
    changes = RatingChange.objects.filter(player=player, pool=row.pool)
    in_order = changes.order_by("ended_at", "source")
    first = in_order.values_list("ended_at", "rating_before").first()
    ratings = list(in_order.values_list("rating_after", flat=True))
    latest = changes.select_related("opponent").order_by("-ended_at", "-source")[:LATEST]
    return RatingCard(
        pool=row.pool,
        pools=tuple((key, str(RatingPool(key).label)) for key in RatingPool.values if key in rows),
        rating=round(row.rating),
        is_provisional=is_provisional(row.experience),
        place=place if player.anonymised_at is None else None,
        of=listed,
        experience=row.experience,
        matches=row.matches,
        glicko=round(row.glicko),
        deviation=round(row.deviation),
        graph=None if first is None else graph_of([first[1], *ratings], first[0], row.last_at),
        latest=tuple(_latest(change) for change in latest),
    )


def _latest(row: RatingChange) -> LatestChange:
    change = round(row.rating_after) - round(row.rating_before)
    return LatestChange(
        row.opponent, row.won, row.length, row.ended_at, signed(change), change >= 0
    )


def graph_of(ratings: Sequence[float], since: datetime, until: datetime) -> RatingGraph:
    """`ratings`: before the first match, which ended at `since`, and after each in order, the last at `until`."""
    lowest, highest = min(ratings), max(ratings)
    step = _step(lowest, highest)
    bottom, top = int(lowest // step) * step, (int(highest // step) + 1) * step
    thinned = _thinned(ratings)
    last = len(thinned) - 1
    spots = [
        (round(100 * at / last, 1), round(100 * (top - rating) / (top - bottom), 1))
        for at, rating in enumerate(thinned)
    ]
    line = "M" + " ".join(f"{x} {y}" for x, y in spots)
    levels = range(top, bottom - 1, -step)
    return RatingGraph(
        line=line,
        area=f"{line} 100 100 0 100Z",
        end=spots[-1],
        levels=tuple((level, round(100 * (top - level) / (top - bottom), 1)) for level in levels),
        lowest=round(lowest),
        highest=round(highest),
        since=since,
        until=until,
    )


def _step(lowest: float, highest: float) -> int:
    """The distance of the grid lines, so that there are few of them."""
    fitting = (step for step in STEPS if (highest - lowest) / step < MOST_LINES - 1)
    return next(fitting, STEPS[-1])


def _thinned(ratings: Sequence[float]) -> list[float]:
    """At most so many points, evenly spread, the first and the last among them."""
    if len(ratings) <= MOST_POINTS:
        return list(ratings)
    last = len(ratings) - 1
    return [ratings[round(last * at / (MOST_POINTS - 1))] for at in range(MOST_POINTS)]
