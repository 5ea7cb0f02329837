"""What the end of a match means for its player in the tournament: one sentence each. No database."""

from collections.abc import Collection

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.formats.base import CONSOLATION, FINAL, LAST_CHANCE, LOSERS, MAIN


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 11th in English; elsewhere with the full stop that Estonian, Finnish, Polish and Serbian write.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 22, 103)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '22nd', '103rd']
    """
    if not (get_language() or "en").startswith("en"):
        return f"{n}."
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th') }"


def place_headline(first: int, last: int) -> str:
    """
    >>> str(place_headline(1, 1)), str(place_headline(5, 8))
    ('You won the tournament', 'You finished 5th–8th')
    """
    if first == last == 1:
        return _("You won the tournament")
    place = ordinal(first) if first == last else f"{ordinal(first)}–{ordinal(last)}"
    return _("You finished %(place)s") % {"place": place}


def section_headline(section: str) -> str:
    """Where a player goes who leaves the bracket of the match; empty for a bracket without a sentence."""
    texts = {
        CONSOLATION: _("You go to the consolation"),
        LAST_CHANCE: _("You go to the last chance"),
        LOSERS: _("You go to the losers’ bracket"),
    }
    return texts.get(section, "")


def round_headline(key: str, section: str, beside: Collection[str] = ()) -> str:
    """What the winner of a match has reached; empty where the name of the round says nothing about that."""
    if key == "third_place":
        return _("You play for third place")
    if section not in (MAIN, FINAL):
        return ""
    if key == "final" and LOSERS in beside:
        return _("You are in the winners’ final")
    if key.startswith("round_of_"):
        return _("You are in the last %(number)s") % {"number": key.rpartition("_")[2]}
    texts = {
        "final": _("You are in the final"),
        "semifinal": _("You are in the semifinal"),
        "quarterfinal": _("You are in the quarterfinal"),
        "grand_final": _("You are in the grand final"),
        "grand_final_reset": _("You are in the second grand final"),
    }
    return texts.get(key, "")
