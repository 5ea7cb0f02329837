"""What of a tournament concerns the viewer, and what is on, for the head of its pages: never the whole draw."""

from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from tournaments.models import Entry, PairingMatch, Tournament
from tournaments.permissions import Viewer
from tournaments.selectors.lists import entrant_ref, played_by
from tournaments.selectors.names import Names

NOT_PLAYING = ("joining", "nonces")


def entry_of(tournament: Tournament, viewer: Viewer) -> Entry | None:
    """The viewer's own entry, the latest if he has several; as partner or team-mate too. One query."""
    if not viewer.is_authenticated:
        return None
    active = tournament.entries.filter(played_by(viewer), status=Entry.Status.ACTIVE)
    return active.select_related("player").order_by("-attempt", "-pk").first()


def entries_of(tournament: Tournament, viewer: Viewer) -> frozenset[int]:
    """Every entry that the viewer plays for, those that are out too. One query, none for a visitor."""
    if not viewer.is_authenticated:
        return frozenset()
    return frozenset(tournament.entries.filter(played_by(viewer)).values_list("pk", flat=True))


def ready(
    tournament: Tournament, viewer: Viewer, mine: Entry | None, names: Names
) -> dict[str, Any] | None:
    """The match that the viewer can sit down to now, of a team's his own board, with its round and whom it is against.

    `mine` is his entry. One query.
    """
    if mine is None or tournament.status != Tournament.Status.RUNNING:
        return None
    on = _on(tournament).filter(match__seats__player__user=viewer.pk)
    on = on.annotate(my_seat=F("match__seats__seat"))
    rows = on.select_related("match", "pairing__round", "entry_a__player", "entry_b__player")
    row = rows.defer("match__state").order_by("pk").first()
    if row is None:
        return None
    stage_round = names.rounds[row.pairing.round_id]
    other = row.entry_b if row.my_seat == "A" else row.entry_a
    return {
        "round": names.full_round(stage_round),
        "length": stage_round.length,
        "match": row.match_id,
        "joining": row.match.status in NOT_PLAYING,
        "opponent": entrant_ref(other),
    }


def playing(tournament: Tournament, limit: int) -> list[UUID]:
    """The first that are being played, by table."""
    on = _on(tournament).exclude(match__status__in=NOT_PLAYING)
    return list(on.order_by("pairing_id", "board").values_list("match_id", flat=True)[:limit])


def _on(tournament: Tournament) -> QuerySet[PairingMatch]:
    return PairingMatch.objects.filter(
        pairing__stage__tournament=tournament,
        recorded_at=None,
        voided_at=None,
        match__finished_at=None,
    )
