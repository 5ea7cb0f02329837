"""`{% match_row row %}`: a line of a player's matches, drawn once for each language and time zone."""

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.bracket.selectors.rows import PlayedMatch
from web.bounded_cache import BoundedCache

register = template.Library()
_drawn: BoundedCache[str] = BoundedCache(16 * 2**20)
BYTES_OF_A_CHARACTER = 4


@register.simple_tag
def match_row(row: PlayedMatch) -> SafeString:
    """The line says nothing but what is in the row, which is therefore the key."""
    key = row, get_language(), timezone.get_current_timezone_name()
    drawn = _drawn.get(key)
    if drawn is None:
        drawn = render_to_string("tournaments/players/match_row.html", {"row": row})
        _drawn.put(key, drawn, BYTES_OF_A_CHARACTER * len(drawn))
    return mark_safe(drawn)  # noqa: S308  # a template has drawn it
