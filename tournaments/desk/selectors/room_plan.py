"""The plan of the playing rooms: every table where it stands, with its tournament, its players, its state and its time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.agreement import SESSION
from tournaments.bracket.selectors.venue_mode import table_pool_of
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.table_map import state_words
from tournaments.models import Absence, PlayingTable, TableUse, Tournament
from tournaments.timing.selectors.pace import DEFAULT, MatchPace, paces_for
from tournaments.venue.selectors.plan_layout import PlanGrid, by_room, grid, places_of

COLOURS = 6
STATES = ("free", "called", "playing", "slow", "late", "dispute", "taken", "reserved", "out")
"""In the order of a legend."""


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table. `state`: free, called, playing, slow, late (a player is not there), dispute, reserved, out, taken (by a match
    that the viewer may not see).

    `minutes` is how long its match has been played, or since it was called; `colour` is the number of its tournament on the
    plan, 0 for none. `href` is where the desk goes on, empty on the wall.
    """

    id: int
    number: int
    state: str
    word: str
    stream: bool
    note: str
    players: tuple[str, ...] = ()
    tournament: str = ""
    colour: int = 0
    minutes: int | None = None
    pairing: int | None = None
    href: str = ""

    @property
    def label(self) -> str:
        """Everything about the table as text."""
        parts = [self.word, " – ".join(self.players), self.tournament]
        if self.minutes is not None:
            parts.append(_("%(n)d min") % {"n": self.minutes})
        if self.stream:
            parts.append(_("Stream table"))
        return " · ".join(part for part in (*parts, self.note) if part)


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The rooms as grids. `legend` are the states that are shown with their words, `divisions` the tournaments."""

    rooms: tuple[PlanGrid[PlanTable], ...]
    legend: tuple[tuple[str, str], ...]
    divisions: tuple[tuple[int, str], ...]

    @property
    def tables(self) -> list[PlanTable]:
        return [cell for room in self.rooms for row in room.rows for cell in row if cell]


@dataclass(frozen=True)
class PlanView:
    """Who looks at a plan: the tournaments that they see with their short names, and those whose desk they work at."""

    tournaments: Sequence[Tournament]
    shorts: Mapping[int, str]
    desks: Mapping[int, DeskTournament]
    now: datetime

    @property
    def is_public(self) -> bool:
        return not self.desks

    @cached_property
    def words(self) -> dict[str, str]:
        return plan_words()

    @cached_property
    def divisions(self) -> dict[int, tuple[int, str]]:
        """Colour and short name by tournament, where there are several."""
        if len(self.tournaments) < 2:
            return {}
        return {
            tournament.pk: (n % COLOURS + 1, self.shorts.get(tournament.pk, tournament.name))
            for n, tournament in enumerate(self.tournaments)
        }


def room_plan(tournament: Tournament, view: PlanView) -> RoomPlan:
    """The plan of the tables that a tournament uses. Three queries, one more where a match may be slow."""
    pool = table_pool_of(tournament)
    tables = list(pool.tables.select_related("room")) if pool else []
    uses = _uses(tables)
    seen = {row.pk for row in view.tournaments}
    started = [
        (use["of"], use["begun"], use["length"])
        for use in uses.values()
        if use["begun"] and use["of"] in seen
    ]
    paces = paces_for(started, view.now)
    cells = {table.pk: _cell(table, uses.get(table.pk), view, seen, paces) for table in tables}
    rooms = tuple(grid(name, places_of(listed), cells) for name, listed in by_room(tables).items())
    shown = {cell.state for cell in cells.values()}
    at = {use["of"] for use in uses.values()}
    return RoomPlan(
        rooms,
        tuple((state, word) for state, word in plan_words().items() if state in shown),
        tuple(division for pk, division in view.divisions.items() if pk in at),
    )


def plan_words() -> dict[str, str]:
    """The states of tables with their words, in their order."""
    words = state_words() | {
        "slow": pgettext("match state", "Slow"),
        "taken": pgettext("table", "In use"),
    }
    return {state: words[state] for state in STATES}


def _uses(tables: Iterable[PlayingTable]) -> dict[int, dict[str, Any]]:
    absent = Absence.objects.filter(pairing=OuterRef("slip__pairing"), ended_at=None)
    uses = TableUse.objects.filter(table__in=[table.pk for table in tables], ended_at=None)
    rows = uses.values(
        "table", "slip", "since",
        begun=Coalesce("slip__begun_at", "slip__assumed_at"),
        disputed=F("slip__disputed_at"),
        pairing=F("slip__pairing"),
        length=F("slip__pairing__round__length"),
        rules=F("slip__pairing__round__rules"),
        of=F("slip__pairing__stage__tournament"),
        a=F("slip__entry_a__player__name"), a_team=F("slip__entry_a__name"),
        b=F("slip__entry_b__player__name"), b_team=F("slip__entry_b__name"),
        absent=Exists(absent),
    )  # fmt: skip
    return {int(row["table"]): dict(row) for row in rows}


def _cell(
    table: PlayingTable,
    use: dict[str, Any] | None,
    view: PlanView,
    seen: set[int],
    paces: Mapping[int, MatchPace],
) -> PlanTable:
    words = view.words
    base: dict[str, Any] = {
        "id": table.pk,
        "number": table.number,
        "stream": table.stream,
        "note": "" if view.is_public else table.note,
    }
    if use is None:
        state = table.state
        return PlanTable(**base, state=state, word=words[state])
    if use["of"] not in seen:
        return PlanTable(**base, state="taken", word=words["taken"])
    state = _state(use, view, paces)
    colour, name = view.divisions.get(use["of"], (0, ""))
    desk = view.desks.get(use["of"])
    return PlanTable(
        **base,
        state=state,
        word=words[state],
        players=(use["a_team"] or use["a"], use["b_team"] or use["b"]),
        tournament=name,
        colour=colour,
        minutes=max(0, int((view.now - (use["begun"] or use["since"])).total_seconds() // 60)),
        pairing=use["pairing"],
        href=desk.link("tournament-slip", use["slip"]) if desk else "",
    )


def _state(use: dict[str, Any], view: PlanView, paces: Mapping[int, MatchPace]) -> str:
    """What waits for the desk is not shown to the room."""
    if not view.is_public and use["disputed"]:
        return "dispute"
    if not view.is_public and use["absent"]:
        return "late"
    if not use["begun"]:
        return "called"
    pace = paces.get(use["of"], DEFAULT)
    is_match = not (use["rules"] or {}).get(SESSION)
    is_slow = is_match and pace.is_slow(use["begun"], use["length"], view.now)
    return "slow" if is_slow and not view.is_public else "playing"
