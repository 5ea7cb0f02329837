"""The tables of the playing room at a glance: each with its state, its players and a link."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.permissions import Right
from tournaments.desk.selectors.attention_items import AttentionItem
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.models import PlayingTable, TableUse


@dataclass(frozen=True, slots=True)
class MapCell:
    """A table. `state`: free, called, playing, late (a player is not there), look (something else needs a decision),
    dispute, reserved, out.

    `label` is state and players as text; `href` leads to the match at the table, or else to the page of all tables;
    `opens`: in a dialog over the desk. `href` is empty where the viewer may open neither.
    """

    number: int
    state: str
    stream: bool
    label: str
    href: str
    opens: bool


@dataclass(frozen=True, slots=True)
class _MapView:
    """What all cells of a map share: `page` is where free tables lead, `causes` why a pairing needs a look."""

    scope: Mapping[int, DeskTournament]
    page: str
    causes: Mapping[int | None, str]
    words: Mapping[str, str]


class _Table(NamedTuple):
    """The columns of a table that its cell shows."""

    pk: int
    number: int
    state: str
    stream: bool
    note: str


def table_map(
    scope: Mapping[int, DeskTournament], items: Iterable[AttentionItem]
) -> tuple[MapCell, ...]:
    """The tables by number; empty without a playing room. Two queries."""
    first = next(iter(scope.values()), None)
    if first is None:
        return ()
    tournament = first.tournament
    pool = (
        Q(table_pool__event=tournament.event_id)
        if tournament.event_id
        else Q(table_pool__tournament=tournament.pk)
    )
    columns = _Table._fields
    rows = PlayingTable.objects.filter(pool).order_by("number").values_list(*columns)
    tables = [_Table(*row) for row in rows]
    if not tables:
        return ()
    scored = [at for at in scope.values() if Right.SCORE in at.rights]
    at_board = next((at for at in scored if getattr(at.tournament, "venue", None)), None)
    page = (at_board or scored[0]).link("tournament-tables") if scored else ""
    uses = TableUse.objects.filter(table__in=[table.pk for table in tables], ended_at=None)
    uses_by_table = {
        row["table"]: row
        for row in uses.values(
            "table",
            "slip",
            begun=Coalesce("slip__begun_at", "slip__assumed_at"),
            disputed=F("slip__disputed_at"),
            pairing=F("slip__pairing"),
            of=F("slip__pairing__stage__tournament"),
            a=F("slip__entry_a__player__name"),
            a_team=F("slip__entry_a__name"),
            b=F("slip__entry_b__player__name"),
            b_team=F("slip__entry_b__name"),
        )
    }
    causes: dict[int | None, str] = {}
    for item in items:
        if item.severity != "plain" and causes.get(item.pairing) != "late":
            causes[item.pairing] = "late" if item.kind == "late" else "look"
    view = _MapView(scope, page, causes, state_words())
    return tuple(_cell(table, uses_by_table.get(table.pk), view) for table in tables)


def map_legend(cells: Iterable[MapCell]) -> list[tuple[str, str]]:
    """The states that a map shows, each with its word."""
    shown = {cell.state for cell in cells}
    return [(state, word) for state, word in state_words().items() if state in shown]


def _cell(table: _Table, use: Mapping[str, object] | None, view: "_MapView") -> MapCell:
    if use is None:
        label = view.words[table.state] + (f" · {table.note}" if table.note else "")
        label, page = _filmed(table, label), view.page
        return MapCell(table.number, table.state, table.stream, label, page, False)
    state = "playing" if use["begun"] else "called"
    if use["disputed"]:
        state = "dispute"
    elif use["pairing"] is not None:
        state = view.causes.get(int(str(use["pairing"])), state)
    two = f"{use['a_team'] or use['a']} – {use['b_team'] or use['b']}"
    at = view.scope.get(int(str(use["of"])))
    parts = [view.words[state], two, at.short if at else ""]
    label = _filmed(table, " · ".join(part for part in parts if part))
    if at is None or Right.SCORE not in at.rights:
        return MapCell(table.number, state, table.stream, label, "", False)
    href = at.link("tournament-slip", use["slip"])
    return MapCell(table.number, state, table.stream, label, href, True)


def _filmed(table: _Table, label: str) -> str:
    return " · ".join([label, _("Stream table")]) if table.stream else label


def state_words() -> dict[str, str]:
    return {
        "free": pgettext("table", "Free"),
        "called": pgettext("match state", "Called"),
        "playing": pgettext("match state", "Playing"),
        "late": _("Not at the table"),
        "look": _("Needs attention"),
        "dispute": _("Dispute"),
        "reserved": pgettext("table", "Reserved"),
        "out": pgettext("table", "Out of order"),
    }
