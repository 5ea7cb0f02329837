"""What has begun, online or over the board: what draws, moves and late entries must not touch."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Entry, Pairing, PairingMatch, ScoreReport, Slip, Tournament


def begun_pairings(**of: Any) -> QuerySet[Pairing]:
    """The pairings of this filter that have begun, decided ones included."""
    online = PairingMatch.objects.filter(
        pairing=OuterRef("pk"), voided_at=None, match__started_at__isnull=False
    )
    on_board = Slip.objects.filter(pairing=OuterRef("pk"), voided_at=None, begun_at__isnull=False)
    return Pairing.objects.filter(Exists(online) | Exists(on_board), **of)


def is_unplayed(tournament: Tournament) -> bool:
    """Has no match of it begun, and was nothing reported, recorded or ruled for one? Byes do not count. One query."""
    pairings = Pairing.objects.filter(stage__tournament=tournament)
    online = PairingMatch.objects.filter(pairing=OuterRef("pk"), match__started_at__isnull=False)
    on_board = Slip.objects.filter(pairing=OuterRef("pk"), begun_at__isnull=False)
    reports = ScoreReport.objects.filter(slip__pairing=OuterRef("pk"))
    results = counting_results().filter(pairing=OuterRef("pk"))
    played = Exists(online) | Exists(on_board) | Exists(reports) | Exists(results)
    return not pairings.filter(played).exists()


def is_playing(entry: Entry) -> bool:
    """Is the entry in a match that has begun and is not decided? Two queries."""
    own = Q(entry_a=entry) | Q(entry_b=entry)
    online = PairingMatch.objects.filter(
        own,
        voided_at=None,
        match__started_at__isnull=False,
        match__finished_at=None,
        pairing__voided_at=None,
    )
    on_board = Slip.objects.filter(own, voided_at=None, closed_at=None, begun_at__isnull=False)
    return online.exists() or on_board.exists()
