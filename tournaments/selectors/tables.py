"""The tables of a stage, section by section, computed from what stands in it now."""

from tournaments.formats.base import MAIN
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Stage
from tournaments.selectors.positions import position_of
from tournaments.standings.tables import Tables, tables
from tournaments.standings.tie_breaks import DEFAULT_ORDER


def tables_of(
    stage: Stage, position: Position | None = None, *, over: bool | None = None
) -> Tables:
    """Rows from the top, by section: main, consolation, last_chance, or the name of a group."""
    order = stage.tournament.agreed.get("tie_breaks") or DEFAULT_ORDER
    seen = position or position_of(stage)
    return tables(seen, stage.options, FORMATS[stage.format].counts, order, over=over)


def champion_of(stage: Stage) -> int | None:
    """The entry that holds the first place of a stage alone; None in a stage of several groups."""
    found = tables_of(stage, over=True)
    rows = found.get(MAIN) or (next(iter(found.values())) if len(found) == 1 else ())
    first = [row for row in rows if row.place_from == 1]
    return first[0].entry if len(first) == 1 else None
