"""The programs whose analysis a file may hold, and how far they looked, by the words of gammonview."""

import re

from django.utils.translation import ngettext, pgettext

PROGRAMS = {"xg": "eXtreme Gammon", "bgblitz": "BGBlitz"}
TRUNCATED = {"truncated1": "XG Roller", "truncated2": "XG Roller+", "truncated3": "XG Roller++"}


def level_text(level: str) -> str:
    """`3 plies`, `XG Roller+` or `Rollout`: the deepest of the file; empty where it is not known."""
    plies = re.fullmatch(r"(\d)ply", level)
    if plies:
        number = int(plies[1])
        return ngettext("%(n)s ply", "%(n)s plies", number) % {"n": number}
    if level == "rollout":
        return pgettext("analysis", "Rollout")
    return TRUNCATED.get(level, "")
