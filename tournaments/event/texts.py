"""Names and descriptions of the templates of events and of their tournaments."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise


@dataclass(frozen=True, slots=True)
class TemplateText:
    """A template in the list that an organizer chooses from."""

    name: Text
    what: Text


EVENTS: Final[dict[str, TemplateText]] = {
    "club_night": TemplateText(
        _("Club night"),
        _(
            "One evening, up to 24 players: four Swiss rounds to 5 points. Everyone plays to the "
            "end."
        ),
    ),
    "weekend_open": TemplateText(
        _("Weekend open"),
        _(
            "Over the board: Open and Intermediate with consolation and last chance, plus "
            "Doubles and Jackpot."
        ),
    ),
    "online_knockout": TemplateText(
        _("Online knockout"),
        _(
            "Up to 32 players, one week per round. Players agree on match times before each "
            "deadline."
        ),
    ),
    "league": TemplateText(
        _("League"),
        _("Divisions of eight, round robin, one match to 11 per week."),
    ),
    "swiss_day": TemplateText(
        _("Swiss day"),
        _("Over the board in one day: six Swiss rounds to 7 points, up to 32 players."),
    ),
}

TOURNAMENTS: Final[dict[str, Text]] = {
    "club": _("Club night"),
    "main": pgettext_lazy("division", "Open"),
    "intermediate": pgettext_lazy("division", "Intermediate"),
    "doubles": pgettext_lazy("two players a side", "Doubles"),
    "jackpot": pgettext_lazy("tournament", "Jackpot"),
    "knockout": _("Knockout"),
    "division_1": _("Division 1"),
    "division_2": _("Division 2"),
    "swiss": _("Swiss"),
    "open": _("Open with consolation"),
    "round_robin": _("Round robin"),
    "double": _("Double elimination"),
    "blitz": _("Blitz"),
}
