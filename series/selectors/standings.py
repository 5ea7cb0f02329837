"""The order of merit of a series with names: computed at each request from the published places, so a correction moves it at once.

Where the places of all finished tournaments are cached, the number of queries does not depend on how many tournaments, players or
results there are. Each tournament whose places are not cached takes some more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from zoneinfo import ZoneInfo

from accounts.models import Player
from series.merit.order import (
    ColumnResult,
    MeritRow,
    MeritRules,
    meetings_of,
    order_of_merit,
)
from series.merit.points import Points, PointsScheme, points_of
from series.models import Series, SeriesAdjustment, SeriesTournament
from series.selectors.places import PlayerPlaces, places_of
from series.selectors.schemes import rules_of, scheme_of
from series.selectors.series import SHOWN
from tournaments.bracket.selectors.lists import player_ref
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.models import Tournament

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class MeritColumn:
    """An event, or a tournament outside events. `players` is None until one of its tournaments is finished."""

    name: str
    url: str
    day: date | None
    counted: tuple[SeriesTournament, ...]
    players: int | None

    @property
    def is_over(self) -> bool:
        return self.players is not None

    @property
    def is_running(self) -> bool:
        return any(row.tournament.status == Status.RUNNING for row in self.counted)


@dataclass(frozen=True, slots=True)
class MeritLine:
    """A line with the player. `results` are by column, None where they did not play."""

    row: MeritRow
    player: PlayerRef
    results: tuple[ColumnResult | None, ...]
    adjustments: tuple[SeriesAdjustment, ...]


@dataclass(frozen=True, slots=True)
class OrderOfMerit:
    """All columns, the earliest first, and the lines from the top."""

    columns: tuple[MeritColumn, ...]
    lines: tuple[MeritLine, ...]
    rules: MeritRules

    @property
    def has_adjustments(self) -> bool:
        return any(line.adjustments for line in self.lines)


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """What the order is computed from: columns, places by tournament, adjustments."""

    columns: tuple[MeritColumn, ...]
    places: Mapping[int, PlayerPlaces]
    adjustments: tuple[SeriesAdjustment, ...]

    def ranked(self, scheme: PointsScheme, rules: MeritRules) -> list[MeritRow]:
        """The order by these points and rules; no query."""
        adjusted: dict[int, Points] = {}
        for row in self.adjustments:
            before = adjusted.get(row.player_id, Fraction(0))
            adjusted[row.player_id] = before + row.points
        over = [column for column in self.columns if column.is_over]
        results = [self._results(column, scheme) for column in over]
        pairs = [pair for places in self.places.values() for pair in places.meetings]
        return order_of_merit(results, rules, adjusted, meetings_of(pairs))

    def _results(self, column: MeritColumn, scheme: PointsScheme) -> dict[int, ColumnResult]:
        """What everybody got in a column: the points of its tournaments together, and the best place."""
        results: dict[int, ColumnResult] = {}
        for row in column.counted:
            places = self.places.get(row.tournament_id)
            if places is None:
                continue
            given = points_of(scheme, places.finishes, row.weight)
            for finish in places.finishes:
                before = results.get(finish.player, ColumnResult(Fraction(0), None))
                both_places = [p for p in (before.place, finish.place_from) if p is not None]
                points = before.points + given[finish.player]
                results[finish.player] = ColumnResult(points, min(both_places, default=None))
        return results


def season_of(series: Series) -> SeasonResults:
    """Four queries where the places are cached."""
    rows = counted_tournaments(series)
    places = places_of([row.tournament for row in rows])
    columns = tuple(_columns(rows, places))
    adjustments = SeriesAdjustment.objects.filter(series=series, withdrawn_at=None)
    return SeasonResults(columns, places, tuple(adjustments.order_by("pk")))


def counted_tournaments(series: Series) -> list[SeriesTournament]:
    """The tournaments that count and that everybody may see, with their events. One query."""
    rows = SeriesTournament.objects.filter(
        series=series, tournament__status__in=SHOWN, tournament__is_rehearsal=False
    )
    return list(rows.select_related("tournament__event").order_by("pk"))


def has_result(series: Series, player_id: int) -> bool:
    """Does a tournament that counts have a result of this player? Two queries where the places are cached."""
    places = places_of([row.tournament for row in counted_tournaments(series)])
    return any(finish.player == player_id for each in places.values() for finish in each.finishes)


def order_of(series: Series, season: SeasonResults | None = None) -> OrderOfMerit:
    """The order of merit as it is now. Five queries where the places are cached."""
    season = season or season_of(series)
    rules = rules_of(series)
    rows = season.ranked(scheme_of(series.scheme), rules)
    return OrderOfMerit(season.columns, tuple(_lines(season, rows)), rules)


def _lines(season: SeasonResults, rows: Sequence[MeritRow]) -> Iterable[MeritLine]:
    players = Player.objects.in_bulk([row.player for row in rows])
    over = [n for n, column in enumerate(season.columns) if column.is_over]
    adjustments: dict[int, list[SeriesAdjustment]] = {}
    for adjustment in season.adjustments:
        adjustments.setdefault(adjustment.player_id, []).append(adjustment)
    for row in rows:
        if (player := players.get(row.player)) is None:
            continue
        results: list[ColumnResult | None] = [None] * len(season.columns)
        for n, result in row.results.items():
            results[over[n]] = result
        own = tuple(adjustments.get(row.player, ()))
        yield MeritLine(row, player_ref(player), tuple(results), own)


def _columns(
    rows: Sequence[SeriesTournament], places: Mapping[int, PlayerPlaces]
) -> list[MeritColumn]:
    """The tournaments by event, the earliest first."""
    groups: dict[tuple[str, int], list[SeriesTournament]] = {}
    for row in rows:
        event = row.tournament.event_id
        groups.setdefault(("t", row.tournament_id) if event is None else ("e", event), []).append(
            row
        )
    columns = [_column(group, places) for group in groups.values()]
    return sorted(columns, key=lambda column: (column.day or date.max, column.counted[0].pk))


def _column(group: list[SeriesTournament], places: Mapping[int, PlayerPlaces]) -> MeritColumn:
    group.sort(key=lambda row: (row.tournament.event_order, row.pk))
    first = group[0].tournament
    event = first.event
    here = [places[row.tournament_id] for row in group if row.tournament_id in places]
    everybody = Counter(finish.player for each in here for finish in each.finishes)
    at = first.starts_at or first.started_at
    day = at.astimezone(ZoneInfo(first.time_zone)).date() if at else None
    name, url = first.name, first.get_absolute_url()
    if event is not None and event.is_public:
        name, url, day = event.name, event.get_absolute_url(), event.starts_on
    return MeritColumn(name, url, day, tuple(group), len(everybody) if here else None)
