"""What may be read of matches, by whom. Services write, selectors read; views ask nothing else."""

from games.selectors.lists import (
    list_key,
    matches_for_lists,
    matches_listed,
)
from games.selectors.loaded_matches import load_match, load_match_at, load_matches
from games.selectors.log import actions_after, actions_after_each, grown, rows_between
from games.selectors.position_ids import position_ids
from games.selectors.seats import SEATS, match_with_seats, seat_of, seats_of
from games.selectors.seeds import commitments, revealed_seeds
from games.selectors.view import (
    lasting_view,
    outlasts,
    own_view,
    passing_view,
    table_view,
    view_of,
)
from games.selectors.visibility import hidden_from, shown_late

__all__ = [
    "SEATS",
    "actions_after",
    "actions_after_each",
    "commitments",
    "grown",
    "hidden_from",
    "lasting_view",
    "list_key",
    "load_match",
    "load_match_at",
    "load_matches",
    "match_with_seats",
    "matches_for_lists",
    "matches_listed",
    "outlasts",
    "own_view",
    "passing_view",
    "position_ids",
    "revealed_seeds",
    "rows_between",
    "seat_of",
    "seats_of",
    "shown_late",
    "table_view",
    "view_of",
]
