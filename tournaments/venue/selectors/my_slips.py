"""A player's matches over the board with their tables, for the player's home page."""

from django.db.models import Exists, OuterRef, Q, Subquery

from accounts.models import User
from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.lineups import own_board_slips
from tournaments.bracket.selectors.lists import entrant_ref, played_by
from tournaments.bracket.selectors.rows import MySlip
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryMember, PlayingTable, Slip, TableUse, Tournament


def my_slips(viewer: Viewer) -> list[MySlip]:
    """The viewer's matches over the board that are not decided, in a team match only at their own board; those with a table
    first. One query, two more where captains name line-ups, none for a visitor."""
    if not isinstance(viewer, User):
        return []
    own = Entry.objects.filter(played_by(viewer)).values("pk")
    running = Tournament.Status.RUNNING
    slips = Slip.objects.filter(
        Q(entry_a__in=own) | Q(entry_b__in=own),
        closed_at=None,
        voided_at=None,
        pairing__stage__tournament__status=running,
    )
    tournament = "pairing__stage__tournament__"
    team = Q(**{f"{tournament}entry_kind": Tournament.EntryKind.TEAM})
    named = Q(**{f"{tournament}names_lineups": True})
    at_board = EntryMember.objects.filter(player__user=viewer, board=OuterRef("board"))
    sits = Exists(at_board.filter(entry=OuterRef("entry_a"))) | Exists(
        at_board.filter(entry=OuterRef("entry_b"))
    )
    use = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None)
    of = OuterRef("pairing__stage__tournament")
    in_event = Q(table_pool__event__tournaments=of)
    alone = Q(table_pool__tournament=of)
    rows = (
        slips.filter(~team | named | sits)
        .annotate(
            is_a=Exists(own.filter(pk=OuterRef("entry_a"))),
            has_tables=Exists(PlayingTable.objects.filter(in_event | alone)),
            table_number=Subquery(use.values("table__number")[:1]),
            room_name=Subquery(use.values("table__room__name")[:1]),
        )
        .select_related(
            "pairing__round", "pairing__stage__tournament", "entry_a__player", "entry_b__player"
        )
    )
    listed = list(rows)
    of_lineups = [slip for slip in listed if slip.pairing.stage.tournament.names_lineups]
    elsewhere = set(of_lineups) - set(own_board_slips(of_lineups, viewer))
    mine = [_row(slip) for slip in listed if slip not in elsewhere]
    return sorted(mine, key=lambda row: row.table is None)


def _row(slip: Slip) -> MySlip:
    is_a: bool = slip.is_a  # type: ignore[attr-defined]  # annotated by my_slips, as the next three
    table: int | None = slip.table_number  # type: ignore[attr-defined]
    room: str | None = slip.room_name  # type: ignore[attr-defined]
    has_tables: bool = slip.has_tables  # type: ignore[attr-defined]
    return MySlip(
        code=slip.code,
        slug=slip.pairing.stage.tournament.slug,
        title=slip.pairing.stage.tournament.name,
        opponent=entrant_ref(slip.entry_b if is_a else slip.entry_a),
        length=slip.pairing.round.length,
        table=table,
        room=room or "",
        begun=slip.begun_at is not None,
        has_tables=has_tables,
        is_session=is_session(slip.pairing.round),
    )
