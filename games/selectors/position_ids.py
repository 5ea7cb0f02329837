"""The position of a match in the words of other programs, for whoever may see it now."""

from games.loaded_match import LoadedMatch
from games.records.identifiers import identifiers_of


def position_ids(loaded: LoadedMatch) -> dict[str, str | None] | None:
    """As in the JSON file of a match, and the second part of a GNU Backgammon ID alone. None before the first game."""
    match = loaded.table.match
    if match.game is None:
        return None
    ids = identifiers_of(match)
    return {
        "position_id": ids.position,
        "match_id": None if ids.gnubg is None else ids.gnubg.partition(":")[2],
        "gnubg_id": ids.gnubg,
        "xgid": ids.xgid,
    }
