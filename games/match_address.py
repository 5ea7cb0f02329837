"""The address of a match's page, without Django's `reverse`: in the process `live` its first call imports every page of the site.

That takes a second, and six where nothing is compiled; the lane that writes moves would wait for it.
"""

from uuid import UUID


def match_path(match_id: UUID) -> str:
    """As games/urls.py has it (`match`)."""
    return f"/matches/{match_id}/"
