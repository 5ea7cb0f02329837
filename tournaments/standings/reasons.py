"""How a tie-break came to its value for one entry, as codes and data that a page puts into words. No words here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.base import Entry
from tournaments.standings.record import both
from tournaments.standings.row import Value, halves
from tournaments.standings.tally import Faced, PointsTally

Group = Sequence[Entry]
Values = Mapping[Entry, Value]


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """Why an entry has its place. `code` is the name of a tie-break or a code of `why`; entries in `params` are numbers."""

    code: str
    params: Mapping[str, object]


def by_wins(tally: PointsTally, entry: Entry, group: Group, values: Values | None) -> PlaceReason:
    byes = sum(m.won and m.opponent is None for m in tally.meetings[entry])
    return _reason("wins", entry, group, values, byes=byes)


def by_head_to_head(
    tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    """Wins and losses against those tied with this entry; or a pair of them that has not met, with this entry if it can."""
    if values is None:
        return _reason(
            "head_to_head_not_met", entry, group, None, pair=_not_met(tally, entry, group)
        )
    among = [m for m in tally.meetings[entry] if m.opponent in group]
    beat = [m.opponent for m in among if m.won]
    lost_to = [m.opponent for m in among if not (m.won or m.tied)]
    tied_with = [m.opponent for m in among if m.tied]
    more = {"tied_with": tied_with} if tied_with else {}
    return _reason("head_to_head", entry, group, values, beat=beat, lost_to=lost_to, **more)


def _not_met(tally: PointsTally, entry: Entry, group: Group) -> tuple[Entry, Entry]:
    for first in (entry, *group):
        met = {m.opponent for m in tally.meetings[first]}
        for second in group:
            if second != first and second not in met:
                return first, second
    raise ValueError("everybody has met")


def by_buchholz(
    tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    return _reason("buchholz", entry, group, values, faced=points_of_opponents(tally.faced[entry]))


def by_median(tally: PointsTally, entry: Entry, group: Group, values: Values | None) -> PlaceReason:
    """The opponents that counted, and the two that were dropped."""
    faced = sorted(tally.faced[entry], key=lambda f: f.points)
    dropped = faced if len(faced) < 3 else [faced[0], faced[-1]]
    kept = [f for f in tally.faced[entry] if f not in dropped]
    return _reason(
        "median",
        entry,
        group,
        values,
        faced=points_of_opponents(kept),
        dropped=points_of_opponents(dropped),
    )


def by_sonneborn_berger(
    tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    beaten = [f for f in tally.faced[entry] if f.won]
    half = points_of_opponents([f for f in tally.faced[entry] if f.tied])
    more = {"half": half} if half else {}
    return _reason(
        "sonneborn_berger", entry, group, values, faced=points_of_opponents(beaten), **more
    )


def by_points_ratio(
    tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    return _of_match_points("points_ratio", tally, entry, group, values)


def by_points_difference(
    tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    return _of_match_points("points_difference", tally, entry, group, values)


def by_boards(tally: PointsTally, entry: Entry, group: Group, values: Values | None) -> PlaceReason:
    won, lost = both(m.boards for m in tally.meetings[entry])
    return _reason("boards", entry, group, values, won=won, lost=lost)


def by_field_score(
    tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    """`boards`: the matches that were compared with the field."""
    code = "field_score_not_yet" if values is None else "field_score"
    return _reason(code, entry, group, values, boards=tally.compared.get(entry, 0))


def by_lot(tally: PointsTally, entry: Entry, group: Group, values: Values | None) -> PlaceReason:
    code = "lot_not_yet" if values is None else "lot"
    return _reason(code, entry, group, values, number=tally.numbers[entry])


def points_of_opponents(faced: Sequence[Faced]) -> list[tuple[Entry | None, Value]]:
    """Opponents with their points; None is the virtual opponent of an unplayed round."""
    return [(f.opponent, halves(f.points)) for f in faced]


def _of_match_points(
    code: str, tally: PointsTally, entry: Entry, group: Group, values: Values | None
) -> PlaceReason:
    won, lost = both(m.points for m in tally.meetings[entry])
    return _reason(code, entry, group, values, won=won, lost=lost)


def _reason(
    code: str, entry: Entry, group: Group, values: Values | None, **more: object
) -> PlaceReason:
    """What every reason of a tie-break says: who was tied, the entry's value, and whether the tie-break separated them."""
    parts = values is not None and len(set(values.values())) > 1
    value = None if values is None else values[entry]
    return PlaceReason(code, {"tied": tuple(group), "value": value, "parts": parts, **more})
