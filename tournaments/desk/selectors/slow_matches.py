"""The matches that take longer than usual, the slowest first, and those that come next."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.bracket.selectors.agreement import clock_of, is_session
from tournaments.core.permissions import Viewer
from tournaments.desk.selectors.desk_matches import DeskRow, MatchQuery, matches
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.open_matches import OpenPairing, open_rows
from tournaments.timing.selectors.pace import MatchPace, paces

MOST = 50
NEXT = 10


@dataclass(frozen=True, slots=True)
class SlowMatch:
    """A match in progress. `minutes` is how long it has been played, `usual` how long a match of its length usually takes."""

    row: DeskRow
    minutes: int
    usual: int
    is_slow: bool

    @property
    def over(self) -> int:
        """Minutes beyond the usual time; negative before it."""
        return self.minutes - self.usual

    @property
    def score(self) -> tuple[int | None, int | None]:
        first, second = self.row.pairing.slots
        return first.score, second.score


@dataclass(frozen=True, slots=True)
class PaceRow:
    """The pace of a tournament; `name` is empty where there is only one."""

    tournament: int
    name: str
    pace: MatchPace

    @property
    def minutes_a_point(self) -> float:
        return round(self.pace.minutes_a_point, 1)


@dataclass(frozen=True, slots=True)
class SlowMatches:
    """`slow` are over the limit, the slowest first; `next` are those that are nearest to it."""

    slow: tuple[SlowMatch, ...]
    next: tuple[SlowMatch, ...]
    paces: tuple[PaceRow, ...]


def slow_matches(scope: Mapping[int, DeskTournament], viewer: Viewer, now: datetime) -> SlowMatches:
    """The matches in progress of these tournaments. Fifteen queries, however many. Sessions and correspondence matches are
    never slow."""
    usual = paces(list(scope))
    on = [
        row
        for row in open_rows(*(at.parts for at in scope.values()))
        if row.state == "playing" and row.since is not None and not row.paused
        and not _takes_its_time(scope[row.tournament], row)
    ]  # fmt: skip
    on.sort(key=lambda row: _share(row, usual[row.tournament], now), reverse=True)
    is_slow = {row.pairing: _is_slow(row, usual[row.tournament], now) for row in on}
    slow_rows = [row for row in on if is_slow[row.pairing]][:MOST]
    rows = (
        slow_rows + [row for row in on if not is_slow[row.pairing]][:NEXT][: MOST - len(slow_rows)]
    )
    page = matches(scope, viewer, rows, MatchQuery(now)) if rows else None
    shown = [desk for group in page.groups for desk in group.rows] if page else []
    listed = [_slow_match(desk, usual, is_slow[desk.pairing.id], now) for desk in shown]
    return SlowMatches(
        tuple(row for row in listed if row.is_slow),
        tuple(row for row in listed if not row.is_slow),
        tuple(PaceRow(pk, at.short, usual[pk]) for pk, at in scope.items()),
    )


def _takes_its_time(at: DeskTournament, row: OpenPairing) -> bool:
    clock = clock_of(at.tournament, row.head.row)
    return is_session(row.head.row) or bool(clock and clock.days)


def _share(row: OpenPairing, pace: MatchPace, now: datetime) -> float:
    """How much of its usual time a match has taken, 1 for all of it."""
    return (now - (row.since or now)) / pace.usual(row.head.row.length)


def _is_slow(row: OpenPairing, pace: MatchPace, now: datetime) -> bool:
    return row.since is not None and pace.is_slow(row.since, row.head.row.length, now)


def _slow_match(
    desk: DeskRow, usual: Mapping[int, MatchPace], is_slow: bool, now: datetime
) -> SlowMatch:
    pace = usual[desk.at.tournament.pk]
    took = now - (desk.since or now)
    whole = pace.usual(desk.head.row.length)
    return SlowMatch(
        desk,
        max(0, int(took.total_seconds() // 60)),
        round(whole.total_seconds() / 60),
        is_slow,
    )
