"""One thread watches the deadlines of many: each in its time, an earlier one that comes later too, and none that is cancelled."""

from queue import SimpleQueue
from threading import active_count
from time import monotonic, sleep

from web.deadlines import DeadlineWatcher


def test_each_deadline_passes_in_its_time_and_an_earlier_one_first() -> None:
    watcher, passed = DeadlineWatcher(), SimpleQueue[tuple[str, float]]()
    began = monotonic()
    for name, after in (("late", 0.3), ("early", 0.1)):
        watcher.call_at(began + after, lambda name=name: passed.put((name, monotonic())))  # type: ignore[misc]
    first, second = passed.get(timeout=5), passed.get(timeout=5)
    assert (first[0], second[0]) == ("early", "late")
    assert first[1] >= began + 0.1
    assert second[1] >= began + 0.3


def test_a_deadline_that_is_cancelled_does_nothing_and_those_after_it_pass() -> None:
    watcher, passed = DeadlineWatcher(), SimpleQueue[str]()
    watcher.call_at(monotonic() + 0.05, lambda: passed.put("cancelled")).cancel()
    watcher.call_at(monotonic() + 0.1, lambda: passed.put("passed"))
    assert passed.get(timeout=5) == "passed"
    assert passed.empty()


def test_a_thousand_deadlines_take_one_thread() -> None:
    watcher, before = DeadlineWatcher(), active_count()
    deadlines = [watcher.call_at(monotonic() + 60, lambda: None) for _ in range(1000)]
    sleep(0.01)
    assert active_count() <= before + 1
    for deadline in deadlines:
        deadline.cancel()
