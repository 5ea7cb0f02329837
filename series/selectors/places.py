"""The published places of finished tournaments: who played, where they came, which matches they won and against whom.

They are computed from the standings and cached by the tournament's version, which every correction raises. Entries are turned
into players anew each time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import caches

from series.merit.points import DRAWS, MAIN, Finish
from tournaments.bracket.selectors.standings_cache import CachedTables
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.standings.overall import merged, overall, sections_of_all

CACHED_S = 7 * 86_400
PLAYED = (
    Pairing.Outcome.PLAYED, Pairing.Outcome.TIME, Pairing.Outcome.CONCEDED, Pairing.Outcome.FORFEIT
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntryPlaces:
    """A tournament by entries. `places`: (entry, first place, last place). `wins`: by entry and draw. `meetings`: (winner, loser)."""

    places: tuple[tuple[int, int | None, int | None], ...]
    wins: Mapping[int, Mapping[str, int]]
    meetings: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlayerPlaces:
    """A tournament by players. Of a player who entered again, the better place and all wins count."""

    finishes: tuple[Finish, ...]
    meetings: tuple[tuple[int, int], ...]


def places_of(tournaments: Sequence[Tournament]) -> dict[int, PlayerPlaces]:
    """By the tournaments' ids; only of finished ones. One query where all are cached."""
    finished = [t for t in tournaments if t.status == Tournament.Status.FINISHED]
    if not finished:
        return {}
    keys = {_key(tournament): tournament for tournament in finished}
    cached: dict[str, EntryPlaces] = caches["pages"].get_many(list(keys))
    fresh = {key: _computed(keys[key]) for key in keys if key not in cached}
    if fresh:
        caches["pages"].set_many(fresh, CACHED_S)
    rows = Entry.objects.filter(tournament__in=finished).order_by()
    players: dict[int, int] = dict(rows.values_list("pk", "player_id"))
    by_key = cached | fresh
    return {t.pk: _by_player(by_key[key], players) for key, t in keys.items()}


def _key(tournament: Tournament) -> str:
    return f"series.places.{tournament.pk}.{tournament.version}"


def _computed(tournament: Tournament) -> EntryPlaces:
    numbers = Stage.objects.filter(tournament=tournament).order_by("-number")
    stages = []
    wins: dict[int, dict[str, int]] = {}
    for number in numbers.values_list("number", flat=True):
        cached = CachedTables(tournament, number)
        tables = {section: cached.rows(section) for section in cached.heads}
        stages.append(merged({s: tables[s] for s in sections_of_all(cached.heads)}))
        for section, rows in tables.items():
            draw = section if section in DRAWS else MAIN
            for row in rows:
                own = wins.setdefault(row.entry, {})
                own[draw] = own.get(draw, 0) + row.won
    places = tuple((row.entry, row.place_from, row.place_to) for row in overall(stages))
    decided = Pairing.objects.filter(
        stage__tournament=tournament,
        voided_at=None,
        outcome__in=PLAYED,
        winner__isnull=False,
        loser__isnull=False,
    )
    meetings = tuple(decided.order_by("pk").values_list("winner_id", "loser_id"))
    return EntryPlaces(places, wins, meetings)


def _by_player(places: EntryPlaces, players: Mapping[int, int]) -> PlayerPlaces:
    best: dict[int, tuple[int | None, int | None]] = {}
    wins: dict[int, dict[str, int]] = {}
    for entry, first, last in places.places:
        player = players.get(entry)
        if player is None:
            continue
        if player not in best or _rank(first) < _rank(best[player][0]):
            best[player] = (first, last)
        own = wins.setdefault(player, {})
        for draw, number in places.wins.get(entry, {}).items():
            own[draw] = own.get(draw, 0) + number
    finishes = tuple(Finish(player, *best[player], wins[player]) for player in best)
    meetings = tuple(
        (players[winner], players[loser])
        for winner, loser in places.meetings
        if winner in players and loser in players and players[winner] != players[loser]
    )
    return PlayerPlaces(finishes, meetings)


def _rank(place: int | None) -> float:
    return float("inf") if place is None else place
