"""What `games` tells the world, without knowing who listens."""

from django.dispatch import Signal

# Sent once, after the commit that ended a match, with `match_id`. A lost signal costs time, never a
# fact: whoever listens must also sweep for finished matches.
match_finished = Signal()
