"""`{% load people %}`: what stands beside a player's name. `{% avatar player.pk %}`, `{% flag player.country %}` and
`{% rating ratings player.pk "online" %}`, where the view has put `ratings_of` the page's players into `ratings`.
"""

from functools import cache, lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_countries import countries

from accounts.avatars import avatar_of
from accounts.rating_chips import RatingFigures

register = template.Library()


@register.simple_tag
def avatar(player_id: int | None, size: str = "s") -> str | SafeString:
    """The checker of a player: `size` is xs (20 px), s (26), m (40), l (52) or xl (96). Nothing without a player."""
    if player_id is None:
        return ""
    look = avatar_of(player_id)
    return _drawn_avatar(size, look.colour, look.pattern)


@cache
def _drawn_avatar(size: str, colour: int, pattern: int) -> SafeString:
    """There are few looks, and a page shows many players."""
    return format_html(
        '<svg class="avatar avatar--{} avatar-c{}" viewBox="0 0 40 40" aria-hidden="true"><use href="#avatar-{}"/></svg>',
        size,
        colour,
        pattern,
    )


@register.simple_tag
def flag(country: object, *, decorative: bool = False) -> str | SafeString:
    """The flag of a country by its code of two letters (ISO 3166-1), with its name for screen readers unless it is
    `decorative` (within a link, whose name it would lengthen). Nothing for another text.
    """
    return _drawn_flag(str(country or "")[:3].upper(), get_language(), decorative)


@lru_cache(maxsize=4096)
def _drawn_flag(code: str, _language: str | None, decorative: bool) -> str | SafeString:
    """Kept for each language, because the name of the country is in it."""
    name = countries.name(code) if len(code) == 2 else ""
    if not name:
        return ""
    return format_html(
        '<img class="flag" src="{}" width="18" height="12" alt="{}" title="{}" loading="lazy">',
        static(f"flags/{code}.svg"),
        "" if decorative else name,
        name,
    )


@register.simple_tag
def rating(ratings: RatingFigures | None, player_id: int | None, pool: str) -> str | SafeString:
    """The rating of a player in a pool, with a question mark while it is provisional. Nothing for who has none."""
    figure = None if not ratings or player_id is None else ratings.get((player_id, pool))
    if figure is None:
        return ""
    label = _("Provisional rating") if figure.is_provisional else _("Rating")
    mark = "?" if figure.is_provisional else ""
    return format_html(
        '<span class="rating" title="{}"><span class="vh">{} </span>{}{}</span>',
        label,
        label,
        figure.rating,
        mark,
    )
