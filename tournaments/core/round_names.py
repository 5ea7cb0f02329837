"""The names of rounds, brackets and pairings, from the keys that blueprints use to words on a page. No database."""

import re
from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournaments.formats.base import CONSOLATION, FINAL, LAST_CHANCE, LOSERS, MAIN

TREE_KEYS = frozenset({"final", "semifinal", "quarterfinal", "third_place"})
LONE_KEYS = frozenset({"final", "third_place"})
NOBODY_ELSE: Collection[str] = ()
ROUND_STEM = re.compile(r"R(?P<number>\d+)")  # of a key that names a round, no bracket

DRAW_COLOURS = {
    MAIN: "main",
    CONSOLATION: "consolation",
    LOSERS: "consolation",
    LAST_CHANCE: "last",
}
ROUND_NAMES = {
    "final": gettext_lazy("Final"),
    "semifinal": gettext_lazy("Semifinals"),
    "quarterfinal": gettext_lazy("Quarterfinals"),
    "third_place": gettext_lazy("Third-place match"),
    "grand_final": gettext_lazy("Grand final"),
    "grand_final_reset": gettext_lazy("Second grand final, if needed"),
}
SHORT_ROUND_NAMES = {
    "final": pgettext_lazy("round, short", "F"),
    "semifinal": pgettext_lazy("round, short", "SF"),
    "quarterfinal": pgettext_lazy("round, short", "QF"),
    "third_place": pgettext_lazy("round, short", "3rd"),
    "grand_final": pgettext_lazy("round, short", "GF"),
    "grand_final_reset": pgettext_lazy("round, short", "GF 2"),
}


def draw_colour(section: str) -> str:
    """The colour of a bracket: main, consolation or last; empty for a group."""
    return DRAW_COLOURS.get(section, "")


def round_name(key: str, section: str = MAIN, beside: Collection[str] = NOBODY_ELSE) -> str:
    """A round's name in the reader's language; `round_of_64` and larger are made from their number.

    `beside` are the sections of its stage: where there are several finals each says whose it is.
    """
    if key == "final" and LOSERS in (section, *beside):
        return _("Losers’ final") if section == LOSERS else _("Winners’ final")
    if key in ROUND_NAMES:
        return str(ROUND_NAMES[key])
    number = {"number": key.rpartition("_")[2]}
    if _is_last(key):
        # Translators: the round of a knockout, named by how many players are left: Last 64
        return _("Last %(number)s") % number
    return _("Round %(number)s") % number


def full_round_name(key: str, section: str, beside: Collection[str] = NOBODY_ELSE) -> str:
    """The same with its bracket, where the name alone would not tell: Consolation, semifinals."""
    name = round_name(key, section, beside)
    if section in (MAIN, FINAL) or (section == LOSERS and key == "final"):
        return name
    bracket = section_name(section, beside)
    return _("%(bracket)s: %(round)s") % {"bracket": bracket, "round": name}


def placed_round_name(
    key: str, section: str, beside: Collection[str] = NOBODY_ELSE, stage: int | None = None
) -> str:
    """The same where nothing around tells what it is part of: Main draw · Quarterfinals, Stage 2 · Final.

    `stage` is given where an earlier one has rounds of the same names.
    """
    parts = [_("Stage %(number)d") % {"number": stage}] if stage else []
    says_itself = section == FINAL or (key == "final" and LOSERS in (section, *beside))
    if not says_itself and (bracket := section_name(section, beside)):
        parts.append(bracket)
    return " · ".join([*parts, round_name(key, section, beside)])


def section_name(section: str, beside: Collection[str] = NOBODY_ELSE) -> str:
    """What a bracket or a group is called; the only one of a stage needs no name and gets none."""
    if section == MAIN:
        if LOSERS in beside:
            return _("Winners’ bracket")
        return _("Main bracket") if len(set(beside) - {MAIN}) else ""
    names = {
        LOSERS: _("Losers’ bracket"),
        FINAL: _("Grand final"),
        CONSOLATION: _("Consolation"),
        LAST_CHANCE: _("Last chance"),
    }
    return names.get(section) or _("Group %(name)s") % {"name": section}


def short_round_name(key: str) -> str:
    """The same where there is little room: QF, SF, F, R16, R3."""
    if key in SHORT_ROUND_NAMES:
        return str(SHORT_ROUND_NAMES[key])
    return _numbered(key.rpartition("_")[2])


def _numbered(number: str) -> str:
    # Translators: the number of a round (R3), or how many players are left in a knockout (R64)
    return pgettext("round, short", "R%(number)s") % {"number": number}


def pairing_name(
    key: str, round_key: str, section: str, number: int, beside: Collection[str] = NOBODY_ELSE
) -> str:
    """QF 1 in a bracket that stands alone; else by its letter: W2 3, L4 1, C1 2, A 1.2, R3 12.

    A final has no number. `key` is the blueprint's (W2.3), whose letter says which bracket it is of.
    """
    if section == FINAL:
        return short_round_name(round_key)
    stem, _dot, _number = key.rpartition(".")
    if section == MAIN and LOSERS not in beside and _is_tree(round_key):
        name = short_round_name(round_key)
        return name if round_key in LONE_KEYS else f"{name} {number}"
    if section in (MAIN, LOSERS, CONSOLATION, LAST_CHANCE):
        of_round = ROUND_STEM.fullmatch(stem)
        return f"{_numbered(of_round['number']) if of_round else stem} {number}"
    return f"{section} {stem.removeprefix(section)}.{number}"


def _is_tree(round_key: str) -> bool:
    return round_key in TREE_KEYS or _is_last(round_key)


def _is_last(key: str) -> bool:
    return key.startswith("round_of_")
