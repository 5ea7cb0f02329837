"""Waiting until a descriptor can be read, in a process with any number of them."""

import select


def is_readable(descriptor: int, timeout_s: float) -> bool:
    """Can something be read, or is the other end closed, within so many seconds? `select.select` raises ValueError for descriptors
    above 1023, and a site with many connections has more."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(1000 * timeout_s))
