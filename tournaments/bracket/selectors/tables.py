"""The tables of a stage, section by section, computed from what stands in it now; with cross-tables and reasons."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.bracket.selectors.positions import position_of
from tournaments.formats.base import MAIN
from tournaments.formats.history import Meeting, histories
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Stage
from tournaments.standings.cross import CrossTable, cross_table
from tournaments.standings.reasons import PlaceReason
from tournaments.standings.sections import sections
from tournaments.standings.tables import Tables, points_tables, tables
from tournaments.standings.tie_breaks import usual_order
from tournaments.standings.why import why


@dataclass(frozen=True, slots=True)
class Counted:
    """All tables of a stage that standings show; knockouts have no cross-tables."""

    tables: Tables
    crosses: dict[str, CrossTable]


@dataclass(frozen=True, slots=True)
class Explained:
    """By entry: reasons where points are counted; elsewhere the pairing with which the entry went out, if it did."""

    reasons: dict[int, list[PlaceReason]]
    last_losses: dict[int, Meeting]


def tables_of(
    stage: Stage, position: Position | None = None, *, over: bool | None = None
) -> Tables:
    """Rows from the top, by section: main, consolation, last_chance, or the name of a group."""
    seen = position or position_of(stage)
    return tables(seen, stage.options, counts_of(stage), order_of(stage), over=over)


def counted(stage: Stage, position: Position) -> Counted:
    """The tables as they stand, and the cross-tables in their order."""
    by_section = tables_of(stage, position, over=_over(stage))
    if counts_of(stage) == "knockout":
        return Counted(by_section, {})
    ranked = {section: [row.entry for row in rows] for section, rows in by_section.items()}
    return Counted(by_section, cross_table(position, ranked))


def explained(
    stage: Stage, section: str, entries: Collection[int], position: Position | None = None
) -> Explained:
    """Why these entries stand where they stand; nothing for entries that are not in that table."""
    seen = position or position_of(stage)
    if counts_of(stage) != "points":
        nodes = sections(seen).get(section, ())
        met = histories(nodes, seen.decisions)
        lost = {entry: [m for m in met.get(entry, ()) if not m.won] for entry in entries}
        return Explained({}, {entry: meetings[-1] for entry, meetings in lost.items() if meetings})
    table = points_tables(seen, stage.options, order_of(stage), over=_over(stage)).get(section)
    listed = {row.entry for row in table.rows} if table else set()
    return Explained({e: why(table, e) for e in entries if table and e in listed}, {})


def order_of(stage: Stage) -> Sequence[str]:
    """The tie-breaks that were agreed, in their order."""
    tournament = stage.tournament
    sessions = bool(stage.options.get("session_games"))
    usual = usual_order(sessions=sessions, same_dice=tournament.same_dice)
    return tournament.agreed.get("tie_breaks") or usual


def counts_of(stage: Stage) -> str:
    return FORMATS[stage.format].counts


def champion_of(stage: Stage) -> int | None:
    """The entry that alone has the first place of a stage; None in a stage of several groups."""
    by_section = tables_of(stage, over=True)
    rows = by_section.get(MAIN) or (next(iter(by_section.values())) if len(by_section) == 1 else ())
    first = [row for row in rows if row.place_from == 1]
    return first[0].entry if len(first) == 1 else None


def _over(stage: Stage) -> bool | None:
    """False while something is still to be drawn; else None, so that the tables decide."""
    return None if stage.grow_after is None else False
