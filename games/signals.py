"""What `games` tells the world, without knowing who listens."""

from django.dispatch import Signal

# Sent once, after the commit that ended matches but did not void them, with `match_ids`. A lost signal costs time, never a
# fact: whoever listens must also sweep for finished matches.
match_finished = Signal()

# Sent once after every commit that appended to logs of matches that were there before, with `grown`: each match and its
# new `seq`. It is a hint for live listeners and may be lost; it carries nothing that is not in the log.
actions_committed = Signal()

# Sent after a commit that changed what stands beside the log of a match, with `match_id`: its chat, or the
# wish for a rematch. A hint like the one above.
aside_changed = Signal()
