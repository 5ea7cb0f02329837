"""Who is at a table: both seats and how many watch, over all processes. Told at most once a second.

Each process says what it has (over the bus, again every ten seconds); what was not said again for
thirty is forgotten. Presence decides nothing: a clock runs whether its owner is there or not.
"""

from dataclasses import dataclass
from time import monotonic

from games.live.http import dump

SAY_AGAIN_S = 10.0
FORGET_S = 30.0


@dataclass(frozen=True, slots=True)
class Present:
    """What one process has at one table."""

    a: bool = False
    b: bool = False
    spectators: int = 0

    def plus(self, other: "Present") -> "Present":
        return Present(self.a or other.a, self.b or other.b, self.spectators + other.spectators)

    def event(self) -> bytes:
        said = {"A": self.a, "B": self.b, "spectators": self.spectators}
        return b"event: presence\ndata: %b\n\n" % dump(said)


class TablePresence:
    """One table: what this process and the others last said of it."""

    def __init__(self) -> None:
        self._said: tuple[Present, float] | None = None
        self._others: dict[str, tuple[Present, float]] = {}
        self._told: Present | None = None

    def heard(self, process: str, present: Present) -> None:
        self._others[process] = (present, monotonic())

    def must_say(self, mine: Present) -> bool:
        """Whether the other processes must hear of it (again)."""
        now = monotonic()
        if self._said is not None and self._said[0] == mine and now - self._said[1] < SAY_AGAIN_S:
            return False
        self._said = (mine, now)
        return True

    def news(self, mine: Present) -> bytes | None:
        """The event that tells who is at the table, if that is not what was told last."""
        oldest = monotonic() - FORGET_S
        self._others = {p: said for p, said in self._others.items() if said[1] >= oldest}
        total = mine
        for present, _at in self._others.values():
            total = total.plus(present)
        if total == self._told:
            return None
        self._told = total
        return total.event()

    @property
    def event(self) -> bytes:
        """What was told last, for somebody who comes later."""
        return b"" if self._told is None else self._told.event()
