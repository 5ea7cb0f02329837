"""The tables of a stage, section by section, computed from what stands in it now; with cross-tables and reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import MAIN
from tournaments.formats.history import Meeting, histories
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Stage
from tournaments.selectors.tournament.positions import position_of
from tournaments.standings.cross import CrossTable, cross_table
from tournaments.standings.reasons import Reason
from tournaments.standings.sections import sections
from tournaments.standings.tables import Tables, points_tables, tables
from tournaments.standings.tie_breaks import DEFAULT_ORDER
from tournaments.standings.why import why


@dataclass(frozen=True, slots=True)
class Counted:
    """All that standings show of a stage; knockouts have no cross-tables."""

    tables: Tables
    crosses: dict[str, CrossTable]


def tables_of(
    stage: Stage, position: Position | None = None, *, over: bool | None = None
) -> Tables:
    """Rows from the top, by section: main, consolation, last_chance, or the name of a group."""
    seen = position or position_of(stage)
    return tables(seen, stage.options, counts_of(stage), order_of(stage), over=over)


def counted(stage: Stage) -> Counted:
    """The tables as they stand, and the cross-tables in their order; the stage is read once."""
    position = position_of(stage)
    found = tables_of(stage, position, over=_over(stage))
    if counts_of(stage) == "knockout":
        return Counted(found, {})
    ranked = {section: [row.entry for row in rows] for section, rows in found.items()}
    return Counted(found, cross_table(position, ranked))


def reasons_of(stage: Stage, section: str, entry: int) -> list[Reason]:
    """Why an entry stands where it stands, where points are counted; nothing for who is not in that table."""
    if counts_of(stage) != "points":
        return []
    found = points_tables(position_of(stage), stage.options, order_of(stage), over=_over(stage))
    table = found.get(section)
    if table is None or all(row.entry != entry for row in table.rows):
        return []
    return why(table, entry)


def last_loss_of(stage: Stage, section: str, entry: int) -> Meeting | None:
    """The pairing with which an entry went out of this table, where losses decide; None for who did not lose."""
    position = position_of(stage)
    nodes = sections(position).get(section, ())
    lost = [m for m in histories(nodes, position.decisions).get(entry, ()) if not m.won]
    return lost[-1] if lost else None


def order_of(stage: Stage) -> Sequence[str]:
    """The tie-breaks that were agreed, in their order."""
    return stage.tournament.agreed.get("tie_breaks") or DEFAULT_ORDER


def counts_of(stage: Stage) -> str:
    return FORMATS[stage.format].counts


def champion_of(stage: Stage) -> int | None:
    """The entry that holds the first place of a stage alone; None in a stage of several groups."""
    found = tables_of(stage, over=True)
    rows = found.get(MAIN) or (next(iter(found.values())) if len(found) == 1 else ())
    first = [row for row in rows if row.place_from == 1]
    return first[0].entry if len(first) == 1 else None


def _over(stage: Stage) -> bool | None:
    """Not while something is still to be drawn; else the tables see for themselves."""
    return None if stage.grow_after is None else False
