"""Which walls show what there is to show, for web/unchanged_answers.py."""

import re

from web.unchanged_answers import ConfirmedKeys, KeyedPage

CURRENT_S = 1.0
"""For so long a key that one wall was given or confirmed counts as current for all of them."""

wall_keys = ConfirmedKeys(CURRENT_S)


def _is_current(path: str, _slug: str, key: str) -> bool:
    return wall_keys.has(path, key)


KEYED_WALLS = (
    KeyedPage(re.compile(r"/tournaments/([-\w]+)/wall/", re.ASCII), "tournament-wall", _is_current),
    KeyedPage(re.compile(r"/events/([-\w]+)/wall/", re.ASCII), "event-wall", _is_current),
)
