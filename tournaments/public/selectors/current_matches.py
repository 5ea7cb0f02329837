"""The viewer's own match in a tournament, and the matches being played, for the head of its pages: never the whole
draw."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.change_key import NOT_PLAYING
from tournaments.bracket.selectors.lineups import own_board_slips
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.names import Names
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.core.length_texts import length_text
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryMember, PairingMatch, Slip, TableUse, Tournament
from tournaments.timing.selectors.times import time_of
from tournaments.venue.selectors.may_report_for import side_of


def own_match(
    tournament: Tournament, viewer: Viewer, mine: Entry | None, names: Names
) -> dict[str, Any] | None:
    """The match that the viewer can start now (in a team, at their own board), with its round and opponent.

    `mine` is the viewer's entry. One query; two where it may be over the board: such a match has only the code of its
    slip.
    """
    if mine is None or tournament.status != Tournament.Status.RUNNING:
        return None
    if venue_of(tournament) is not None and (slip := _slip(tournament, viewer)) is not None:
        return _over_the_board(slip, viewer, names)
    on = _on(tournament).filter(match__seats__player__user=viewer.pk)
    on = on.annotate(my_seat=F("match__seats__seat"), ready=F("match__state__match__ready"))
    rows = on.select_related(
        "match", "timing", "pairing__round", "entry_a__player", "entry_b__player"
    )
    row = rows.defer("match__state").order_by("pk").first()
    if row is None:
        return None
    stage_round = names.rounds[row.pairing.round_id]
    other = row.entry_b if row.my_seat == "A" else row.entry_a
    return {
        "round": names.full_round(stage_round),
        "length": length_text(stage_round.length, is_session=is_session(stage_round)),
        "match": row.match_id,
        "joining": row.match.status in NOT_PLAYING,
        "join_until": _join_until(row),
        "opponent": entrant_ref(other),
        "time": time_of(row, stage_round),
    }


def _join_until(row: Any) -> datetime | None:
    """The time by which the viewer must join; None once they have."""
    if row.match.status != "joining" or (row.ready or (False, False))["AB".index(row.my_seat)]:
        return None
    until: datetime | None = row.match.next_at
    return until


def _slip(tournament: Tournament, viewer: Viewer) -> Slip | None:
    """The viewer's open slip; in a team, that of their own board."""
    alone = Q(members=None, player__user=viewer.pk)
    own = tournament.entries.filter(alone | Q(members__player__user=viewer.pk))
    sits = Q(entry_a__in=own) | Q(entry_b__in=own)
    names_lineups = tournament.names_lineups
    if tournament.entry_kind == Tournament.EntryKind.TEAM and not names_lineups:
        members = EntryMember.objects.filter(entry__tournament=tournament, player__user=viewer.pk)
        sits &= Q(board__in=members.values("board"))
    slips = Slip.objects.filter(
        sits, pairing__stage__tournament=tournament, closed_at=None, voided_at=None
    )
    rows = slips.select_related("pairing__round", "entry_a__player", "entry_b__player")
    use = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None)
    rows = rows.annotate(table_number=Subquery(use.values("table__number")[:1]))
    return next(iter(own_board_slips(rows, viewer)), None) if names_lineups else rows.first()


def _over_the_board(slip: Slip, viewer: Viewer, names: Names) -> dict[str, Any]:
    stage_round = names.rounds[slip.pairing.round_id]
    mine = side_of(viewer, slip)
    return {
        "round": names.full_round(stage_round),
        "length": length_text(stage_round.length, is_session=is_session(stage_round)),
        "match": None,
        "slip": slip.code,
        "table": slip.table_number,  # type: ignore[attr-defined]  # annotated by _slip
        "joining": slip.playing_since is None,
        "opponent": entrant_ref(slip.entry_b if mine == slip.entry_a_id else slip.entry_a),
    }


def playing_matches(tournament: Tournament, limit: int) -> list[UUID]:
    """The first matches that are being played, by table."""
    on = _on(tournament).exclude(match__status__in=NOT_PLAYING)
    return list(on.order_by("pairing_id", "board").values_list("match_id", flat=True)[:limit])


def _on(tournament: Tournament) -> QuerySet[PairingMatch]:
    return PairingMatch.objects.filter(
        pairing__stage__tournament=tournament,
        recorded_at=None,
        voided_at=None,
        match__finished_at=None,
    )
