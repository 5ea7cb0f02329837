"""Which pairings are played over the board: by the tournament, then the round, then the pairing itself."""

from collections.abc import Iterable

from django.db.models import Q

from tournaments.bracket.selectors.agreement import clock_from
from tournaments.models import Moved, Pairing, TablePool, Tournament, Venue


def venue_of(tournament: Tournament) -> Venue | None:
    """Where the tournament is played, None for online. One query, the first time it is asked of this object."""
    return getattr(tournament, "venue", None)


def is_online(tournament: Tournament) -> bool:
    """Are its pairings played online, as long as a director moves none of them? One query, as `venue_of`."""
    venue = venue_of(tournament)
    return venue is None or not venue.by_default_on_board


def rating_pool_of(tournament: Tournament) -> str:
    """The pool of ratings that most of its matches count in, by the names of accounts/rating_chips.py. One query at most."""
    if not is_online(tournament):
        return "over_the_board"
    clock = clock_from(tournament.agreed["clock"], tournament.agreed["lengths"][0])
    return "correspondence" if clock is not None and clock.days else "online"


def on_board(tournament: Tournament, pairings: Iterable[Pairing]) -> set[int]:
    """The pairings that are played over the board. One query, besides `venue_of`; none in an online tournament."""
    venue = venue_of(tournament)
    if venue is None:
        return set()
    listed = list(pairings)
    within = Q(round__stage__tournament=tournament) | Q(pairing__stage__tournament=tournament)
    moved = Moved.objects.filter(within, revoked_at=None)
    rounds: dict[int, bool] = {}
    single: dict[int, bool] = {}
    for of_round, of_pairing, board in moved.values_list("round", "pairing", "on_board"):
        if of_round is not None:
            rounds[of_round] = board
        else:
            single[of_pairing] = board
    usual = venue.by_default_on_board
    return {p.pk for p in listed if single.get(p.pk, rounds.get(p.round_id, usual))}


def table_pool_of(tournament: Tournament) -> TablePool | None:
    """The rooms and tables that the tournament uses: its event's, or its own. One query."""
    if tournament.event_id is not None:
        return TablePool.objects.filter(event=tournament.event_id).first()
    return TablePool.objects.filter(tournament=tournament).first()


def sharing(tournament_id: int) -> set[int]:
    """The other tournaments that use the same tables: those of its event. One query."""
    others = Tournament.objects.filter(event__tournaments=tournament_id).exclude(pk=tournament_id)
    return set(others.values_list("pk", flat=True))


def has_tables(tournament: Tournament) -> bool:
    """Are there tables to be assigned? Two queries."""
    pool = table_pool_of(tournament)
    return pool is not None and pool.tables.exists()
