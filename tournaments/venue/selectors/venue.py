"""Matches over the board, for pages, printing and wall displays: who meets whom at which table, what is reported.

Rows are complete: showing them needs no further query.
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
class SlipReport:
    """A report of a result: `winner` is an entry, None for an objection; `score` in the order of the slip's entries."""

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
    """A match over the board. `state`: called (a table, not begun), waits (no table yet), playing, reported
    (a player reported the result), disputed, done.

    `rests_until`, on the floor alone, is when both players have had their rest. `name_a` and `name_b` are the players' names; `teams` those of their teams, if any. `since` is when both were drawn,
    `seated_at` when they got their table. `reports` are those that have not been answered, the last of each side.
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
    name_a: str
    name_b: str
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
    reports: tuple[SlipReport, ...]
    tournament: int
    is_session: bool = False
    rests_until: datetime | None = None

    @property
    def state(self) -> str:
        if self.closed_at:
            return "done"
        if self.disputed_at:
            return "disputed"
        if self.reports:
            return "reported"
        if self.playing_since:
            return "playing"
        return "called" if self.table is not None else "waits"

    @property
    def names(self) -> tuple[str, str]:
        return self.name_a, self.name_b


def slips_of(
    tournament: Tournament, *, closed: bool = False, names: Names | None = None
) -> tuple[SlipRow, ...]:
    """The matches over the board that are not decided, in the order of the draw; with `closed` the decided ones too.

    QUERIES queries whatever the size, one less with `names`.
    """
    slips = Slip.objects.filter(pairing__stage__tournament=tournament, voided_at=None)
    if not closed:
        slips = slips.filter(closed_at=None)
    order = ("pairing__stage__number", "pairing__round__number", "pairing__number", "board")
    return rows(slips.order_by(*order), tournament, names or names_of(tournament))


def slip_row(slip: Slip, tournament: Tournament) -> SlipRow:
    """The row of a slip in whatever state. Refused: no_such_slip if its round was voided."""
    if slip.pairing.round.voided_at is not None:
        raise NotFound(
            "no_such_slip",
            _("This round was drawn again, so this match slip is void. Ask the desk."),
        )
    return rows(Slip.objects.filter(pk=slip.pk), tournament, names_of(tournament))[0]


def rows(slips: QuerySet[Slip], tournament: Tournament, names: Names) -> tuple[SlipRow, ...]:
    """The rows of these slips. Five queries."""
    return rows_among(slips, [(tournament, names)])


def rows_among(
    slips: QuerySet[Slip], drawn: Iterable[tuple[Tournament, Names]]
) -> tuple[SlipRow, ...]:
    """The rows of slips of several tournaments."""
    of = {pk: (tournament, names) for tournament, names in drawn for pk in names.rounds}
    uses = TableUse.objects.filter(ended_at=None).select_related("table__room")
    reports = ScoreReport.objects.filter(state__in=ScoreReport.OPEN).order_by("pk")
    listed = list(
        slips.select_related("pairing").prefetch_related(
            Prefetch("entry_a", Entry.objects.select_related("player")),
            Prefetch("entry_b", Entry.objects.select_related("player")),
            Prefetch("uses", uses, to_attr="now_at"),
            Prefetch("reports", reports, to_attr="open_reports"),
        )
    )
    teams = {pk for pk, (tournament, _names) in of.items() if tournament.entry_kind == TEAM}
    members = _members([slip for slip in listed if slip.pairing.round_id in teams])
    made = []
    for slip in listed:
        tournament, names = of[slip.pairing.round_id]
        team = members if slip.pairing.round_id in teams else None
        made.append(_row(slip, names, team, tournament.pk))
    return tuple(made)


def slip_address(code: str) -> str:
    """The full URL of the page behind a slip's code."""
    return settings.SITE_URL + reverse("slip", args=[code])


def _members(listed: Iterable[Slip]) -> dict[tuple[int, int], str]:
    """The players of teams by entry and board. One query where there are any."""
    wanted = {entry for slip in listed for entry in (slip.entry_a_id, slip.entry_b_id)}
    members = EntryMember.objects.filter(entry__in=wanted)
    named = members.values_list("entry_id", "board", "player__name")
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
    reports = _latest(slip)
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
        name_a=played_by[0],
        name_b=played_by[1],
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
        stands_at=next((report.stands_at for report in reports if report.stands_at), None),
        reports=reports,
        tournament=tournament,
    )


def _latest(slip: Slip) -> tuple[SlipReport, ...]:
    """The last open report of each side, in the order in which they came."""
    of_side: dict[Any, ScoreReport] = {}
    for report in slip.open_reports:  # type: ignore[attr-defined]  # prefetched by rows
        of_side[report.side_id] = report
    return tuple(slip_report(report, slip) for report in sorted(of_side.values(), key=_when))


def _when(report: ScoreReport) -> int:
    return report.pk


def slip_report(report: ScoreReport, slip: Slip) -> SlipReport:
    score = None
    if report.score:
        score = (
            int(report.score.get(str(slip.entry_a_id), 0)),
            int(report.score.get(str(slip.entry_b_id), 0)),
        )
    return SlipReport(
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
    """Slips that are not voided and not decided."""
    return Slip.objects.filter(Q(closed_at=None, voided_at=None), **of)
