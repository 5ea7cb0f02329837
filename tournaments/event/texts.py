"""Names and descriptions of the templates of events and of their tournaments."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True, slots=True)
class TemplateText:
    """A template in the list that an organizer chooses from."""

    name: Text
    what: Text


EVENTS: Final[dict[str, TemplateText]] = {
    "club_night": TemplateText(
        _("Club night"),
        _("An evening for up to 24: four Swiss rounds to 5 points. Everybody plays to the end."),
    ),
    "weekend_open": TemplateText(
        _("Weekend open"),
        _(
            "Over the board: open and intermediate with consolation and last chance, doubles and a jackpot."
        ),
    ),
    "online_knockout": TemplateText(
        _("Online knockout"),
        _("32 places, a week for each round. Players agree on their times, deadlines do the rest."),
    ),
    "league": TemplateText(
        _("League"),
        _("Divisions of eight, everybody against everybody, a match to 11 each week."),
    ),
    "swiss_day": TemplateText(
        _("Swiss day"), _("Six Swiss rounds to 7 points for up to 32, over the board in one day.")
    ),
}

TOURNAMENTS: Final[dict[str, Text]] = {
    "club": _("Club night"),
    "main": _("Open"),
    "intermediate": _("Intermediate"),
    "doubles": _("Doubles"),
    "jackpot": _("Jackpot"),
    "knockout": _("Knockout"),
    "division_1": _("Division 1"),
    "division_2": _("Division 2"),
    "swiss": _("Swiss"),
    "open": _("Open with consolation"),
    "round_robin": _("Round robin"),
    "double": _("Double elimination"),
    "blitz": _("Blitz"),
}
