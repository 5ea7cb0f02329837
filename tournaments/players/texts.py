"""Words of a player's page."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def kind_names() -> dict[str, str]:
    """How a match was played, by the keys of career_rows.KINDS."""
    return {
        "online": pgettext("match", "Online"),
        "correspondence": pgettext("match", "Correspondence"),
        "board": pgettext("match", "Over the board"),
        "bot": _("Against bots"),
    }


def length_names() -> dict[str, str]:
    """The lines of the table of lengths (career_counts.by_length)."""
    # Translators: a line of a table of match lengths: matches to 9 points and longer ones
    longer = pgettext("match length", "9 and more")
    return {"9": longer, "session": _("Sessions")}


def end_names() -> dict[str, str]:
    """How a match ended whose score does not show who won, by `Match.reason`."""
    # Translators: how a match ended, beside the opponent, where the score would be
    return {
        "time": pgettext("result", "time forfeit"),
        "conceded": pgettext("result", "resignation"),
        "forfeit": pgettext("result", "forfeit"),
    }


def end_name(reason: str) -> str:
    """The same for one match; a ruling where nothing else is known."""
    return end_names().get(reason, pgettext("result", "ruling"))
