"""The clock of a match as an immutable value, in whole milliseconds (R13, T10).

Where overtime is agreed (R13.1), a reserve that runs out goes on in it, once: what is given back or added later
is used first, and the match is lost when both are gone.

Correspondence (T10.6) has no reserve: each turn has its whole days, and `reserve` is what is left of the turn.

Time is an argument and the server's clock the only one. It knows nothing of the rules of play: table.py
hands it to whoever has to act. Outages are (from, to) spans in which no clock counts, or (from, to, seat) where only
that seat's does not (a vacation); `lag_ms` is time that an
action was on its way and that its player is not charged (T10.6).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self, TypeAlias

from games.engine import lag
from games.engine.errors import RulesError
from games.engine.frozen_copy import replace
from games.engine.seats import Seat, other

ClockKind = Literal["simple", "bronstein", "fischer", "correspondence"]
Pair: TypeAlias = tuple[int, int]
Outages: TypeAlias = Sequence[Pair | tuple[int, int, Seat]]

CLOCK_KINDS = ("simple", "bronstein", "fischer")
"""Those with a reserve for the whole match."""
CORRESPONDENCE: Literal["correspondence"] = "correspondence"
DAY_MS = 24 * 3600 * 1000
MOST_DAYS = 14
CLOCK_FIELDS = {"kind", "reserve_ms", "delay_ms"}
AGREED_FIELDS = {"lag_ms", "overtime_ms"}  # may be left out: none
# Milliseconds of reserve for each point (or game), and of delay for each turn (T10.1).
CLOCK_PRESETS: Mapping[str, tuple[int, int]] = {
    "standard": (120_000, 12_000),
    "fast": (60_000, 10_000),
    "speed": (0, 10_000),
    "doubles": (150_000, 18_000),
}
SPEED_RESERVE_MS = 120_000  # a bank of two minutes whatever the length
LONGEST_MS = 366 * 24 * 3600 * 1000
LONGEST_OVERTIME_MS = 600_000


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """How much time there is. `delay_ms` is the delay of a turn, or Fischer's increment (T10.2).

    In correspondence `reserve_ms` is the time of a turn, and there is nothing else.

    `lag_ms` is how much of the time on its way each seat is given back in a match, if any (T10.6), `overtime_ms`
    what each has when its reserve has run out for the first time (R13.1).
    """

    kind: ClockKind
    reserve_ms: int
    delay_ms: int
    lag_ms: int = 0
    overtime_ms: int = 0

    def __post_init__(self) -> None:
        if self.kind not in (*CLOCK_KINDS, CORRESPONDENCE):
            raise RulesError("bad_clock", f"A clock is one of {', '.join(CLOCK_KINDS)}.")
        for value, least in ((self.reserve_ms, 1), (self.delay_ms, 0)):
            if not (type(value) is int and least <= value <= LONGEST_MS):
                raise RulesError("bad_clock", "Times are whole milliseconds; the reserve is not 0.")
        if not (type(self.lag_ms) is int and 0 <= self.lag_ms <= lag.LONGEST_MS):
            raise RulesError("bad_clock", "Lag compensation is at most two minutes per match.")
        if not (type(self.overtime_ms) is int and 0 <= self.overtime_ms <= LONGEST_OVERTIME_MS):
            raise RulesError("bad_clock", "Overtime is at most ten minutes.")
        if self.kind == CORRESPONDENCE:
            self._require_days()

    def _require_days(self) -> None:
        days, rest = divmod(self.reserve_ms, DAY_MS)
        if rest or not 1 <= days <= MOST_DAYS or self.delay_ms or self.lag_ms or self.overtime_ms:
            raise RulesError(
                "bad_clock", f"Correspondence has 1 to {MOST_DAYS} days a turn and nothing else."
            )

    @property
    def days(self) -> int:
        """The days of a turn in correspondence; 0 for any other clock."""
        return self.reserve_ms // DAY_MS if self.kind == CORRESPONDENCE else 0

    @property
    def time_ms(self) -> int:
        """All that a seat has beside its delays."""
        return self.reserve_ms + self.overtime_ms

    @classmethod
    def preset(cls, name: str, length: int, kind: ClockKind = "simple") -> Self:
        """A usual clock for a match to `length` points, or a session of so many games."""
        if name not in CLOCK_PRESETS:
            raise RulesError("unknown_preset", f"Unknown clock preset: {name!r}.")
        each, delay = CLOCK_PRESETS[name]
        return cls(kind, each * length or SPEED_RESERVE_MS, delay)

    @classmethod
    def correspondence(cls, days: int) -> Self:
        """So many days for each turn."""
        return cls(CORRESPONDENCE, days * DAY_MS, 0)

    @classmethod
    def introduced(cls, length: int, points_scored: int, kind: ClockKind = "simple") -> Self:
        """The standard clock when it is set up in the middle of a match (T10.1)."""
        each, delay = CLOCK_PRESETS["standard"]
        return cls(kind, max(each * length - 60_000 * points_scored, 60_000), delay)

    def to_json(self) -> dict[str, Any]:
        return {
            name: value for name, value in asdict(self).items() if value or name in CLOCK_FIELDS
        }

    @classmethod
    def from_json(cls, data: object) -> Self:
        if not isinstance(data, Mapping) or set(data) - AGREED_FIELDS != CLOCK_FIELDS:
            raise RulesError(
                "bad_clock",
                "A clock has kind, reserve_ms and delay_ms, maybe lag_ms and overtime_ms.",
            )
        return cls(**data)


@dataclass(frozen=True, slots=True)
class Clock:
    """Two reserves, and since when whose is running.

    `delays` is what is left of each seat's delay as of `since`. Less than the whole delay for a seat
    whose clock is not running means: its turn was interrupted (a resignation was offered) and goes on
    with the rest. `lags` is what each seat may still be given back of its lag, `overtimes` what is left of its overtime.
    """

    settings: ClockSettings
    reserve: Pair
    delays: Pair
    running: Seat | None = None
    since: int | None = None
    paused: bool = False
    lags: Pair = (0, 0)
    overtimes: Pair = (0, 0)

    @classmethod
    def new(cls, settings: ClockSettings) -> Self:
        reserve, delay = settings.reserve_ms, settings.delay_ms
        lags = (settings.lag_ms, settings.lag_ms)
        overtimes = (settings.overtime_ms, settings.overtime_ms)
        return cls(settings, (reserve, reserve), (delay, delay), lags=lags, overtimes=overtimes)

    @property
    def delay_left(self) -> int:
        """What the running seat had left of its delay at `since`; 0 when none runs or Fischer."""
        if self.running is None or self.settings.kind == "fischer":
            return 0
        return self.delays[_index(self.running)]

    def hand_to(
        self, seat: Seat | None, now: int, outages: Outages = (), *, turn_over: bool = True
    ) -> "Clock":
        """Charge the time since the last step and let the clock of `seat` run (None: nobody's).

        When it passes to the other seat, the one before has ended its turn (Bronstein gives back what
        it used of its delay) unless `turn_over` is False. In correspondence a turn begins whenever the clock
        passes, with all its days.
        """
        clock = self.charged(now, outages)
        if seat is None:
            clock = clock._settled("A")._settled("B")
        elif self.running not in (None, seat) and turn_over:
            clock = clock._settled(other(seat))
        if self.settings.kind == CORRESPONDENCE and seat not in (None, self.running):
            clock = clock.adjusted(seat, self.settings.reserve_ms)
        since = None if seat is None or self.paused else now
        return replace(clock, running=seat, since=since)

    def pause(self, now: int, outages: Outages = ()) -> "Clock":
        """Stop in the middle of a turn; nothing is lost or given."""
        return replace(self.charged(now, outages), since=None, paused=True)

    def resume(self, now: int) -> "Clock":
        return replace(self, since=None if self.running is None else now, paused=False)

    def with_increment(self, seat: Seat) -> "Clock":
        """Fischer's time for a confirmed play; nothing on other clocks."""
        if self.settings.kind != "fischer":
            return self
        return self.adjusted(seat, self.reserve[_index(seat)] + self.settings.delay_ms)

    def adjusted(self, seat: Seat, reserve_ms: int) -> "Clock":
        """The director sets a reserve. Charge a running clock first (`charged`)."""
        return replace(self, reserve=_with(self.reserve, seat, max(0, reserve_ms)))

    def added(self, seat: Seat, more_ms: int) -> "Clock":
        """Time given or taken off; what the reserve has not is taken off the overtime."""
        index = _index(seat)
        left = self.reserve[index] + more_ms
        overtime = max(0, self.overtimes[index] + min(0, left))
        return replace(self.adjusted(seat, left), overtimes=_with(self.overtimes, seat, overtime))

    def charged(self, now: int, outages: Outages = (), *, lag_ms: int = 0) -> "Clock":
        """The same clock with the time up to `now` taken off, but for `lag_ms` of it."""
        seat = self.running
        if seat is None or self.since is None:
            return self
        reserve, delay, overtime = self._left(seat, now, outages, lag_ms)
        return replace(
            self,
            reserve=_with(self.reserve, seat, reserve),
            delays=_with(self.delays, seat, delay),
            overtimes=_with(self.overtimes, seat, overtime),
            since=max(now, self.since),
            lags=_with(self.lags, seat, self.lags[_index(seat)] - lag_ms) if lag_ms else self.lags,
        )

    def most_lag(self, seat: Seat, asked_ms: int) -> int:
        """How much of the lag that was asked for an action of this seat can be given back at most."""
        if seat != self.running:
            return 0
        return max(0, min(asked_ms, lag.MOST_MS, self.lags[_index(seat)]))

    def lag_worth(self, seat: Seat, asked_ms: int, now: int, outages: Outages = ()) -> int:
        """How much of it is given back at `now`: only what else the reserve would lose.

        While a delay runs, a lag costs nothing and takes nothing off what is left for later; but Bronstein's
        reserve runs at once and may fall within it.
        """
        most = self.most_lag(seat, asked_ms)
        if not most or self.since is None:
            return 0
        used, index = counted(self.since, now, outages, seat), _index(seat)
        lost = used if self.settings.kind == "fischer" else used - self.delays[index]
        if self.settings.kind == "bronstein":
            lost = max(lost, used - self.reserve[index] - self.overtimes[index] + 1)
        return max(0, min(most, lost))

    def reading(self, seat: Seat, now: int, outages: Outages = ()) -> Pair:
        """What the seat has at `now`: (reserve, delay left of its turn), never below 0."""
        return self._left(seat, now, outages)[:2]

    def face(self) -> Pair:
        """What both show as of `since`: of the reserve, and where that is gone of the overtime."""
        (a, b), (more_a, more_b) = self.reserve, self.overtimes
        return a or more_a, b or more_b

    def flag_at(self, outages: Outages = ()) -> int | None:
        """When the running clock reaches zero if nothing happens; None when none runs."""
        if self.running is None or self.since is None:
            return None
        index = _index(self.running)
        free = self.delays[index] if self.settings.kind == "simple" else 0
        moment = self.since + self.reserve[index] + self.overtimes[index] + free
        for start, end in _merged(outages, self.running):
            if end > self.since and start < moment:
                moment += end - max(start, self.since)
        return moment

    def flagged(self, now: int, outages: Outages = ()) -> bool:
        """Is the running clock at zero (R13.1)?"""
        moment = self.flag_at(outages)
        return moment is not None and now >= moment

    def _left(
        self, seat: Seat, now: int, outages: Outages, lag_ms: int = 0
    ) -> tuple[int, int, int]:
        index = _index(seat)
        reserve, delay, overtime = self.reserve[index], self.delays[index], self.overtimes[index]
        if seat != self.running or self.since is None:
            return reserve, delay, overtime
        used = max(0, counted(self.since, now, outages, seat) - lag_ms)
        kind = self.settings.kind
        lost = max(0, used - delay) if kind == "simple" else used
        overtime = max(0, overtime - max(0, lost - reserve))
        left = delay if kind == "fischer" else max(0, delay - used)
        return max(0, reserve - lost), left, overtime

    def _settled(self, seat: Seat) -> "Clock":
        """The seat's turn is over: Bronstein returns what was used of the delay; a fresh one waits."""
        full, left = self.settings.delay_ms, self.delays[_index(seat)]
        if left == full:
            return self
        back = full - left if self.settings.kind == "bronstein" else 0
        clock = self.adjusted(seat, self.reserve[_index(seat)] + back)
        return replace(clock, delays=_with(self.delays, seat, full))

    def to_json(self) -> list[Any]:
        """A compact list; `from_json` reads it back exactly. Of lag and overtime only where they were agreed."""
        setting = self.settings
        agreed = [setting.kind, setting.reserve_ms, setting.delay_ms]
        left = [*self.reserve, *self.delays]
        if setting.lag_ms or setting.overtime_ms:
            agreed.append(setting.lag_ms)
            left += self.lags
        if setting.overtime_ms:
            agreed.append(setting.overtime_ms)
            left += self.overtimes
        return [agreed, left, self.running, self.since, self.paused]

    @classmethod
    def from_json(cls, data: list[Any]) -> Self:
        agreed, (a, b, delay_a, delay_b, *rest), running, since, paused = data
        lag_a, lag_b, over_a, over_b = (*rest, 0, 0, 0, 0)[:4]
        settings, reserve, delays = ClockSettings(*agreed), (a, b), (delay_a, delay_b)
        lags, overtimes = (lag_a, lag_b), (over_a, over_b)
        return cls(settings, reserve, delays, running, since, paused, lags, overtimes)


def counted(start: int, end: int, outages: Outages = (), seat: Seat | None = None) -> int:
    """Milliseconds from `start` to `end` that the clock of this seat counts: without the outages between."""
    spans = _merged(outages, seat)
    lost = sum(max(0, min(stop, end) - max(begin, start)) for begin, stop in spans)
    return max(0, end - start - lost)


def _merged(outages: Outages, seat: Seat | None) -> list[Pair]:
    """The spans in which this seat's clock does not count, in order, none overlapping."""
    merged: list[Pair] = []
    for begin, end in sorted(span[:2] for span in outages if len(span) == 2 or span[2] == seat):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def _index(seat: Seat) -> int:
    return 0 if seat == "A" else 1


def _with(pair: Pair, seat: Seat, value: int) -> Pair:
    return (value, pair[1]) if seat == "A" else (pair[0], value)
