"""Figures of a player's page, counted from the rows of their matches (career_rows.py). No query."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.players.selectors.career_rows import KINDS, CareerMatch
from tournaments.players.texts import kind_names, length_names
from web.folding import fold

FORM = 10
LENGTHS = (1, 3, 5, 7)
"""Lengths with a line of their own; longer ones share the last line, and others go to the next longer line."""
LONGER = 9
MOST_OPPONENTS = 8
MOST_MEETINGS = 5


@dataclass(frozen=True, slots=True)
class WinRate:
    """Of the matches with this key, how many were won."""

    key: str
    played: int
    won: int

    @property
    def name(self) -> str:
        """The key in words; a length is its number."""
        return {**kind_names(), **length_names()}.get(self.key, self.key)

    @property
    def percent(self) -> int:
        """Whole per cent, rounded half up; 0 where nothing was played."""
        return (200 * self.won + self.played) // (2 * self.played) if self.played else 0


@dataclass(frozen=True, slots=True)
class RecentForm:
    """The last ten matches, the latest last. `streak` is the present run of wins, below zero of losses."""

    results: tuple[bool, ...]
    streak: int
    best_streak: int

    @property
    def won(self) -> int:
        return sum(self.results)

    @property
    def lost_streak(self) -> int:
        return -self.streak


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The matches of the player against one opponent; points where scores are known."""

    opponent: PlayerRef
    played: int
    won: int
    points: int
    points_against: int
    latest: tuple[CareerMatch, ...]

    @property
    def lost(self) -> int:
        return self.played - self.won

    @property
    def percent(self) -> int:
        return WinRate("", self.played, self.won).percent


@dataclass(frozen=True, slots=True)
class CareerFilter:
    """What of the matches is shown; empty values take all. Days are days of `zone`, both included."""

    opponent: str = ""
    tournament: str = ""
    kind: str = ""
    length: int | None = None
    result: str = ""
    since: date | None = None
    until: date | None = None

    def takes(self, row: CareerMatch, zone: tzinfo) -> bool:
        """Is the row among those shown?"""
        return (
            (not self.kind or row.kind == self.kind)
            and (self.length is None or row.length == self.length)
            and (not self.result or _result(row) == self.result)
            and (not self.tournament or fold(self.tournament) in fold(row.title))
            and (not self.opponent or fold(self.opponent) in fold(row.opponent.name))
            and self._in_period(row.at, zone)
        )

    def _in_period(self, at: datetime, zone: tzinfo) -> bool:
        day = at.astimezone(zone).date() if self.since or self.until else None
        return day is None or (
            (self.since is None or day >= self.since) and (self.until is None or day <= self.until)
        )


def _result(row: CareerMatch) -> str:
    if row.won is None:
        return "tied" if row.is_over else "on"
    return "won" if row.won else "lost"


def form_of(rows: Iterable[CareerMatch]) -> RecentForm:
    """From rows with the newest first."""
    results = [bool(row.won) for row in rows if row.counts]
    streak = best = run = 0
    for n, won in enumerate(results):
        if won != results[0]:
            break
        streak = n + 1 if won else -n - 1
    for won in results:
        run = run + 1 if won else 0
        best = max(best, run)
    return RecentForm(tuple(reversed(results[:FORM])), streak, best)


def by_length(rows: Iterable[CareerMatch]) -> list[WinRate]:
    """By the length of matches, the shortest first: `1`, `3`, `5`, `7`, `9` for all longer ones, and sessions last."""
    keys = [*map(str, (*LENGTHS, LONGER)), "session"]
    return _rates(((_length_key(row.length), row) for row in rows if row.counts), keys)


def by_kind(rows: Iterable[CareerMatch]) -> list[WinRate]:
    """By how they were played: `online`, `correspondence`, `board`, `bot`."""
    return _rates(((row.kind, row) for row in rows if row.counts), KINDS)


def _length_key(length: int | None) -> str:
    if not length:
        return "session"
    return str(next((n for n in LENGTHS if length <= n), LONGER))


def _rates(keyed: Iterable[tuple[str, CareerMatch]], order: Sequence[str]) -> list[WinRate]:
    played, won = Counter[str](), Counter[str]()
    for key, row in keyed:
        played[key] += 1
        won[key] += bool(row.won)
    return [WinRate(key, played[key], won[key]) for key in order if played[key]]


def opponents_of(rows: Iterable[CareerMatch]) -> list[HeadToHead]:
    """Everybody they have played, the most frequent first."""
    by_opponent: dict[int, list[CareerMatch]] = {}
    for row in rows:
        if row.counts and row.opponent.id:
            by_opponent.setdefault(row.opponent.id, []).append(row)
    records = [_head_to_head(matches) for matches in by_opponent.values()]
    return sorted(records, key=lambda record: -record.played)


def _head_to_head(matches: Sequence[CareerMatch]) -> HeadToHead:
    scores = [row.score for row in matches if row.score is not None]
    return HeadToHead(
        opponent=matches[0].opponent,
        played=len(matches),
        won=sum(bool(row.won) for row in matches),
        points=sum(own for own, _theirs in scores),
        points_against=sum(theirs for _own, theirs in scores),
        latest=tuple(matches[:MOST_MEETINGS]),
    )


def against(records: Iterable[HeadToHead], text: str) -> HeadToHead | None:
    """The opponent of that name, else the most frequent one whose name contains every word of it."""
    wanted = fold(" ".join(text.split()))
    if not wanted:
        return None
    names = [(fold(record.opponent.name), record) for record in records]
    exact = (record for name, record in names if name == wanted)
    part = (record for name, record in names if all(word in name for word in wanted.split()))
    return next(exact, None) or next(part, None)
