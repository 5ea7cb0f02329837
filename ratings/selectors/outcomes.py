"""Which results are rated, read from matches and tournaments as they are now.

Rated: matches to a number of points between two people, one a side, that were played and ended by points, on time or by
resignation. Never rated: bots, guests, matches that nobody started, forfeits (a no-show, a penalty, a withdrawal) and
walkovers, ties, void matches, sessions, doubles and teams, imported matches, rehearsals, and what was agreed as unrated.

A match stays rated when an account is closed: what is agreed and who sits down decide, not what became of them.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import F, FilteredRelation, Q
from django.db.models.fields.json import KT

from games.engine.clock import CORRESPONDENCE, ClockSettings
from games.models import Match, MatchKind, MatchStatus
from ratings.formulas.replay import RatedResult
from ratings.models import RatingPool
from tournaments.bracket.selectors.agreement import SESSION
from tournaments.models import PairingMatch, Result, Tournament

COUNTED = (Result.Kind.PLAYED, Result.Kind.TIME, Result.Kind.CONCEDED)
PLAYED_REASONS = ("played", "time", "conceded", "ruling")
"""How a friendly match ended that counts; `ruling` is a result that staff corrected."""
AT_ONCE = 5000

Spot = tuple[int, int]  # the id of a pairing, and a board


def friendly_source(match_id: UUID) -> str:
    """The name of a friendly match for good."""
    return f"match:{match_id.hex}"


def pairing_source(spot: Spot) -> str:
    """The name of a result of a tournament for good: its pairing and board."""
    return f"pairing:{spot[0]}:{spot[1]}"


def friendly_results(matches: Q) -> Iterator[RatedResult]:
    """The rated results among these friendly matches. One query, read in pieces."""
    rated = Match.objects.filter(
        matches,
        kind=MatchKind.FRIENDLY,
        status=MatchStatus.FINISHED,
        context__rated=True,
        reason__in=PLAYED_REASONS,
        winner__isnull=False,
        started_at__isnull=False,
    )
    seated = rated.annotate(
        side_a=FilteredRelation("seats", condition=Q(seats__seat="A")),
        side_b=FilteredRelation("seats", condition=Q(seats__seat="B")),
    )
    rows = seated.order_by("pk").values_list(
        "pk", "finished_at", "winner", "rules__length", KT("clock__kind"), "side_a__player", "side_b__player",
        "side_a__player__bot_kind", "side_b__player__bot_kind",
    )  # fmt: skip
    for _pk, pairs in groupby(rows.iterator(chunk_size=AT_ONCE), key=itemgetter(0)):
        first, *others = pairs
        if not others and (result := _friendly(first)) is not None:  # two on a seat: doubles
            yield result


def _friendly(row: tuple[Any, ...]) -> RatedResult | None:
    """None where a seat is empty, a bot plays, or the match has no length."""
    match_id, ended_at, winner, length, clock, player_a, player_b, bot_a, bot_b = row
    if not length or player_a is None or player_b is None or bot_a or bot_b:
        return None
    by_days = clock == CORRESPONDENCE
    return RatedResult(
        source=friendly_source(match_id),
        pool=RatingPool.CORRESPONDENCE.value if by_days else RatingPool.ONLINE.value,
        ended_at=ended_at,
        length=int(length),
        winner=player_a if winner == "A" else player_b,
        loser=player_b if winner == "A" else player_a,
        match=match_id,
    )


def pool_of_clock(clock: dict[str, Any] | None) -> str:
    """The pool of a match that is played on the site."""
    by_days = clock is not None and ClockSettings.from_json(clock).days > 0
    return RatingPool.CORRESPONDENCE if by_days else RatingPool.ONLINE


def is_rated_tournament(tournament: Tournament) -> bool:
    """Are its results rated? Those of pairs and teams never are."""
    return tournament.rates_matches


def tournament_results(
    tournament: Tournament, now: datetime
) -> tuple[list[RatedResult], datetime | None]:
    """Its rated results, and when the next one may be rated that spectators do not see yet. Three queries."""
    return played_results(tournament, now) if is_rated_tournament(tournament) else ([], None)


def played_results(
    tournament: Tournament, now: datetime
) -> tuple[list[RatedResult], datetime | None]:
    """The same of a tournament of single players that may be casual: a rating list of its owner can count it."""
    standing = Result.objects.filter(
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        pairing__outcome__in=COUNTED,
        pairing__winner=F("winner"),
        pairing__loser=F("loser"),
        superseded_by=None,
        revoked_at=None,
        kind__in=COUNTED,
        winner__player__bot_kind="",
        loser__player__bot_kind="",
    ).exclude(winner__player=F("loser__player"))
    rows = list(
        standing.order_by("id").values(
            "pairing_id", "board", "created_at", "winner_id", "loser_id",
            "winner__player_id", "loser__player_id", "source", "score",
            "pairing__round__length", "pairing__round__rules",
        )
    )  # fmt: skip
    if not rows:
        return [], None
    matches = _matches(tournament)
    first = _first_reported(tournament)
    delay = timedelta(seconds=tournament.spectator_delay_s if tournament.delay_results else 0)
    results, due = [], []
    for row in rows:
        result = _of_pairing(tournament, row, matches, first)
        if result is None:
            continue
        if row["created_at"] + delay > now:
            due.append(row["created_at"] + delay)
        else:
            results.append(result)
    return results, min(due, default=None)


def _matches(tournament: Tournament) -> dict[Spot, Any]:
    """The match that stands for each pairing and board."""
    rows = PairingMatch.objects.filter(pairing__stage__tournament=tournament, voided_at=None)
    columns = ("pairing_id", "board", "match_id", "match__clock", "match__started_at", "match__finished_at")  # fmt: skip
    return {(row["pairing_id"], row["board"]): row for row in rows.values(*columns)}


def _first_reported(tournament: Tournament) -> dict[Any, datetime]:
    """When a result of a pairing was first recorded, between the same two: a correction keeps its place in the order."""
    rows = Result.objects.filter(
        pairing__stage__tournament=tournament, winner__isnull=False, loser__isnull=False
    )
    first: dict[Any, datetime] = {}
    for pairing, board, winner, loser, at in rows.order_by("-created_at").values_list(
        "pairing_id", "board", "winner_id", "loser_id", "created_at"
    ):
        first[pairing, board, frozenset((winner, loser))] = at
    return first


def _was_played_elsewhere(row: Any) -> bool:
    """A director set a score for a match that nobody started on the site."""
    return row["source"] == Result.Source.RULING and bool(row["score"])


def _of_pairing(
    tournament: Tournament,
    row: Any,
    matches: dict[Spot, Any],
    first: dict[Any, datetime],
) -> RatedResult | None:
    if (row["pairing__round__rules"] or {}).get(SESSION):
        return None
    spot = (row["pairing_id"], row["board"])
    two = frozenset((row["winner_id"], row["loser_id"]))
    match = matches.get(spot)
    ended_at, pool = first[(*spot, two)], RatingPool.OVER_THE_BOARD.value
    if match is not None:
        if match["match__started_at"] is None and not _was_played_elsewhere(row):
            return None
        ended_at = match["match__finished_at"] or ended_at
        pool = pool_of_clock(match["match__clock"])
    elif not hasattr(tournament, "venue"):
        pool = RatingPool.ONLINE.value
    return RatedResult(
        source=pairing_source(spot),
        pool=pool,
        ended_at=ended_at,
        length=row["pairing__round__length"],
        winner=row["winner__player_id"],
        loser=row["loser__player_id"],
        tournament=tournament.pk,
        match=None if match is None else match["match_id"],
    )
