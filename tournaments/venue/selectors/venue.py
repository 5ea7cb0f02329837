"""What happens over the board, for pages, paper and walls: who meets whom at which table, what is reported.

Rows are complete; whoever shows them asks nothing more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.names import Names, names_of
from tournaments.models import Entry, EntryMember, ScoreReport, Slip, TableUse, Tournament
from web.errors import NotFound

QUERIES = 6
TEAM = Tournament.EntryKind.TEAM


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody reported: `winner` is an entry, None for an objection; `score` in the order of the slip."""

    id: int
    kind: str
    winner: int | None
    score: tuple[int, int] | None
    side: int | None
    state: str
    at: datetime
    stands_at: datetime | None
    with_slip: bool = False
    network: str = ""


@dataclass(frozen=True, slots=True)
class SlipRow:
    """Two who meet over the board. `state`: called (a table, not begun), waits (no table yet), playing, reported
    (somebody said how it ended), disputed, done.

    `one` and `two` are the players' names, of a team's board with `teams` beside them. `since` is when both were known,
    `seated_at` when they got their table. `told` are the reports that have not been answered, the last of each side.
    """

    id: int
    code: str
    pairing: int
    key: str
    name: str
    board: int
    round: int
    round_name: str
    length: int
    entries: tuple[int, int]
    one: str
    two: str
    teams: tuple[str, str] | None
    table: int | None
    table_id: int | None
    room: str
    on_stream: bool
    wants_stream: bool
    since: datetime
    seated_at: datetime | None
    begun_at: datetime | None
    playing_since: datetime | None
    disputed_at: datetime | None
    closed_at: datetime | None
    stands_at: datetime | None
    told: tuple[Told, ...]
    tournament: int
    is_session: bool = False

    @property
    def state(self) -> str:
        if self.closed_at:
            return "done"
        if self.disputed_at:
            return "disputed"
        if self.told:
            return "reported"
        if self.playing_since:
            return "playing"
        return "called" if self.table is not None else "waits"

    @property
    def names(self) -> tuple[str, str]:
        return self.one, self.two


def slips_of(
    tournament: Tournament, *, closed: bool = False, names: Names | None = None
) -> tuple[SlipRow, ...]:
    """Everybody who meets over the board now, in the order of the draw; `closed`: what is decided too.

    QUERIES queries whatever the size, one less with `names`.
    """
    found = Slip.objects.filter(pairing__stage__tournament=tournament, voided_at=None)
    if not closed:
        found = found.filter(closed_at=None)
    order = ("pairing__stage__number", "pairing__round__number", "pairing__number", "board")
    return rows(found.order_by(*order), tournament, names or names_of(tournament))


def slip_row(slip: Slip, tournament: Tournament) -> SlipRow:
    """One of them, whatever has become of it. Refused: no_such_slip where its whole round was taken back."""
    if slip.pairing.round.voided_at is not None:
        raise NotFound("no_such_slip", _("The round of this slip was drawn anew. Ask the desk."))
    return rows(Slip.objects.filter(pk=slip.pk), tournament, names_of(tournament))[0]


def rows(found: QuerySet[Slip], tournament: Tournament, names: Names) -> tuple[SlipRow, ...]:
    """Five queries."""
    return rows_among(found, [(tournament, names)])


def rows_among(
    found: QuerySet[Slip], drawn: Iterable[tuple[Tournament, Names]]
) -> tuple[SlipRow, ...]:
    """The same of several tournaments."""
    of = {pk: (tournament, names) for tournament, names in drawn for pk in names.rounds}
    uses = TableUse.objects.filter(ended_at=None).select_related("table__room")
    reports = ScoreReport.objects.filter(state__in=ScoreReport.OPEN).order_by("pk")
    listed = list(
        found.select_related("pairing").prefetch_related(
            Prefetch("entry_a", Entry.objects.select_related("player")),
            Prefetch("entry_b", Entry.objects.select_related("player")),
            Prefetch("uses", uses, to_attr="now_at"),
            Prefetch("reports", reports, to_attr="told"),
        )
    )
    teams = {pk for pk, (tournament, _names) in of.items() if tournament.entry_kind == TEAM}
    members = _members([slip for slip in listed if slip.pairing.round_id in teams])
    told = []
    for slip in listed:
        tournament, names = of[slip.pairing.round_id]
        team = members if slip.pairing.round_id in teams else None
        told.append(_row(slip, names, team, tournament.pk))
    return tuple(told)


def slip_address(code: str) -> str:
    """The whole address that the code of a slip stands for."""
    return settings.SITE_URL + reverse("slip", args=[code])


def _members(listed: Iterable[Slip]) -> dict[tuple[int, int], str]:
    """The players of teams by entry and board. One query where there are any."""
    wanted = {entry for slip in listed for entry in (slip.entry_a_id, slip.entry_b_id)}
    found = EntryMember.objects.filter(entry__in=wanted)
    named = found.values_list("entry_id", "board", "player__name")
    return {(entry, board): name for entry, board, name in named}


def _row(
    slip: Slip, names: Names, team: dict[tuple[int, int], str] | None, tournament: int
) -> SlipRow:
    two = (slip.entry_a, slip.entry_b)
    titles = (two[0].title, two[1].title)
    played_by = titles
    if team is not None:
        played_by = tuple(  # type: ignore[assignment]  # of the two
            team.get((entry.pk, slip.board), title)
            for entry, title in zip(two, titles, strict=True)
        )
    now_at: list[TableUse] = slip.now_at  # type: ignore[attr-defined]  # prefetched by rows
    use = now_at[0] if now_at else None
    table = use.table if use else None
    stage_round = names.rounds[slip.pairing.round_id]
    told = _latest(slip)
    return SlipRow(
        id=slip.pk,
        code=slip.code,
        pairing=slip.pairing_id,
        key=slip.pairing.key,
        name=names.pairing(slip.pairing),
        board=slip.board,
        round=stage_round.pk,
        round_name=names.full_round(stage_round),
        length=stage_round.length,
        is_session=is_session(stage_round),
        entries=(slip.entry_a_id, slip.entry_b_id),
        one=played_by[0],
        two=played_by[1],
        teams=titles if team is not None else None,
        table=table.number if table else None,
        table_id=table.pk if table else None,
        room=table.room.name if table and table.room else "",
        on_stream=bool(table and table.stream),
        wants_stream=slip.stream,
        since=slip.created_at,
        seated_at=use.since if use else None,
        begun_at=slip.begun_at,
        playing_since=slip.playing_since,
        disputed_at=slip.disputed_at,
        closed_at=slip.closed_at,
        stands_at=next((one.stands_at for one in told if one.stands_at), None),
        told=told,
        tournament=tournament,
    )


def _latest(slip: Slip) -> tuple[Told, ...]:
    """The last report of each side, in the order in which they came."""
    of_side: dict[Any, ScoreReport] = {}
    for report in slip.told:  # type: ignore[attr-defined]  # prefetched by rows
        of_side[report.side_id] = report
    return tuple(told_of(report, slip) for report in sorted(of_side.values(), key=_when))


def _when(report: ScoreReport) -> int:
    return report.pk


def told_of(report: ScoreReport, slip: Slip) -> Told:
    score = None
    if report.score:
        score = (
            int(report.score.get(str(slip.entry_a_id), 0)),
            int(report.score.get(str(slip.entry_b_id), 0)),
        )
    return Told(
        id=report.pk,
        kind=report.kind,
        winner=report.winner_id,
        score=score,
        side=report.side_id,
        state=report.state,
        at=report.at,
        stands_at=report.stands_at,
        with_slip=report.with_slip,
        network=report.network,
    )


def open_slips(**of: Any) -> QuerySet[Slip]:
    """Slips that stand and are not decided."""
    return Slip.objects.filter(Q(closed_at=None, voided_at=None), **of)
