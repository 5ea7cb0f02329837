"""What was agreed, as the engine wants it: the rules, the clock and the length of a match of each round."""

from typing import Any

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from tournaments.models import Tournament


def length_of(lengths: list[int], from_end: int) -> int:
    """The match length of a round counted from the last one; the last number serves all earlier rounds (T1.4).

    >>> [length_of([9, 7], n) for n in (0, 1, 2)]
    [9, 7, 7]
    """
    return int(lengths[min(from_end, len(lengths) - 1)])


def rules_of(tournament: Tournament, length: int) -> Rules:
    """The rules of a match to `length`: in a tournament a pairing is a match, whatever the preset's own kind."""
    return rules_from(tournament.agreed["rules"], length)


def rules_from(stored: dict[str, Any], length: int) -> Rules:
    """Read `Tournament.rules`: `Rules.to_json()` with the name of the preset beside it."""
    options = {
        key: value
        for key, value in stored.items()
        if key not in {"preset", "kind", "length", "games"}
    }
    return Rules.from_json(options | {"kind": "match", "length": length})


def clock_of(tournament: Tournament, length: int) -> ClockSettings | None:
    """The clock of a match to `length`: presets scale with it (T10.1)."""
    return clock_from(tournament.agreed["clock"], length)


def clock_from(stored: dict[str, Any] | None, length: int) -> ClockSettings | None:
    """Read `Tournament.clock`: None, {"preset", "kind"}, or {"kind", "reserve_ms_per_point", "delay_ms"}."""
    if not stored:
        return None
    kind = stored.get("kind", "simple")
    if "preset" in stored:
        return ClockSettings.preset(stored["preset"], length, kind)
    return ClockSettings(kind, stored["reserve_ms_per_point"] * length, stored["delay_ms"])
