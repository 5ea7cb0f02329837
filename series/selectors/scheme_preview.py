"""What a scheme gives, before it is saved: points by place in fields of some sizes, and the order of merit with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from accounts.models import Player
from series.merit.order import MeritRow
from series.merit.points import WINS, Finish, PointsScheme, points_of
from series.models import Series
from series.selectors.schemes import rules_of, scheme_of
from series.selectors.standings import SeasonResults
from series.texts import scheme_lines
from tournaments.bracket.selectors.lists import player_ref
from tournaments.bracket.selectors.rows import PlayerRef

SIZES = (8, 16, 32, 64)
PLACES = 8
MOST_LINES = 10


@dataclass(frozen=True, slots=True)
class MeritPreviewLine:
    """A player near the top: their place and points with the new settings, and the place that they have now."""

    player: PlayerRef
    place: int | None
    before: int | None
    total: Fraction


@dataclass(frozen=True, slots=True)
class SchemePreview:
    """`sizes`: the points from the first place in a field of so many players where nobody shares a place; none where matches won
    give points. `scoring`: what gives points, in sentences."""

    places: tuple[int, ...]
    sizes: tuple[tuple[int, tuple[Fraction, ...]], ...]
    scoring: tuple[str, ...]
    lines: tuple[MeritPreviewLine, ...]


def preview_of(
    changed: Series, saved: Series | None, season: SeasonResults | None
) -> SchemePreview:
    """`changed` is a series that is not saved, `saved` the same as it is. One query where there are results."""
    scheme = scheme_of(changed.scheme)
    sizes = () if scheme.kind == WINS else tuple((size, _by_place(scheme, size)) for size in SIZES)
    lines: tuple[MeritPreviewLine, ...] = ()
    if season is not None and saved is not None:
        rows = season.ranked(scheme, rules_of(changed))
        before = season.ranked(scheme_of(saved.scheme), rules_of(saved))
        lines = _lines(rows[:MOST_LINES], {row.player: row.place for row in before})
    return SchemePreview(tuple(range(1, PLACES + 1)), sizes, tuple(scheme_lines(scheme)), lines)


def _by_place(scheme: PointsScheme, size: int) -> tuple[Fraction, ...]:
    field = [Finish(place, place, place) for place in range(1, size + 1)]
    given = points_of(scheme, field)
    return tuple(given[place] for place in range(1, PLACES + 1))


def _lines(
    rows: Sequence[MeritRow], before: Mapping[int, int | None]
) -> tuple[MeritPreviewLine, ...]:
    players = Player.objects.in_bulk([row.player for row in rows])
    return tuple(
        MeritPreviewLine(
            player_ref(players[row.player]), row.place, before.get(row.player), row.total
        )
        for row in rows
        if row.player in players
    )
