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
