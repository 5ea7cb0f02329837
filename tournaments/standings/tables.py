"""The entry point of the standings: a stage's tables as its format counts them. It must not know any one format.

A section that has its own table is a key of the answer; the losers' bracket and the grand final belong to the main one.
"""

from collections.abc import Sequence
from typing import Final

from tournaments.formats.base import MAIN, Entrants, LoserOf, Node, WinnerOf
from tournaments.formats.protocol import Options, Position
from tournaments.formats.requests import REQUESTED
from tournaments.standings.counting import counting, is_schedule
from tournaments.standings.lives import lives_table
from tournaments.standings.points import PointsTable, points_table
from tournaments.standings.row import PlaceRow
from tournaments.standings.sections import seated, sections
from tournaments.standings.table import table
from tournaments.standings.tally import IGNORE, tally
from tournaments.standings.tie_breaks import DEFAULT_ORDER

LATE_POINTS: Final = {"half": 1, "bye": 2}  # half points for each round missed (T9.1)

Tables = dict[str, tuple[PlaceRow, ...]]


def tables(
    position: Position,
    options: Options,
    counts: str,
    order: Sequence[str] = DEFAULT_ORDER,
    *,
    over: bool | None = None,
) -> Tables:
    """Every table of the stage by its section, main first. `order` are the names of tie-breaks, where points count.

    `over`: is nothing left to play or to draw? Without it: no pairing is open and all agreed rounds are drawn.
    """
    if counts == "knockout":
        return _knockout_tables(position)
    if counts == "lives":
        return {MAIN: lives_table(position, options, over=over)}
    by_section = points_tables(position, options, order, over=over)
    return {section: points.rows for section, points in by_section.items()}


def points_tables(
    position: Position,
    options: Options,
    order: Sequence[str] = DEFAULT_ORDER,
    *,
    over: bool | None = None,
) -> dict[str, PointsTable]:
    """The same where points are counted, with all that `why` needs: one table, or one for each group."""
    parts = sections(position)
    is_over = _seems_over(position, options) if over is None else over
    by_section = {}
    for section, nodes in parts.items():
        alone = len(parts) == 1
        entries = position.entrants.entries if alone else seated(position, nodes)
        what = counting(position, nodes)
        counted = tally(
            position,
            what.nodes,
            entries,
            late=LATE_POINTS.get(str(options.get("late_points")), 0),
            unplayed=IGNORE if is_schedule(nodes) else str(options.get("unplayed", IGNORE)),
            is_over=is_over,
            session_games=_session_games(options),
            requested=REQUESTED.get(str(options.get("requested_bye", "half")), 0),
        )
        gone = position.entrants.gone
        by_section[section] = points_table(
            counted, order, gone=gone, struck=what.struck, has_winner=alone
        )
    return by_section


def _session_games(options: Options) -> int | None:
    games = options.get("session_games")
    return games if isinstance(games, int) else None


def _knockout_tables(position: Position) -> Tables:
    """A table lists only those who have reached it; everybody is in the main one."""
    by_section: Tables = {}
    for section, nodes in sections(position).items():
        is_main = section == MAIN
        entries = position.entrants.entries if is_main else seated(position, nodes)
        field = Entrants(entries, position.entrants.gone)
        coming = 0 if is_main else _bound_for(position, nodes)
        by_section[section] = table(nodes, position.decisions, field, bound_for_it=coming)
    return by_section


def _bound_for(position: Position, nodes: Sequence[Node]) -> int:
    """How many may still come from other tables: edges from there that have not brought anybody yet."""
    inside = {node.key for node in nodes}
    return sum(
        source.key not in inside and position.decisions[source.key].is_open
        for node in nodes
        for source in node.sources
        if isinstance(source, WinnerOf | LoserOf)
    )


def _seems_over(position: Position, options: Options) -> bool:
    agreed = options.get("rounds")
    plan, decisions = position.blueprint, position.decisions
    if any(decisions[node.key].is_open for node in plan.nodes):
        return False
    is_drawn = is_schedule(plan.nodes) or not isinstance(agreed, int) or len(plan.rounds) >= agreed
    return bool(plan.nodes) and is_drawn
