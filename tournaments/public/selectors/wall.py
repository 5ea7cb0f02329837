"""What a wall shows in the playing room: current matches, the next ones, standings and announcements. Public data
only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.bracket import pairings_view
from tournaments.bracket.selectors.outline import Outline, outline
from tournaments.bracket.selectors.rows import PairingRow, SlotRow, StandingRow
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.core.length_texts import length_text
from tournaments.desk.selectors.desk_matches import ClockLine, clock_lines
from tournaments.desk.selectors.open_matches import OpenPairing, open_rows
from tournaments.desk.selectors.round_progress import EMPTY
from tournaments.models import Pairing, Slot, Tournament

JUST_OVER = timedelta(minutes=10)
CALLED_SOON_S = 120
MOST = 180
NEXT = 24
ROWS = 8  # lines of a column, where nothing is announced
DENSE = 3 * ROWS  # above this, two columns: one would need too many panels
PLACES = 18  # rows of a panel of standings
STANDINGS = 54
NOBODY = AnonymousUser()


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class WallRow:
    """A line: a table or the name of a pairing, both players, and the score. `tone`: plain, live, warn,
    call (called to the table), late (called, and the time to start is nearly over) or over."""

    where: str
    first: str
    second: str
    score: tuple[int | None, int | None]
    state: str
    tone: str
    clock: ClockLine | None
    division: str = ""
    won: int = 0
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class NextRow:
    """A coming pairing, with its players as far as they are known."""

    where: str
    first: str
    second: str
    division: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What is shown at one time."""

    kind: str
    title: str
    rows: Sequence[WallRow | NextRow | StandingRow]
    dense: bool = False


@dataclass(frozen=True, slots=True)
class WallContent:
    """What one tournament has to show. `status` is the round being played, or the winner."""

    name: str
    status: str
    rows: tuple[WallRow, ...]
    coming: tuple[NextRow, ...]
    standings: tuple[StandingRow, ...]


def wall_content(tournament: Tournament, now: datetime, *, division: str = "") -> WallContent:
    """About twenty queries, however many play."""
    parts = outline(tournament)
    if not parts.stages:
        return WallContent(tournament.name, "", (), (), ())
    on = [row for row in open_rows(parts) if row.state in ("playing", "waiting", "ruling")]
    if tournament.delay_results:  # the end of the time to join must not show that a match is over
        on = [replace(row, until=None) for row in on]
    shown = {row.pairing: row for row in on[:MOST]}
    over = _just_over(tournament, now)
    coming = _coming(tournament, set(shown))
    views = _views(tournament, parts, [*shown, *over, *coming])
    late = bool(tournament.spectator_delay_s)
    clocks = {} if late else clock_lines([row.match for row in shown.values()], now)
    lines = [
        *(_line(views[pk], row, clocks, division, now) for pk, row in shown.items() if pk in views),
        *(_over(views[pk], division) for pk in over if pk in views),
    ]
    nexts = tuple(_next(views[pk], division) for pk in coming if pk in views)
    tables = standing_rows(tournament, STANDINGS) if _counted(parts) else ()
    status = _won(tournament) or _round_text(parts)
    return WallContent(tournament.name, status, _shortened(lines), nexts, tables)


def _shortened(lines: Sequence[WallRow]) -> tuple[WallRow, ...]:
    """Where all lines are of one round, whose name stands above, a pairing is called by its number alone."""
    stems = {line.where.rpartition(" ")[0] for line in lines}
    if len(stems) != 1:
        return tuple(lines)
    return tuple(replace(line, where=line.where.rpartition(" ")[2]) for line in lines)


def panels(contents: Sequence[WallContent], lines: int = ROWS) -> Iterator[Panel]:
    """Matches first, so many `lines` in a column; then the next matches, where they do not stand beside them; then
    standings."""
    rows = [row for content in contents for row in content.rows]
    dense = len(rows) > DENSE
    for part in _pages(rows, 2 * lines if dense else lines):
        yield Panel("matches", _("Matches"), part, dense)
    coming = [row for content in contents for row in content.coming]
    if dense or not rows:
        for later in _pages(coming, ROWS):
            yield Panel("next", _("Up next"), later)
    for content in contents:
        for table in _pages(content.standings, PLACES):
            title = _("Standings") if len(contents) < 2 else f"{content.name}: {_('Standings')}"
            yield Panel("standings", title, table, dense=True)


def _pages(rows: Sequence[Row], size: int) -> Iterator[Sequence[Row]]:
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def _views(
    tournament: Tournament, parts: Outline, pairings: Iterable[int]
) -> dict[int, PairingRow]:
    wanted = list(pairings)
    rounds = pairings_view(tournament, NOBODY, parts.names, wanted) if wanted else ()
    return {row.id: row for round_row in rounds for row in round_row.pairings}


def _just_over(tournament: Tournament, now: datetime) -> list[int]:
    pairings = Pairing.objects.filter(
        stage__tournament=tournament, voided_at=None, decided_at__gt=now - JUST_OVER
    ).exclude(outcome__in=EMPTY)
    return list(pairings.order_by("-decided_at").values_list("pk", flat=True)[:ROWS])


def _coming(tournament: Tournament, on: set[int]) -> list[int]:
    """Undecided pairings that are not being played and have at least one known player; the earliest first."""
    slots = Slot.objects.filter(
        pairing__stage__tournament=tournament, pairing__decided_at=None, pairing__voided_at=None
    ).exclude(entry=None)
    order = ("pairing__stage__number", "pairing__round__number", "pairing__number")
    ids = slots.order_by(*order).values_list("pairing_id", flat=True)
    return [pk for pk in dict.fromkeys(ids) if pk not in on][:NEXT]


def _counted(parts: Outline) -> bool:
    """Are the standings shown? A knockout alone has its bracket; its places mean little before the end."""
    return any(not stage.is_tree for stage in parts.stages) or all(s.is_over for s in parts.stages)


def _won(tournament: Tournament) -> str:
    """The winner in a sentence, once the tournament is over."""
    if tournament.status != Tournament.Status.FINISHED or tournament.champion is None:
        return ""
    return _("Winner: %(name)s") % {"name": tournament.champion.title}


def _round_text(parts: Outline) -> str:
    open_ones = [head for stage in parts.stages for head in stage.rounds if head.undecided]
    if not open_ones:
        return ""
    head = open_ones[0]
    length = length_text(head.row.length, is_session=is_session(head.row))
    return f"{head.full_name} · {length}"


def _player_name(slot: SlotRow) -> str:
    return slot.player.name if slot.player else (slot.source or "–")


def _line(
    view: PairingRow, row: OpenPairing, clocks: dict[UUID, ClockLine], division: str, now: datetime
) -> WallRow:
    first, second = view.slots
    state, tone = "", "live" if row.state == "playing" else "plain"
    if row.paused:
        state, tone = pgettext("match", "Paused"), "warn"
    elif row.state == "ruling":
        state, tone = _("Waiting for a ruling"), "warn"
    elif row.state == "waiting":
        soon = row.until and (row.until - now).total_seconds() < CALLED_SOON_S
        state, tone = _("Please start"), "late" if soon else "call"
    elif None not in (first.score, second.score) and not is_session(row.head.row):
        left = [row.head.row.length - (first.score or 0), row.head.row.length - (second.score or 0)]
        if left == [1, 1]:
            state, tone = pgettext("match score", "Last point"), "warn"
    clock = clocks.get(row.match) if row.match else None
    if tone == "live" and clock is None:
        state = pgettext("match state", "Playing")
    if clock is not None and row.seat_a != first.entry:
        clock = clock.swapped()
    where = str(row.table) if row.table else view.name
    score = (first.score, second.score) if row.state == "playing" else (None, None)
    until = row.until if row.state == "waiting" else None
    return WallRow(
        where,
        _player_name(first),
        _player_name(second),
        score,
        state,
        tone,
        clock,
        division,
        until=until,
    )


def _over(view: PairingRow, division: str) -> WallRow:
    first, second = view.slots
    won = 1 if first.is_winner else 2 if second.is_winner else 0
    score = (first.score, second.score) if view.score_shown else (None, None)
    state = pgettext("match state", "Finished") if won else view.outcome_label
    return WallRow(
        view.name,
        _player_name(first),
        _player_name(second),
        score,
        state,
        "over",
        None,
        division,
        won,
    )


def _next(view: PairingRow, division: str) -> NextRow:
    return NextRow(view.name, _player_name(view.slots[0]), _player_name(view.slots[1]), division)
