"""Who has entered the tournaments of an event: numbers, countries, and the best rated of one tournament. Three queries."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django_countries import countries as countries_of_world

from accounts.rating_chips import RatingFigures, ratings_of
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.bracket.selectors.venue_mode import rating_pool_of
from tournaments.models import Entry, Tournament

MOST = 6000
BEST = 12
COUNTRIES = 6
RATED = 600  # entries of one tournament whose ratings are compared


@dataclass(frozen=True, slots=True)
class CountryCount:
    """How many players come from a country, with its code of two letters and its name."""

    country: str
    players: int
    name: str


@dataclass(frozen=True, slots=True)
class EventEntrants:
    """`entries` and `players` of all tournaments, and `waiting` by tournament. `best` are entries of one of them.

    `other_countries` counts the countries after the first few.
    """

    entries: int
    players: int
    waiting: Mapping[int, int]
    countries: tuple[CountryCount, ...]
    other_countries: int
    best: tuple[PlayerRef, ...]
    ratings: RatingFigures
    pool: str

    @property
    def country_count(self) -> int:
        return len(self.countries) + self.other_countries


def entrants_of(tournaments: Sequence[Tournament], lead: Tournament | None) -> EventEntrants:
    """Entries of these tournaments; `lead` is the one whose best are listed."""
    status = Entry.Status
    rows = Entry.objects.filter(
        tournament__in=tournaments, status__in=[status.ACTIVE, status.WAITING_LIST]
    )
    columns = ("tournament_id", "pk", "player_id", "status", "player__country")
    listed = list(rows.order_by("pk").values_list(*columns)[:MOST])
    active = [row for row in listed if row[3] == status.ACTIVE]
    countries = {player: str(country or "") for _t, _pk, player, _s, country in active}
    counts = Counter(country for country in countries.values() if country).most_common()
    shown = counts[:COUNTRIES] if len(counts) > COUNTRIES + 1 else counts
    entered = [
        (pk, player) for of, pk, player, _s, _c in active if lead is not None and of == lead.pk
    ]
    pool = rating_pool_of(lead) if lead is not None and lead.rates_matches else ""
    ratings = ratings_of({player for _pk, player in entered[:RATED]}) if pool else {}
    return EventEntrants(
        entries=len(active),
        players=len(countries),
        waiting=Counter(of for of, _pk, _p, s, _c in listed if s == status.WAITING_LIST),
        countries=tuple(
            CountryCount(*count, str(countries_of_world.name(count[0]))) for count in shown
        ),
        other_countries=len(counts) - len(shown),
        best=_best(entered, ratings, pool),
        ratings=ratings,
        pool=pool,
    )


def _best(
    entered: Sequence[tuple[int, int]], ratings: RatingFigures, pool: str
) -> tuple[PlayerRef, ...]:
    """The highest ratings first; those without one follow in the order of their entries."""

    def rank(row: tuple[int, int]) -> float:
        figure = ratings.get((row[1], pool))
        return -figure.rating if figure else 0

    first = [pk for pk, _player in sorted(entered, key=rank)[:BEST]]
    entries = Entry.objects.filter(pk__in=first).select_related("player") if first else ()
    by_id = {entry.pk: entrant_ref(entry) for entry in entries}
    return tuple(by_id[pk] for pk in first if pk in by_id)
