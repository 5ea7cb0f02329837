"""Matches over the board, for pages, printing and wall displays: who meets whom at which table, what is reported.

Rows are complete: showing them needs no further query.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.lineups import BoardPlayers, TeamMatch
from tournaments.bracket.selectors.names import Names, names_of
from tournaments.models import EntryMember, ScoreReport, Slip, TableUse, Tournament
from tournaments.models.tournament import entry_title
from web.errors import NotFound

QUERIES = 4
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


class _SlipColumns(NamedTuple):
    """A slip as `rows_among` reads it: columns in place of models, because the desk reads hundreds."""

    pk: int
    code: str
    board: int
    stream: bool
    created_at: datetime
    begun_at: datetime | None
    assumed_at: datetime | None
    disputed_at: datetime | None
    closed_at: datetime | None
    pairing_id: int
    key: str
    number: int
    round_id: int
    entry_a_id: int
    team_a: str
    player_a: str
    attempt_a: int
    entry_b_id: int
    team_b: str
    player_b: str
    attempt_b: int


COLUMNS = (
    "pk", "code", "board", "stream", "created_at", "begun_at", "assumed_at", "disputed_at", "closed_at",
    "pairing_id", "pairing__key", "pairing__number", "pairing__round_id",
    "entry_a_id", "entry_a__name", "entry_a__player__name", "entry_a__attempt",
    "entry_b_id", "entry_b__name", "entry_b__player__name", "entry_b__attempt",
)  # fmt: skip


class _TableColumns(NamedTuple):
    """The table of a slip; `room` is None where it is in none."""

    number: int | None
    pk: int | None
    room: str | None
    stream: bool
    since: datetime | None


NO_TABLE = _TableColumns(None, None, None, False, None)


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
    """The rows of these slips. Three queries, one more for teams."""
    return rows_among(slips, [(tournament, names)])


def rows_among(
    slips: QuerySet[Slip], drawn: Iterable[tuple[Tournament, Names]]
) -> tuple[SlipRow, ...]:
    """The rows of slips of several tournaments."""
    of = {pk: (tournament, names) for tournament, names in drawn for pk in names.rounds}
    listed = [_SlipColumns(*row) for row in slips.values_list(*COLUMNS)]
    if not listed:
        return ()
    ids = slips.order_by().values("pk")
    uses, reports = _uses(ids), _open_reports(ids)
    team_rounds = {pk for pk, (row, _names) in of.items() if row.entry_kind == TEAM}
    of_teams = [slip for slip in listed if slip.round_id in team_rounds]
    named = {slip.pairing_id for slip in of_teams if of[slip.round_id][0].names_lineups}
    members = _members(of_teams, named)
    made = []
    for slip in listed:
        tournament, names = of[slip.round_id]
        latest = _latest(slip, reports.get(slip.pk, ()))
        team = members if slip.round_id in team_rounds else None
        made.append(_row(slip, names, team, tournament.pk, uses.get(slip.pk, NO_TABLE), latest))
    return tuple(made)


def slip_address(code: str) -> str:
    """The full URL of the page behind a slip's code."""
    return settings.SITE_URL + reverse("slip", args=[code])


def _members(listed: Iterable[_SlipColumns], named: Collection[int]) -> BoardPlayers:
    """Who plays for teams at each board. One query where there are any, one more for line-ups of the `named` pairings."""
    wanted = {entry for slip in listed for entry in (slip.entry_a_id, slip.entry_b_id)}
    members = EntryMember.objects.filter(entry__in=wanted).select_related("player")
    return BoardPlayers(members if wanted else (), named)


def _uses(slips: QuerySet[Slip, Any]) -> dict[int, _TableColumns]:
    """The tables that slips have now."""
    columns = ("table__number", "table", "table__room__name", "table__stream", "since")
    uses = TableUse.objects.filter(ended_at=None, slip__in=slips)
    return {slip: _TableColumns(*row) for slip, *row in uses.values_list("slip", *columns)}


def _open_reports(slips: QuerySet[Slip, Any]) -> dict[int, list[ScoreReport]]:
    """The open reports of slips, in the order in which they came."""
    reports: dict[int, list[ScoreReport]] = {}
    listed = ScoreReport.objects.filter(state__in=ScoreReport.OPEN, slip__in=slips)
    for report in listed.order_by("pk"):
        reports.setdefault(report.slip_id, []).append(report)
    return reports


def _row(
    slip: _SlipColumns,
    names: Names,
    team: BoardPlayers | None,
    tournament: int,
    table: _TableColumns,
    reports: tuple[SlipReport, ...],
) -> SlipRow:
    titles = (
        entry_title(slip.team_a, slip.player_a, slip.attempt_a),
        entry_title(slip.team_b, slip.player_b, slip.attempt_b),
    )
    played_by = titles
    if team is not None:
        sides = TeamMatch(slip.pairing_id, slip.entry_a_id, slip.entry_b_id).sides
        seated = [team.at(side, slip.board) for side in sides]
        played_by = (
            seated[0].player.name if seated[0] else titles[0],
            seated[1].player.name if seated[1] else titles[1],
        )
    stage_round = names.rounds[slip.round_id]
    return SlipRow(
        id=slip.pk,
        code=slip.code,
        pairing=slip.pairing_id,
        key=slip.key,
        name=names.of_pairing(slip.round_id, slip.key, slip.number),
        board=slip.board,
        round=stage_round.pk,
        round_name=names.full_round(stage_round),
        length=stage_round.length,
        is_session=is_session(stage_round),
        entries=(slip.entry_a_id, slip.entry_b_id),
        name_a=played_by[0],
        name_b=played_by[1],
        teams=titles if team is not None else None,
        table=table.number,
        table_id=table.pk,
        room=table.room or "",
        on_stream=table.stream,
        wants_stream=slip.stream,
        since=slip.created_at,
        seated_at=table.since,
        begun_at=slip.begun_at,
        playing_since=slip.begun_at or slip.assumed_at,
        disputed_at=slip.disputed_at,
        closed_at=slip.closed_at,
        stands_at=next((report.stands_at for report in reports if report.stands_at), None),
        reports=reports,
        tournament=tournament,
    )


def _latest(slip: _SlipColumns, reports: Iterable[ScoreReport]) -> tuple[SlipReport, ...]:
    """The last of these reports of each side, in the order in which they came."""
    of_side: dict[Any, ScoreReport] = {}
    for report in reports:
        of_side[report.side_id] = report
    return tuple(slip_report(report, slip) for report in sorted(of_side.values(), key=_when))


def _when(report: ScoreReport) -> int:
    return report.pk


def slip_report(report: ScoreReport, slip: Slip | _SlipColumns) -> SlipReport:
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
