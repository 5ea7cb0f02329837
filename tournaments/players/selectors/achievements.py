"""What a player has reached: places in finished tournaments, and the games behind their matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, F, Max, Q

from accounts.models import Player
from games.models import Game, MatchStatus
from tournaments.bracket.selectors.lists import visible
from tournaments.core.permissions import Viewer
from tournaments.formats.base import MAIN
from tournaments.models import Pairing, Tournament
from tournaments.players.selectors.career_rows import Progress, entries_played
from web.bounded_cache import BoundedCache

MOST_PLACES = 100
SHOWN_PLACES = 6
BYTES_OF_FIGURES = 1000


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in a finished tournament: from `first` to `last`, which differ where no match told them apart.

    `entries`: how many took part. `at` is when the tournament ended.
    """

    slug: str
    name: str
    first: int
    last: int
    entries: int
    at: datetime


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Games of finished matches online; gammons and backgammons are counted apart. `cube` is the highest won or lost at."""

    games: int
    won: int
    gammons_won: int
    gammons_lost: int
    backgammons_won: int
    backgammons_lost: int
    doubled: int
    highest_cube: int
    average_points: float


def placings(player: Player, viewer: Viewer) -> list[Placing]:
    """Titles first, then by place, the latest first. Two queries.

    A champion is stored; other places are those at which the main draw of a knockout lets its players go. Formats
    with a table alone name their winner.
    """
    mine = entries_played(player).values("pk")
    finished = visible(viewer).filter(
        status=Tournament.Status.FINISHED, entries__in=mine, is_rehearsal=False
    )
    columns = ("pk", "slug", "name", "finished_at", "champion_id", "entries__pk")
    rows = list(finished.order_by("-finished_at").values_list(*columns)[:MOST_PLACES])
    best = _places({row[-1] for row in rows})
    sizes = _sizes({row[0] for row in rows})
    placings: dict[int, Placing] = {}
    for pk, slug, name, at, champion, entry in rows:
        first, last = (1, 1) if champion == entry else best.get(entry, (0, 0))
        before = placings.get(pk)
        if first and at is not None and (before is None or first < before.first):
            placings[pk] = Placing(slug, name, first, last, sizes.get(pk, 0), at)
    return sorted(placings.values(), key=lambda placing: (placing.first, -placing.at.timestamp()))


def _places(entries: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Of each entry the places at which it left a main draw. One query."""
    left = Pairing.objects.filter(
        Q(loser__in=entries, loser_place__isnull=False),
        voided_at=None,
        round__section=MAIN,
    )
    same = Count(
        "round__pairings",
        filter=Q(round__pairings__loser_place=F("loser_place"), round__pairings__voided_at=None),
    )
    rows = left.order_by().annotate(same=same).values_list("loser_id", "loser_place", "same")
    return {
        entry: (place, place + max(same, 1) - 1)
        for entry, place, same in rows
        if entry is not None and place is not None
    }


def _sizes(tournaments: Iterable[int]) -> dict[int, int]:
    """How many entries each has that were not withdrawn. One query."""
    rows = Tournament.objects.filter(pk__in=tournaments).order_by()
    active = Count("entries", filter=Q(entries__status__in=["active", "disqualified"]))
    return dict(rows.annotate(n=active).values_list("pk", "n"))


def titles_among(places: Sequence[Placing]) -> int:
    """How many tournaments were won."""
    return sum(placing.first == placing.last == 1 for placing in places)


_figures: BoundedCache[tuple[GameFigures | None]] = BoundedCache(4 * 2**20)


def game_figures(player: Player, progress: Progress | None = None) -> GameFigures | None:
    """None without a game. One query; none for as long as `progress_of` the player says the same."""
    if progress is None:
        return _read_figures(player)
    key = player.pk, *progress
    kept = _figures.get(key)
    if kept is None:
        kept = (_read_figures(player),)
        _figures.put(key, kept, BYTES_OF_FIGURES)
    return kept[0]


def _read_figures(player: Player) -> GameFigures | None:
    games = Game.objects.filter(match__seats__player=player, match__status=MatchStatus.FINISHED)
    mine = Q(winner=F("match__seats__seat"))
    counts = games.order_by().aggregate(
        games=Count("pk"),
        won=Count("pk", filter=mine),
        gammons_won=Count("pk", filter=mine & Q(kind="gammon")),
        gammons_lost=Count("pk", filter=~mine & Q(kind="gammon")),
        backgammons_won=Count("pk", filter=mine & Q(kind="backgammon")),
        backgammons_lost=Count("pk", filter=~mine & Q(kind="backgammon")),
        doubled=Count("pk", filter=Q(cube__gt=1)),
        highest_cube=Max("cube"),
        average_points=Avg("points"),
    )
    return GameFigures(**counts) if counts["games"] else None
