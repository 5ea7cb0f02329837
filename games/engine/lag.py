"""What an action's way to the server may cost, and who bears it: nobody, within limits, if it was agreed (T10.6, ADR 9).

The figure is put in by the server, stands in the log with the action and is no part of what was done.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from games.engine import json_values

_Action = TypeVar("_Action")
MOST_MS = 1000
"""No action is given back more than this."""
LONGEST_MS = 120_000
"""No clock gives a seat back more than this in a match."""


@dataclass(frozen=True, slots=True)
class Timed:
    """An action whose player's clock may be running. `lag_ms` is what is not charged of the time it took."""

    lag_ms: int = field(default=0, compare=False, kw_only=True)

    def with_lag_ms(self, payload: dict[str, Any]) -> dict[str, Any]:
        """The payload with the figure, if there is one: a log without reads as it always did."""
        return {**payload, "lag_ms": self.lag_ms} if self.lag_ms else payload


def lag_of(payload: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The payload without the lag, and the lag."""
    if "lag_ms" not in payload:
        return payload, 0
    lag_ms = json_values.number(payload["lag_ms"], 1, MOST_MS)
    return {name: value for name, value in payload.items() if name != "lag_ms"}, lag_ms


def with_lag(action: _Action, lag_ms: int) -> _Action:
    """The action with so much of its time not charged; RulesError if no clock can run for it."""
    if not lag_ms:
        return action
    if not isinstance(action, Timed):
        raise json_values.bad("No clock runs for such an action.")
    return replace(action, lag_ms=lag_ms)
