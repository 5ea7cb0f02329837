"""The tie-breaks (T6.11-T6.14) and the order they make (T6.10). It must not know what is in a database or what a page says.

A director chooses an ordered list of names. Among entries with equal points the first tie-break of the list that separates
any of them splits them; then every smaller group that is still tied begins again at the top of the list. Only
head-to-head can come out differently the second time: once two of three are left, it is their own match that counts.
Groups that no tie-break splits share their places. All values are exact; the higher one is always the better one.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.formats.base import Entry
from tournaments.standings import reasons
from tournaments.standings.reasons import Group, PlaceReason, Values
from tournaments.standings.record import both
from tournaments.standings.row import Value, halves, whole
from tournaments.standings.tally import Faced, PointsTally

How = Callable[[PointsTally, Entry, Group, Values | None], PlaceReason]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`values` counts for a tied group, None where it does not apply; `how` says how it came to one entry's value.

    `of_group`: what it counts depends on who is tied.
    """

    values: Callable[[PointsTally, Group], Values | None]
    how: How
    of_group: bool = False


@dataclass(frozen=True, slots=True)
class TieBreakStep:
    """A tie-break applied to a tied group; without values it did not apply there."""

    name: str
    group: tuple[Entry, ...]
    values: Values | None

    @property
    def splits(self) -> bool:
        return self.values is not None and len(set(self.values.values())) > 1


def wins(tally: PointsTally, group: Group) -> Values:
    """Pairings won against somebody; a bye is no win."""
    return {e: sum(m.won and m.opponent is not None for m in tally.meetings[e]) for e in group}


def head_to_head(tally: PointsTally, group: Group) -> Values | None:
    """Wins against the others of the group, a tie as half; only if all of them met each other."""
    tied = set(group)
    values: dict[Entry, Value] = {}
    for entry in group:
        among = [m for m in tally.meetings[entry] if m.opponent in tied]
        if len({m.opponent for m in among}) < len(tied) - 1:
            return None
        values[entry] = halves(sum(2 if m.won else int(m.tied) for m in among))
    return values


def buchholz(tally: PointsTally, group: Group) -> Values:
    """The points of all opponents together: the strength of the schedule (SoS)."""
    return {e: halves(sum(f.points for f in tally.faced[e])) for e in group}


def median(tally: PointsTally, group: Group) -> Values:
    """The same without the best and the worst opponent; two opponents or fewer leave nothing."""
    return {e: halves(sum(sorted(f.points for f in tally.faced[e])[1:-1])) for e in group}


def sonneborn_berger(tally: PointsTally, group: Group) -> Values:
    """The points of the beaten opponents together, and half of those of opponents one tied with."""
    return {e: whole(Fraction(sum(_of_beaten(f) for f in tally.faced[e]), 4)) for e in group}


def _of_beaten(faced: Faced) -> int:
    """In quarters of a point."""
    return faced.points * (2 if faced.won else int(faced.tied))


def match_points(tally: PointsTally, entry: Entry) -> tuple[int, int]:
    """Match points won and lost by one entry."""
    return both(m.points for m in tally.meetings[entry])


def points_ratio(tally: PointsTally, group: Group) -> Values:
    """Match points won to match points lost, kept as won / (won + lost): the same order, and 5 : 0 has a place in it.

    An entry that lost none is above all that did; one that has neither won nor lost any is level, as 1 : 1.
    """
    return {e: _share(*match_points(tally, e)) for e in group}


def _share(won: int, lost: int) -> Value:
    return Fraction(won, won + lost) if won + lost else Fraction(1, 2)


def points_difference(tally: PointsTally, group: Group) -> Values:
    """Match points won less match points lost."""
    return {e: won - lost for e in group for won, lost in [match_points(tally, e)]}


def boards(tally: PointsTally, group: Group) -> Values:
    """Boards won in team matches (T8.3)."""
    return {e: sum(m.boards[0] for m in tally.meetings[e]) for e in group}


def field_score(tally: PointsTally, group: Group) -> Values | None:
    """The net points against the field, where the tables of a round had the same dice (T6.21)."""
    scores = tally.against_field
    return {e: whole(scores.get(e, Fraction(0))) for e in group} if scores else None


def lot(tally: PointsTally, group: Group) -> Values | None:
    """How many of the group an entry was drawn before; applied only when all is played.

    Anybody can draw it again (T6.14): HMAC-SHA-256(key = the stage's seed, text = "barpoint-lot-1|<number in the draw>"), the
    smallest comes first.
    """
    if not tally.is_over:
        return None
    drawn = by_lot({entry: tally.numbers[entry] for entry in group}, tally.draw_seed)
    return {entry: len(drawn) - place for place, entry in enumerate(drawn, 1)}


def by_lot(numbers: Mapping[Entry, int], draw_seed: str) -> list[Entry]:
    """Entries in the order of the lot, from their numbers in the draw and the stage's seed."""
    key = bytes.fromhex(draw_seed)
    return sorted(numbers, key=lambda entry: (_ticket(key, numbers[entry]), numbers[entry]))


def _ticket(key: bytes, number: int) -> bytes:
    return hmac.digest(key, f"barpoint-lot-1|{number}".encode(), hashlib.sha256)


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "head_to_head": TieBreak(head_to_head, reasons.by_head_to_head, of_group=True),
    "buchholz": TieBreak(buchholz, reasons.by_buchholz),
    "median": TieBreak(median, reasons.by_median),
    "sonneborn_berger": TieBreak(sonneborn_berger, reasons.by_sonneborn_berger),
    "points_ratio": TieBreak(points_ratio, reasons.by_points_ratio),
    "points_difference": TieBreak(points_difference, reasons.by_points_difference),
    "wins": TieBreak(wins, reasons.by_wins),
    "boards": TieBreak(boards, reasons.by_boards),
    "field_score": TieBreak(field_score, reasons.by_field_score),
    "lot": TieBreak(lot, reasons.by_lot, of_group=True),
}
DEFAULT_ORDER: Final = (
    "head_to_head",
    "buchholz",
    "median",
    "sonneborn_berger",
    "points_ratio",
    "lot",
)
TEAM_ORDER: Final = (
    "boards",
    *DEFAULT_ORDER,
)  # boards won are the second criterion of team play (T8.3)


def default_order(*, teams: bool) -> tuple[str, ...]:
    """The tie-breaks of a tournament whose director has left the list empty."""
    return TEAM_ORDER if teams else DEFAULT_ORDER


SESSION_ORDER: Final = ("points_difference", "wins", "head_to_head", "lot")  # sessions (T5.6)


def usual_order(*, sessions: bool, same_dice: bool) -> tuple[str, ...]:
    """What counts where no tie-breaks were agreed; with the same dice at all tables the field score comes first (T6.21)."""
    order = SESSION_ORDER if sessions else DEFAULT_ORDER
    return ("field_score", *order) if same_dice else order


def columns(tally: PointsTally, order: Sequence[str]) -> dict[str, Values]:
    """The tie-breaks that do not depend on who is tied, counted once for everybody."""
    counted = {
        n: TIE_BREAKS[n].values(tally, tally.entries) for n in order if not TIE_BREAKS[n].of_group
    }
    return {name: values for name, values in counted.items() if values is not None}


def settle(
    tally: PointsTally,
    group: Group,
    order: Sequence[str],
    of_columns: Mapping[str, Values],
    steps: list[TieBreakStep],
) -> list[tuple[Entry, ...]]:
    """The tied group in bands from the top; every tie-break applied on the way is added to `steps`."""
    if len(group) < 2:
        return [tuple(group)]
    asked = set()
    for name in order:
        asked.add(name)
        step = TieBreakStep(name, tuple(group), _asked(tally, group, name, of_columns))
        steps.append(step)
        if step.values is None or not step.splits:
            continue
        again = [n for n in order if TIE_BREAKS[n].of_group or n not in asked]
        return [
            band
            for part in ranked(group, step.values)
            for band in settle(tally, part, again, of_columns, steps)
        ]
    return [tuple(group)]


def ranked(group: Group, values: Values) -> list[list[Entry]]:
    """Those with equal values together, the highest first."""
    parts: dict[Value, list[Entry]] = {}
    for entry in group:
        parts.setdefault(values[entry], []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _asked(
    tally: PointsTally, group: Group, name: str, of_columns: Mapping[str, Values]
) -> Values | None:
    if name in of_columns:
        return {entry: of_columns[name][entry] for entry in group}
    return TIE_BREAKS[name].values(tally, group)
