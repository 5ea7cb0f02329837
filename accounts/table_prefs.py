"""How a user likes the table: every preference by name with its choices, the default first.

static/js/table/settings/prefs.js holds the same list; a test compares them. Stored values outlive the list, so
whatever is not on it any more is passed over when it is read.
"""

from collections.abc import Mapping
from typing import Any

from web.errors import DomainError

Value = bool | int | str
Prefs = dict[str, Value]
KNOWN: Mapping[str, tuple[Value, ...]] = {
    "board": ("club", "slate", "walnut", "berry", "sea", "contrast"),
    "colours": ("seat", "light", "dark"),
    "mirror": (False, True),
    "flip": (False, True),
    "trace": (True, False),
    "pips": (True, False),
    "motion": (True, False),
    "tapPlays": (True, False),
    "confirm": (True, False),
    "confirmDouble": (True, False),
    "forced": (False, True),
    "bearOff": (False, True),
    "roll": ("safe", "ask", "always"),
    "sound": (True, False),
    "volume": (60, 0, 20, 40, 80, 100),
}


def usable_prefs(stored: object) -> Prefs:
    """The usable part of a stored value: preferences that exist, with values that they may have."""
    if not isinstance(stored, dict):
        return {}
    return {name: stored[name] for name in KNOWN if name in stored and _fits(name, stored[name])}


def checked(sent: object) -> Prefs:
    """The preferences as they were sent. Raises DomainError `bad_preference`."""
    if not isinstance(sent, dict):
        raise DomainError("bad_preference", "Preferences must be a JSON object.", 400)
    for name, value in sent.items():
        if name not in KNOWN or not _fits(name, value):
            what = f"Unknown preference or value: {str(name)[:40]}."
            raise DomainError("bad_preference", what, 400)
    return dict(sent)


def _fits(name: str, value: Any) -> bool:
    """One of the choices, of the same kind: in Python 1 is True, here it is not."""
    return any(type(value) is type(choice) and value == choice for choice in KNOWN[name])
