"""Has a page of a tournament changed since it was last shown? One query, so that asking again is cheap.

Where thousands of matches are on, that query takes long and every page asks it, so its answer is shared for half a second.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from games.models import Action, Match
from tournaments.models import Tournament
from web.bounded_cache import BoundedCache

MANY = 500
CACHED_S = 0.5


class CachedState(NamedTuple):
    """An answer of `page_state`, valid until then, by the clock of this process."""

    key: str
    live: int
    until: float


_cache: BoundedCache[CachedState] = BoundedCache(1000)


def page_key(tournament: Tournament, *, with_moves: bool = False) -> str:
    """The key of `page_state`."""
    return page_state(tournament, with_moves=with_moves)[0]


def page_state(tournament: Tournament, *, with_moves: bool = False) -> tuple[str, int]:
    """The key of its pages, and how many of its matches are being played.

    The key changes with everything the tournament's pages show: entries, draw, rulings, scores and states of play.

    `Tournament.version` covers the first three; matches move without touching it. `with_moves`: every
    action counts, for pages that show boards. Where spectators see matches late only what they may see
    counts, since everybody can read the key; two queries more then, for pages that show boards.
    """
    if tournament.status != Tournament.Status.RUNNING:
        return f"{tournament.version}", 0
    asked = (tournament.pk, tournament.version, with_moves)
    cached = _cache.get(asked)
    if cached is not None and cached.until > monotonic():
        return cached.key, cached.live
    key, live, among = _page_state(tournament, with_moves)
    if among >= MANY and not tournament.delay_results:  # viewers see different data of one version
        _cache.put(asked, CachedState(key, live, monotonic() + CACHED_S), 1)
    return key, live


def _page_state(tournament: Tournament, with_moves: bool) -> tuple[str, int, int]:
    """The same, and out of how many matches."""
    delay = timedelta(seconds=tournament.spectator_delay_s)
    played = ["playing", "nonces", "break"] if delay else ["playing", "nonces"]
    asked = {
        "points": Sum(
            F("score_a") + F("score_b"), filter=Q(finished_at__isnull=False) if delay else None
        ),
        "games": Count("pk", filter=Q(status__in=played)),
        "over": Count("pk", filter=Q(finished_at__isnull=False)),
        "paused": Count("pk", filter=Q(paused=True)),
    }
    if not delay:
        asked["begun"] = Count("pk", filter=Q(status="playing"))
    if with_moves and not delay:
        asked["actions"] = Sum("seq")
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament)
    if not delay:  # a recorded match has raised the version; late spectators still see it played
        matches = matches.filter(pairing_match__recorded_at=None, pairing_match__voided_at=None)
    stands = Q(pairing_match__recorded_at=None, pairing_match__voided_at=None)
    on = Q(finished_at=None) & ~Q(status__in=NOT_PLAYING)
    now = matches.aggregate(**asked, live=Count("pk", filter=stands & on), among=Count("pk"))
    live, among = now.pop("live"), now.pop("among")  # never in the key, which late spectators read
    if with_moves and delay:
        now["actions"] = _seen(matches, timezone.now() - delay)
    key = "-".join(str(value or 0) for value in (tournament.version, *now.values()))
    return key, live, among


def desk_key(tournaments: Sequence[Tournament]) -> str:
    """A key that changes with everything that a desk of these tournaments shows, delayed or not. One query."""
    running = [row for row in tournaments if row.status == Tournament.Status.RUNNING]
    matches = Match.objects.filter(
        pairing_match__pairing__stage__tournament__in=running,
        pairing_match__recorded_at=None, pairing_match__voided_at=None,
    )  # fmt: skip
    now = matches.aggregate(
        points=Sum(F("score_a") + F("score_b")),
        games=Count("pk", filter=Q(status__in=["playing", "nonces"])),
        begun=Count("pk", filter=Q(status="playing")),
        over=Count("pk", filter=Q(finished_at__isnull=False)),
        paused=Count("pk", filter=Q(paused=True)),
    ) if running else {}  # fmt: skip
    versions = (row.version for row in tournaments)
    return "-".join(str(value or 0) for value in (*versions, *now.values()))


def _seen(matches: QuerySet[Match], until: datetime) -> int:
    """How many actions had happened by then; only logs that have grown since are counted row by row."""
    whole = matches.filter(last_at__lte=until).aggregate(n=Sum("seq"))["n"] or 0
    grown = Action.objects.filter(match__in=matches.filter(last_at__gt=until), at__lte=until)
    return int(whole + grown.count())


NOT_PLAYING = ("joining", "nonces")
