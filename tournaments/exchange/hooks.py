"""The place where apps above say which member numbers players have in the lists of federations."""

from collections.abc import Callable, Mapping, Sequence

from web.hooks import Hook

member_numbers: Hook[Callable[[str, Sequence[int]], Mapping[int, str]]] = Hook("member_numbers")
"""Each answers with the member numbers of players in the list of that name, by their ids; an empty mapping without such a list."""
