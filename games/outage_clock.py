"""Outages as the clocks of one match met them. Pure."""

from collections.abc import Iterable

Spans = tuple[tuple[int, int], ...]


def as_charged(spans: Spans, acted: Iterable[int]) -> Spans:
    """The outages, each from the last action before its end: an action inside one was charged already.

    `acted` are the times of the match's actions, in order; all times in milliseconds.
    """
    times = list(acted)
    clipped = []
    for start, end in spans:
        begin = max([start, *(at for at in times if at < end)])
        if begin < end:
            clipped.append((begin, end))
    return tuple(clipped)
