"""An engine rests most of the time where the machine is busy with moves and pages.

The lowest priority is not enough: on two processors even an endless empty loop at that priority slowed moves (docs/performance.md).
"""

from pathlib import Path
from time import monotonic, process_time, sleep

BUSY = 0.25
"""A machine is busy when others take this share of its processors. Processes of a low priority do not count."""
WORKING_SHARE = 0.1
LOOK_S = 0.5
LONGEST_REST_S = 2.0


class Throttle:
    """For the thread that judges."""

    def __init__(self, stat: Path = Path("/proc/stat")) -> None:
        self._stat = stat
        self._times = self._processor_times()
        self._looked_at, self._worked_s = monotonic(), process_time()
        self._is_busy = False

    def rest(self) -> None:
        """Between two decisions: on a busy machine for nine times as long as the last one took."""
        if monotonic() - self._looked_at >= LOOK_S:
            self._look()
        worked_s = process_time() - self._worked_s
        if self._is_busy:
            sleep(min(LONGEST_REST_S, worked_s * (1 / WORKING_SHARE - 1)))
        self._worked_s = process_time()

    def _look(self) -> None:
        before, self._times = self._times, self._processor_times()
        self._looked_at = monotonic()
        passed = [now - then for now, then in zip(self._times, before, strict=True)]
        whole = sum(passed)
        self._is_busy = whole > 0 and (passed[0] + passed[2]) / whole > BUSY

    def _processor_times(self) -> list[int]:
        """Ticks of user, nice, system and idle, of all processors together; zeros where the system does not say."""
        try:
            first = self._stat.read_text().splitlines()[0]
        except OSError:
            return [0] * 4
        return [int(ticks) for ticks in first.split()[1:5]]
