"""The words of records of leagues."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SETTING_NAMES: Mapping[str, Any] = {
    "name": gettext_lazy("Name"),
    "about": gettext_lazy("About the league"),
    "club": gettext_lazy("Club of the league"),
}


def record_text(label: str, details: Mapping[str, Any]) -> str:
    """A line of the record after its verb: the season and the division with its numbers, or the settings that were changed."""
    if "changes" in details:
        return (
            f"{label}: {', '.join(str(SETTING_NAMES.get(key, key)) for key in details['changes'])}"
        )
    parts = [str(details[key]) for key in ("season", "division") if key in details]
    if "moving" in details:
        relegated, play_off = details["moving"]
        parts.append(_("Players relegated: %(n)d") % {"n": relegated})
        parts.append(_("Play-off places: %(n)d") % {"n": play_off})
    return f"{label}: {' · '.join(parts)}" if parts else label
