"""What two players agree on: a preset of rules, how long, the options they change in it, and a clock."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.clock import ClockSettings
from games.engine.refusals import refused
from games.engine.rules import Rules

OF_SESSIONS = ("jacoby", "max_beavers", "murphy_limit")  # by convention not in matches (R9.4)
OF_MATCHES = ("crawford", "holland")
DAYS_CHOSEN = re.compile(r"days-(\d{1,2})")
OF_THE_CUBE = (*OF_SESSIONS, *OF_MATCHES, "cube_cap")


def rules_chosen(
    preset: str,
    changes: Mapping[str, Any],
    *,
    length: int | None = None,
    games: int | None = None,
    open_ended: bool = False,
) -> Rules:
    """The preset with these options changed; RulesError where an option does not apply to such a match."""
    rules = Rules.open_session(preset) if open_ended else Rules.preset(preset, length, games)
    for option, value in changes.items():
        require_option(rules, option, value)
    return replace(rules, **changes)


def require_option(rules: Rules, option: str, value: Any) -> None:
    """Raise RulesError where the option has no meaning in such a match, unless it is switched off."""
    if value is False or (value == 0 and option != "cube_cap"):
        return
    if option in OF_SESSIONS and rules.kind == "match":
        raise refused("only_in_sessions")
    if option in OF_MATCHES and rules.kind == "session":
        raise refused("only_in_matches")
    if option in OF_THE_CUBE and value is not None and not rules.cube_possible:
        raise refused("needs_cube")


def clock_chosen(name: str, points: int) -> ClockSettings | None:
    """The clock of a form: "none", "days-3" for correspondence, or a preset for a match to so many points."""
    if name == "none":
        return None
    if days := DAYS_CHOSEN.fullmatch(name):
        return ClockSettings.correspondence(int(days[1]))
    return ClockSettings.preset(name, points)
