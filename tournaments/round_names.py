"""The names of rounds, from the keys that blueprints use to words on a page."""

from django.utils.translation import gettext as _


def round_name(key: str) -> str:
    """A round's name in the reader's language; `round_of_64` and larger are made from their number."""
    names = {
        "final": _("Final"),
        "semifinal": _("Semifinals"),
        "quarterfinal": _("Quarterfinals"),
        "third_place": _("Third place"),
    }
    if key in names:
        return names[key]
    return _("Last %(number)s") % {"number": key.rpartition("_")[2]}


def short_round_name(key: str) -> str:
    """The same where there is little room: QF, SF, F, R16; of a pairing with its number: QF 1."""
    names = {
        "final": _("F"),
        "semifinal": _("SF"),
        "quarterfinal": _("QF"),
        "third_place": _("3rd"),
    }
    if key in names:
        return names[key]
    return _("R%(number)s") % {"number": key.rpartition("_")[2]}
