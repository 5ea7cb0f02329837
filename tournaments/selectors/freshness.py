"""Has a page of a tournament changed since it was last shown? One query, so that asking again is cheap."""

from django.db.models import Count, F, Q, Sum

from games.models import Match
from tournaments.models import Tournament


def page_key(tournament: Tournament, *, with_moves: bool = False) -> str:
    """Changes with everything the tournament's pages show: entries, draw, rulings, scores and states of play.

    `Tournament.version` covers the first three; matches move without touching it. `with_moves`: every
    action counts, for pages that show boards.
    """
    if tournament.status != Tournament.Status.RUNNING:
        return f"{tournament.version}"
    asked = {
        "points": Sum(F("score_a") + F("score_b")),
        "games": Count("pk", filter=Q(status__in=["playing", "nonces"])),
        "over": Count("pk", filter=Q(finished_at__isnull=False)),
        "paused": Count("pk", filter=Q(paused=True)),
    }
    if with_moves:
        asked["actions"] = Sum("seq")
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament)
    now = matches.aggregate(**asked)
    return "-".join(str(value or 0) for value in (tournament.version, *now.values()))
