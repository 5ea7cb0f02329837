"""The tables of a stage, section by section, computed from what stands in it now."""

from collections.abc import Mapping

from tournaments.formats.base import MAIN
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Stage
from tournaments.selectors.positions import position_of
from tournaments.standings.table import Row, table

Tables = Mapping[str, tuple[Row, ...]]


def tables_of(stage: Stage, position: Position | None = None) -> Tables:
    """Rows from the top, by section: main, consolation, last_chance, or the name of a group."""
    seen = position or position_of(stage)
    assert FORMATS[stage.format].counts == "knockout"
    return {MAIN: table(seen.blueprint.nodes, seen.decisions, seen.entrants)}


def champion_of(stage: Stage) -> int | None:
    """The entry that holds the first place of a stage alone; None in a stage of several groups."""
    tables = tables_of(stage)
    rows = tables.get(MAIN) or (next(iter(tables.values())) if len(tables) == 1 else ())
    first = [row for row in rows if row.place_from == 1]
    return first[0].entry if len(first) == 1 else None
