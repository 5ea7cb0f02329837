"""Where apps above hear that a tournament changed. Every change that a reader could see passes here, in its own transaction."""

from collections.abc import Callable, Sequence

from web.hooks import Hook

tournament_changes: Hook[Callable[[Sequence[int]], None]] = Hook("tournament_changes")
"""Each is called with the ids of tournaments that are locked and whose versions were raised; it may write, and nothing else."""


def announce_changes(ids: Sequence[int]) -> None:
    """Call all of them, in the order in which they were registered."""
    for function in tournament_changes.functions().values():
        function(ids)
