"""The field of a tournament by its ratings at the start: the average, the favourite, and the biggest upset so far.

The upset is read from the pairings, so a spectator of an event that shows its results late sees it as late as they are
(tournaments/bracket/spectator_reads.py). Forfeits, walkovers and ties are no upsets.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, Subquery

from accounts.models import Player
from ratings.models import PlayerRating, RatingChange
from ratings.selectors.outcomes import COUNTED
from tournaments.bracket.selectors.venue_mode import rating_pool_of
from tournaments.models import Entry, Pairing, PairingMatch, Slot, Tournament


@dataclass(frozen=True, slots=True)
class FieldPlayer:
    """A player with their rating at the start, in whole points."""

    player: Player
    rating: int


@dataclass(frozen=True, slots=True)
class Upset:
    """The match that was won by the player whose rating was lower by the most points."""

    winner: FieldPlayer
    loser: FieldPlayer

    @property
    def difference(self) -> int:
        return self.loser.rating - self.winner.rating


@dataclass(frozen=True, slots=True)
class RatedField:
    """`average` is of the `rated` players among `players`. No favourite where nobody is ahead of all others."""

    pool: str
    players: int
    rated: int
    average: int
    favourite: FieldPlayer | None
    upset: Upset | None


def rated_field(tournament: Tournament) -> RatedField | None:
    """Before the start by the current ratings. None where results change no ratings or nobody has one. Five queries at most."""
    if not tournament.rates_matches:
        return None
    pool = rating_pool_of(tournament)
    listed = _ratings_at_start(tournament, pool)
    ratings = {player: points for player, points in listed.items() if points is not None}
    if not ratings:
        return None
    leaders = sorted(ratings, key=lambda player: (-round(ratings[player]), player))[:2]
    is_alone = len(leaders) == 1 or round(ratings[leaders[0]]) > round(ratings[leaders[1]])
    two = _upset(tournament, ratings) if tournament.started_at else None
    shown = {*(two or ()), *(leaders[:1] if is_alone else ())}
    people = {
        pk: FieldPlayer(player, round(ratings[pk]))
        for pk, player in (Player.objects.in_bulk(shown) if shown else {}).items()
    }
    return RatedField(
        pool=pool,
        players=len(listed),
        rated=len(ratings),
        average=round(sum(ratings.values()) / len(ratings)),
        favourite=people.get(leaders[0]) if is_alone else None,
        upset=None if two is None else Upset(people[two[0]], people[two[1]]),
    )


def _ratings_at_start(tournament: Tournament, pool: str) -> dict[int, float | None]:
    """The rating of each player who is entered, or in the draw, None for one without. One query."""
    start = tournament.started_at
    if start is None:
        entries = tournament.entries.filter(status=Entry.Status.ACTIVE)
        current = PlayerRating.objects.filter(player=OuterRef("player"), pool=pool)
        points = Subquery(current.order_by("-matches").values("rating")[:1])
    else:
        drawn = Slot.objects.filter(pairing__stage__tournament=tournament, entry__isnull=False)
        entries = tournament.entries.filter(pk__in=drawn.values("entry"))
        earlier = RatingChange.objects.filter(
            player=OuterRef("player"), pool=pool, ended_at__lt=start
        )
        points = Subquery(earlier.order_by("-ended_at", "-source").values("rating_after")[:1])
    return dict(entries.order_by().values_list("player", points))


def _upset(tournament: Tournament, ratings: Mapping[int, float]) -> tuple[int, int] | None:
    """The players (winner, loser) of the biggest upset; the earlier one of two that are equal. Two queries."""
    unplayed = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, voided_at=None, match__started_at=None
    )
    decided = Pairing.objects.filter(
        Q(outcome__in=COUNTED), stage__tournament=tournament, voided_at=None
    ).exclude(winner__player=F("loser__player"))
    rows = decided.order_by("decided_at", "pk").values_list("pk", "winner__player", "loser__player")
    nobody_began = set(unplayed.order_by().values_list("pairing", flat=True))
    decided_by_rated = [
        (winner, loser)
        for pk, winner, loser in rows
        if pk not in nobody_began and winner in ratings and loser in ratings
    ]
    biggest = max(
        decided_by_rated,
        key=lambda two: round(ratings[two[1]]) - round(ratings[two[0]]),
        default=None,
    )
    if biggest is None or round(ratings[biggest[1]]) <= round(ratings[biggest[0]]):
        return None
    return biggest
