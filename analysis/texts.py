"""Why a match is not analysed, in words."""

from django.utils.translation import gettext_lazy as _

REASONS = {
    "no_engine": _("This site has no analysis engine."),
    "not_over": _("The match can be analysed when it is over."),
    "empty": _("Nothing was played in this match."),
    "session": _("Sessions can’t be analysed yet, only matches to a number of points."),
    "no_cube": _("Matches without the cube can’t be analysed, except matches to 1 point."),
    "no_crawford": _("Matches without the Crawford rule can’t be analysed."),
    "holland": _("Matches with the Holland rule can’t be analysed."),
    "murphy": _("Matches with automatic doubles can’t be analysed."),
    "beavers": _("Matches with beavers can’t be analysed."),
    "cube_limit": _("Matches with a cube limit can’t be analysed."),
    "jacoby": _("Matches with the Jacoby rule can’t be analysed."),
}
