"""Has a page of a tournament changed since it was last shown? One query, so that asking again is cheap."""

from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from games.models import Action, Match
from tournaments.models import Tournament


def page_key(tournament: Tournament, *, with_moves: bool = False) -> str:
    """Changes with everything the tournament's pages show: entries, draw, rulings, scores and states of play.

    `Tournament.version` covers the first three; matches move without touching it. `with_moves`: every
    action counts, for pages that show boards. Where spectators see matches late only what they may see
    counts, since everybody can read the key; two queries more then, for pages that show boards.
    """
    if tournament.status != Tournament.Status.RUNNING:
        return f"{tournament.version}"
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
    if with_moves and not delay:
        asked["actions"] = Sum("seq")
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament)
    now = matches.aggregate(**asked)
    if with_moves and delay:
        now["actions"] = _seen(matches, timezone.now() - delay)
    return "-".join(str(value or 0) for value in (tournament.version, *now.values()))


def _seen(matches: QuerySet[Match], until: datetime) -> int:
    """How many actions had happened by then; only logs that have grown since are counted row by row."""
    whole = matches.filter(last_at__lte=until).aggregate(n=Sum("seq"))["n"] or 0
    grown = Action.objects.filter(match__in=matches.filter(last_at__gt=until), at__lte=until)
    return int(whole + grown.count())
