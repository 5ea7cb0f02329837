"""Names and descriptions of the templates that the page of a new tournament begins with."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise

TEMPLATE_TEXTS: Final[dict[str, tuple[Text, Text]]] = {
    "club_evening": (_("Club evening"), _("Knockout to 5 points, fast clock")),
    "weekend_draws": (_("Weekend open"), _("Consolation and last chance")),
    "double_loss": (_("Double elimination"), _("Lose twice and you are out")),
    "swiss_rounds": (_("Swiss"), _("Six rounds for everybody")),
    "groups_final": (_("Groups"), _("Then a knockout of the best")),
    "everybody": (_("Round robin"), _("Everybody plays everybody")),
    "online_weekend": (_("Online weekend"), _("Consolation and last chance")),
}

# Labels of the lengths, where "Match length" already stands above them.
LENGTH_LABELS: Final[dict[str, Text]] = {
    "length_final": pgettext_lazy("match length of", "Final"),
    "length_semi": pgettext_lazy("match length of", "Semifinals"),
    "length_quarter": pgettext_lazy("match length of", "Quarterfinals"),
    "length_earlier": pgettext_lazy("match length of", "Earlier rounds"),
    "to_consolation": pgettext_lazy("match length of", "Consolation"),
    "to_last_chance": pgettext_lazy("match length of", "Last chance"),
    "to_losers": pgettext_lazy("match length of", "Losers’ bracket"),
    "to_final": pgettext_lazy("match length of", "Grand final"),
}
ROUND_LENGTH_LABELS: Final[dict[str, Text]] = {
    "length_earlier": pgettext_lazy("match length of", "Every round"),
    "length_last_but_one": pgettext_lazy("match length of", "Next-to-last round"),
    "length_final": pgettext_lazy("match length of", "Last round"),
}
