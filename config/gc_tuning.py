"""When Python collects garbage in a serving process.

Needed by: every process that serves: `web` freezes what it has imported, `live` and `make run` also collect less often. It is
about latency; a proxy has no part in it.
"""

import gc

# Thresholds of gc.set_threshold (Python's: 700, 10, 10).
COLLECT_AFTER = (20_000, 20, 20)


def freeze_loaded() -> None:
    """Freeze what is imported by now: a full collection went through it every few requests and stopped the process for 0.15 s.
    Collections stay frequent, because young objects are still in the processor's cache."""
    gc.collect()
    gc.freeze()


def collect_less_often() -> None:
    """The same for a live table, and collect less often: most of its objects are freed by reference counting."""
    freeze_loaded()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()
