"""How long a match is, on pages."""

from typing import Any

from django import template

from tournaments.bracket.selectors.agreement import is_session
from tournaments.core.length_texts import length_text
from tournaments.models import Round

register = template.Library()


@register.filter
def played_to(row: Any) -> str:
    """The length of a round, or of a row with a length: `to 7`, or `session of 3 games`."""
    session = is_session(row) if isinstance(row, Round) else row.is_session
    return length_text(row.length, is_session=session)
