"""What `games` announces, without knowing who listens."""

from typing import TypeAlias
from uuid import UUID

from django.dispatch import Signal

LogGrowth: TypeAlias = list[tuple[UUID, int]]
"""Matches whose logs have grown, each with its new `seq`."""

# Sent once, after the commit that ended matches but did not void them, with `match_ids`. A lost signal costs time, never a
# fact: whoever listens must also sweep for finished matches.
match_finished = Signal()

# Sent once after every commit that appended to logs of matches that were there before, with `grown`, a LogGrowth; not for
# the batches of the live table, which has it from `act_many`. It is a hint for live listeners and may be lost; it carries
# nothing that is not in the log.
actions_committed = Signal()

# Sent after a commit that changed what stands beside the log of a match, with `match_id`: its chat, the wish for a
# rematch, or a vacation in correspondence. A hint like the one above.
aside_changed = Signal()

# Sent after a commit in which a board of shared dice came to another place, with `shared_id` and `now`: a roll may be due
# for the group. It may be lost; a sweep finds what is due.
board_moved = Signal()


def announce_growth(grown: LogGrowth) -> None:
    """Send `actions_committed`, after the commit."""
    if grown:
        actions_committed.send_robust(sender=None, grown=grown)
