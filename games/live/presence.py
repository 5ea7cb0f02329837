"""Who is at a table: both seats and how many watch, over all processes. Sent at most once a second.

Each process publishes what it has (over the bus, again every ten seconds); what was not published again for
thirty seconds is forgotten. Presence decides nothing: a clock runs whether its owner is there or not.
"""

from dataclasses import dataclass
from time import monotonic

from games.live.http import dump

PUBLISH_AGAIN_S = 10.0
FORGET_S = 30.0


@dataclass(frozen=True, slots=True)
class Presence:
    """What one process has at one table."""

    a: bool = False
    b: bool = False
    spectators: int = 0

    def __add__(self, other: "Presence") -> "Presence":
        return Presence(self.a or other.a, self.b or other.b, self.spectators + other.spectators)

    def event(self) -> bytes:
        seats = {"A": self.a, "B": self.b, "spectators": self.spectators}
        return b"event: presence\ndata: %b\n\n" % dump(seats)


class TablePresence:
    """One table: what this process and the others last published."""

    def __init__(self) -> None:
        self._published: tuple[Presence, float] | None = None
        self._others: dict[str, tuple[Presence, float]] = {}
        self._sent: Presence | None = None

    def received(self, process: str, presence: Presence) -> None:
        self._others[process] = (presence, monotonic())

    def must_publish(self, mine: Presence) -> bool:
        """Whether the other processes must hear of it (again)."""
        now = monotonic()
        if (
            self._published is not None
            and self._published[0] == mine
            and now - self._published[1] < PUBLISH_AGAIN_S
        ):
            return False
        self._published = (mine, now)
        return True

    def news(self, mine: Presence) -> bytes | None:
        """The event with who is at the table, if that is not what was sent last."""
        total = mine
        if self._others:
            oldest = monotonic() - FORGET_S
            self._others = {p: entry for p, entry in self._others.items() if entry[1] >= oldest}
            for presence, _at in self._others.values():
                total += presence
        if total == self._sent:
            return None
        self._sent = total
        return total.event()

    @property
    def event(self) -> bytes:
        """What was sent last, for a listener who comes later."""
        return b"" if self._sent is None else self._sent.event()
