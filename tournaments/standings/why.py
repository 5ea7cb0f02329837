"""Why an entry stands where it stands, read off the table that put it there. It must not count anything anew."""

from tournaments.formats.base import Entry
from tournaments.standings.points import PointsTable
from tournaments.standings.reasons import PlaceReason
from tournaments.standings.row import PlaceRow, Value, halves
from tournaments.standings.tie_breaks import TIE_BREAKS


def why(table: PointsTable, entry: Entry) -> list[PlaceReason]:
    """In this order: the entry's points; what puts it behind the entry above and ahead of the one below, and with whom it
    shares its place; then every tie-break that was applied to it, in the order in which it was applied.
    """
    rows = table.rows
    index = next(i for i, row in enumerate(rows) if row.entry == entry)
    mine = rows[index]
    if mine.place_from is None:
        return [PlaceReason("not_begun", {})]
    if entry in table.struck:
        return [PlaceReason("struck", {})]
    reasons = [_points(table, mine)]
    above = [row for row in rows[:index] if row.place_from != mine.place_from][-1:]
    below = [row for row in rows[index + 1 :] if row.place_from != mine.place_from][:1]
    reasons += [_parted("behind", table, mine, other) for other in above]
    level = tuple(r.entry for r in rows if r.place_from == mine.place_from and r is not mine)
    if level:
        reasons.append(PlaceReason("level", {"entries": level}))
    reasons += [_parted("ahead", table, mine, other) for other in below]
    return reasons + [
        TIE_BREAKS[step.name].how(table.tally, entry, step.group, step.values)
        for step in table.steps
        if entry in step.group
    ]


def _points(table: PointsTable, mine: PlaceRow) -> PlaceReason:
    """Where the points come from: wins and byes, or in sessions what was scored."""
    tally, entry = table.tally, mine.entry
    if tally.session_games is not None:
        scored = sum(m.points[0] for m in tally.meetings[entry] if m.is_played)
        beside = halves(tally.points[entry] - 2 * scored)
        return PlaceReason(
            "session_points", {"points": mine.points, "scored": scored, "granted": beside}
        )
    granted = tally.points[entry] - 2 * (mine.won + mine.byes)
    params = {"points": mine.points, "won": mine.won, "byes": mine.byes, "granted": halves(granted)}
    return PlaceReason("points", params)


def _parted(code: str, table: PointsTable, mine: PlaceRow, other: PlaceRow) -> PlaceReason:
    """What separates the two, with the values of both; `struck`: the results of one of them do not count."""
    if {mine.entry, other.entry} & table.struck:
        return PlaceReason(code, {"entry": other.entry, "by": "struck", "own": None, "other": None})
    by, own, others = _by(table, mine, other)
    return PlaceReason(code, {"entry": other.entry, "by": by, "own": own, "other": others})


def _by(table: PointsTable, mine: PlaceRow, other: PlaceRow) -> tuple[str, Value, Value]:
    for step in table.steps:
        values = step.values or {}
        if mine.entry in values and other.entry in values:
            own, others = values[mine.entry], values[other.entry]
            if own != others:
                return step.name, own, others
    return "points", mine.points, other.points
