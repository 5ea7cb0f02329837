"""The seeds that a list of ratings gives to the entries of a tournament: the highest first, unrated ones without a seed."""

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _

from accounts.models import Player
from ratings.models import PlayerRating, RatingPool
from ratings.selectors.external import AT_ONCE, external_lists, numbers_in
from tournaments.bracket.selectors.venue_mode import rating_pool_of
from tournaments.models import Entry, EntryMember, Tournament

POOL, LIST, ENTERED = "pool:", "list:", "entered"
HAVE_SEEDS = (Entry.Status.ACTIVE, Entry.Status.INVITED)


@dataclass(frozen=True, slots=True)
class SeededEntry:
    """An entry with the seed it would get, or None; `rating` is the mean of its players who are rated."""

    entry_id: int
    title: str
    player: Player
    rating: float | None
    seed: int | None
    seed_now: int | None


@dataclass(frozen=True, slots=True)
class SeedingPreview:
    """The entries in the order of their new seeds. `digest` changes with the seeds as they are and as they would be."""

    rows: tuple[SeededEntry, ...]

    @property
    def seeds(self) -> dict[int, int | None]:
        return {row.entry_id: row.seed for row in self.rows}

    @property
    def seeded(self) -> int:
        return sum(row.seed is not None for row in self.rows)

    @property
    def digest(self) -> str:
        both = sorted((row.entry_id, row.seed_now, row.seed) for row in self.rows)
        return sha256(repr(both).encode()).hexdigest()[:32]


def rating_lists(tournament: Tournament) -> list[tuple[str, str]]:
    """(key, name) of the lists to seed by: the pool that the tournament counts in, the other pools, external lists;
    before them the ratings of the entries, if there are any. Three queries."""
    first = rating_pool_of(tournament)
    pools = sorted(RatingPool, key=lambda pool: pool != first)
    named = [(POOL + pool, _("Barpoint: %(pool)s") % {"pool": pool.label}) for pool in pools]
    named += [(LIST + each.key, each.name) for each in external_lists()]
    entered = tournament.entries.filter(status__in=HAVE_SEEDS, rating__isnull=False).exists()
    return [(ENTERED, _("Ratings as entered")), *named] if entered else named


def seeding(tournament: Tournament, list_key: str) -> SeedingPreview:
    """Seeds by a list of `rating_lists`. Equal ratings keep the order of entry. Two queries, and one for each 500 players."""
    entries = tournament.entries.filter(status__in=HAVE_SEEDS).select_related("player")
    listed = list(entries.order_by("entered_at", "pk"))
    by_entry = _entered(listed) if list_key == ENTERED else _by_entry(listed, list_key)
    listed.sort(key=lambda entry: -by_entry.get(entry.pk, 0.0))
    return SeedingPreview(
        tuple(
            SeededEntry(
                entry.pk, entry.title, entry.player, by_entry.get(entry.pk),
                place if entry.pk in by_entry else None, entry.seed,
            )
            for place, entry in enumerate(listed, 1)
        )
    )  # fmt: skip


def seeds_mark(tournament: Tournament) -> str:
    """What the seeds are now, as a mark that changes with any of them. One query."""
    rows = tournament.entries.exclude(seed=None).order_by("pk").values_list("pk", "seed")
    return sha256(repr(list(rows)).encode()).hexdigest()[:32]


def _entered(entries: list[Entry]) -> dict[int, float]:
    return {entry.pk: entry.rating for entry in entries if entry.rating is not None}


def _by_entry(entries: list[Entry], list_key: str) -> dict[int, float]:
    """The mean rating of the players of each entry, in a pool or an external list."""
    players = _players(entries)
    ratings = _ratings(list_key, {pk for ids in players.values() for pk in ids})
    by_entry: dict[int, float] = {}
    for entry in entries:
        rated = [ratings[pk] for pk in players[entry.pk] if pk in ratings]
        if rated:
            by_entry[entry.pk] = sum(rated) / len(rated)
    return by_entry


def _players(entries: list[Entry]) -> dict[int, list[int]]:
    """The ids of who plays for each entry."""
    members: dict[int, list[int]] = defaultdict(list)
    rows = EntryMember.objects.filter(entry__in=[entry.pk for entry in entries]) if entries else []
    if entries and entries[0].tournament.entry_kind != Tournament.EntryKind.SINGLE:
        for row in rows:
            members[row.entry_id].append(row.player_id)
    return {entry.pk: members.get(entry.pk) or [entry.player_id] for entry in entries}


def _ratings(list_key: str, player_ids: set[int]) -> dict[int, float]:
    if list_key.startswith(LIST):
        return numbers_in(list_key.removeprefix(LIST), player_ids)
    listed = sorted(player_ids)
    ratings: dict[int, float] = {}
    for start in range(0, len(listed), AT_ONCE):
        rows = PlayerRating.objects.filter(
            pool=list_key.removeprefix(POOL), player__in=listed[start : start + AT_ONCE]
        )
        ratings |= dict(rows.order_by().values_list("player", "rating"))
    return ratings
