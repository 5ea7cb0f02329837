"""`{% load people %}`: what stands before a player's name. `{% avatar player.pk %}`, `{% flag player.country %}`."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_countries import countries

from accounts.avatars import avatar_of

register = template.Library()


@register.simple_tag
def avatar(player_id: int | None, size: str = "s") -> str | SafeString:
    """The checker of a player: `size` is xs (20 px), s (26), m (40), l (52) or xl (96). Nothing without a player."""
    if player_id is None:
        return ""
    look = avatar_of(player_id)
    return format_html(
        '<svg class="avatar avatar--{} avatar-c{}" viewBox="0 0 40 40" aria-hidden="true"><use href="#avatar-{}"/></svg>',
        size,
        look.colour,
        look.pattern,
    )


@register.simple_tag
def flag(country: object, *, decorative: bool = False) -> str | SafeString:
    """The flag of a country by its code of two letters (ISO 3166-1), with its name for screen readers unless it is
    `decorative` (within a link, whose name it would lengthen). Nothing for another text.
    """
    code = str(country or "").upper()
    name = countries.name(code) if len(code) == 2 else ""
    if not name:
        return ""
    return format_html(
        '<img class="flag" src="{}" width="18" height="12" alt="{}" title="{}" loading="lazy">',
        static(f"flags/{code}.svg"),
        "" if decorative else name,
        name,
    )
