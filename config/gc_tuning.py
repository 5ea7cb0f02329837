"""When Python looks for garbage in a process that serves."""

import gc

# New objects between two looks for garbage (Python: 700, 10, 10).
COLLECT_AFTER = (20_000, 20, 20)


def freeze_loaded() -> None:
    """What is imported by now stays for good: no look for garbage goes through it again, which held every request of the
    process for 0.15 s each few requests. Looks stay frequent: what dies young is found while it is still in the cache."""
    gc.collect()
    gc.freeze()


def collect_less_often() -> None:
    """The same for a live table, where much dies by itself: look less often."""
    freeze_loaded()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()
