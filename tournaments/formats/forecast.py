"""What a format means for a field, in numbers: it is played through in memory, with results made from a fixed text.

It knows no format and asks only `grow` and `resolve`. A match takes nine minutes a point (T15) and begins when it is
known and both are free. Large fields are not played through but continued from three small ones, and say so.
"""

import hashlib
import heapq
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median_low
from typing import Final

from tournaments.formats.base import Entry, RoundPlan
from tournaments.formats.protocol import Format, Options
from tournaments.formats.simulation import Simulation

MINUTES_A_POINT: Final = 9
SMALL_FIELDS: Final = (16, 32, 64)
PLAYED_UP_TO: Final = 256  # entries, where the whole draw is known at once
MOST_NODES: Final = 2500  # pairings of such a draw
QUICK_NODES: Final = 600  # of a draw that is played three times

LengthOf = Callable[[RoundPlan], int]
Wins = Callable[[str, Entry, Entry], int]


@dataclass(frozen=True, slots=True)
class Forecast:
    """Rounds one after the other, matches in all and for one player, and the minutes until the last one ends.

    `approx`: continued from smaller fields. Where a format depends on results, chance may move any of them a little.
    """

    rounds: int
    matches: int
    per_player_min: int
    per_player_typical: int
    per_player_max: int
    minutes: int
    approx: bool = False


def forecast(played: Format, entries: int, options: Options, length_of: LengthOf) -> Forecast:
    """What so many entries have to expect. `length_of` gives the match length of a round."""
    if entries < 2:
        return Forecast(0, 0, 0, 0, 0, 0)
    if entries <= SMALL_FIELDS[-1] or _is_soon_played(played, entries, options):
        return _with_extremes(played, entries, options, length_of)
    small = [_play(Simulation(played, options, size), length_of, _first) for size in SMALL_FIELDS]
    return _continued(small, entries)


def _is_soon_played(played: Format, entries: int, options: Options) -> bool:
    """Is all drawn at once, and little enough of it? Read off two small draws, because drawing may be the slow part."""
    if entries > PLAYED_UP_TO:
        return False
    small, twice = (Simulation(played, options, size) for size in SMALL_FIELDS[:2])
    if twice.may_grow or not small.nodes:
        return False
    growth = len(twice.nodes) / len(small.nodes)
    doublings = math.log2(entries / SMALL_FIELDS[1])
    return len(twice.nodes) * math.pow(growth, doublings) <= MOST_NODES


def _with_extremes(played: Format, entries: int, options: Options, length_of: LengthOf) -> Forecast:
    """By chance; the fewest and most matches also when the first, and when the last, always wins, if that is quick."""
    event = Simulation(played, options, entries)
    is_quick = not event.may_grow and len(event.nodes) <= QUICK_NODES
    played_by_chance = _play(event, length_of, _coin)
    if not is_quick:
        return played_by_chance
    others = [
        _play(Simulation(played, options, entries), length_of, wins) for wins in (_first, _last)
    ]
    return replace(
        played_by_chance,
        per_player_min=min(f.per_player_min for f in (played_by_chance, *others)),
        per_player_max=max(f.per_player_max for f in (played_by_chance, *others)),
    )


def _play(event: Simulation, length_of: LengthOf, wins: Wins) -> Forecast:
    """From the first match to the last; `wins` says which of two. Matches that end in the same minute are reported together."""
    now = 0
    at_table: list[tuple[int, str, tuple[Entry, Entry]]] = []
    busy: set[Entry] = set()
    matches: Counter[Entry] = Counter()
    waves: dict[Entry, int] = {}
    while True:
        for key, players in _begin(event, busy):
            minutes = MINUTES_A_POINT * length_of(event.plan(key))
            heapq.heappush(at_table, (now + minutes, key, players))
            matches.update(players)
            wave = 1 + max(waves.get(player, 0) for player in players)
            waves.update(dict.fromkeys(players, wave))
        if not at_table:
            break
        now = at_table[0][0]
        while at_table and at_table[0][0] == now:
            _, key, players = heapq.heappop(at_table)
            busy.difference_update(players)
            event.report(key, players[wins(key, *players)])
        event.grow()
    each = [matches[entry] for entry in event.entries]
    return Forecast(
        rounds=max(waves.values(), default=0),
        matches=sum(each) // 2,
        per_player_min=min(each),
        per_player_typical=median_low(each),
        per_player_max=max(each),
        minutes=now,
    )


def _begin(event: Simulation, busy: set[Entry]) -> list[tuple[str, tuple[Entry, Entry]]]:
    """The pairings whose two are free, first drawn first served; they are busy from now on."""
    begun = []
    for key, players in event.ready.items():
        if busy.isdisjoint(players):
            busy.update(players)
            begun.append((key, players))
    for key, _ in begun:
        del event.ready[key]
    return begun


def _coin(key: str, first: Entry, second: Entry) -> int:
    text = f"barpoint-forecast-1|{key}|{first}|{second}".encode()
    return hashlib.sha256(text).digest()[0] & 1


def _first(_key: str, first: Entry, second: Entry) -> int:
    """The entry drawn first: without chance, small fields differ by nothing but their size."""
    return 0 if first < second else 1


def _last(_key: str, first: Entry, second: Entry) -> int:
    return 1 if first < second else 0


def _continued(small: list[Forecast], entries: int) -> Forecast:
    """The same for a larger field, figure by figure; matches by what one player has on the average."""
    doublings = math.log2(entries / SMALL_FIELDS[-1])

    def further(figures: list[float]) -> int:
        return round(_further(figures, doublings))

    each = [f.matches / size for f, size in zip(small, SMALL_FIELDS, strict=True)]
    return Forecast(
        further([f.rounds for f in small]),
        round(_further(each, doublings) * entries),
        further([f.per_player_min for f in small]),
        further([f.per_player_typical for f in small]),
        further([f.per_player_max for f in small]),
        further([f.minutes for f in small]),
        approx=True,
    )


def _further(figures: list[float], doublings: float) -> float:
    """A figure of a field, of one twice as large and of one four times as large, after further doublings.

    What a doubling adds is taken to halve, to stay (rounds of a knockout, one for each doubling begun) or to double
    (rounds of a round robin), whichever is nearest.

    >>> _further([4, 5, 6], 0.5), _further([15, 31, 63], 1), _further([5, 5, 5], 3)
    (7, 127.0, 5)
    """
    _, middle, last = figures
    before, now = middle - figures[0], last - middle
    if now <= 0:
        return last
    growth = min((0.5, 1, 2), key=lambda factor: abs(now - before * factor))
    if growth == 1:
        return last + now * math.ceil(doublings)
    return last + now * growth * (math.pow(growth, doublings) - 1) / (growth - 1)
