"""Names among other words: one written from right to left must not turn round the score beside it.

Pages keep names apart by their markup and `static/js/i18n.js` does so in its sentences; this is for sentences made here.
"""

import re
from typing import Final

_TO_THE_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def isolate(name: str) -> str:
    """The name between isolates, if it needs them.

    >>> apart("Anna"), apart("דוד")
    ('Anna', '\\u2068דוד\\u2069')
    """
    return f"\u2068{name}\u2069" if _TO_THE_LEFT.search(name) else name
