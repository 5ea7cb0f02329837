"""One sweep of push messages: it hands out and sends in rounds, for as long as anything is owed."""

from collections.abc import Callable
from datetime import datetime
from time import monotonic

from django.conf import settings

from notifications.services import push_deliveries, pushes
from notifications.services.push_senders import PushSenders
from web.rate_limit import go_on, one_at_a_time

LONGEST_S = 25.0
"""A sweep begins nothing more after so long; the next one goes on."""
LEASE, LEASE_S = "push_sweep", 45
"""One sweep works at a time on the whole site. It renews its lease after each round, which lasts LONGEST_S and a deadline of a
sender at most; that of a killed worker lapses."""


def sweep(clock: Callable[[], datetime]) -> int:
    """How many messages were taken. While another sweep works, this one does nothing."""
    if not settings.VAPID_PRIVATE_KEY:
        return 0
    with one_at_a_time(LEASE, LEASE_S) as is_first:
        return _rounds(clock) if is_first else 0


def _rounds(clock: Callable[[], datetime]) -> int:
    until, taken = monotonic() + LONGEST_S, 0
    with PushSenders() as senders:
        while monotonic() < until:
            now = clock()
            handed_out = pushes.hand_out_due(now)
            sent = push_deliveries.send_some(now, senders, until)
            if not handed_out and sent is None:
                break
            taken += sent or 0
            go_on(LEASE, LEASE_S)
    return taken
