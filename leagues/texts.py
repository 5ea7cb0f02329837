"""The words of records of leagues."""

from collections.abc import Mapping
from typing import Any


def record_text(label: str, details: Mapping[str, Any]) -> str:
    """A line of the record after its verb: the season and the division, or the settings."""
    names = [str(details[key]) for key in ("season", "division") if key in details]
    if "moving" in details:
        names.append("/".join(str(number) for number in details["moving"]))
    return f"{label}: {' · '.join(names)}" if names else label
