"""Lists of hundreds of rows: a row that has not changed is not rendered again, but taken from the memory of this process.

{% load row_cache %}{% cached_row "tournaments/venue/table.html" table=table here=here %} renders the template with these values and
nothing else of the page. What the template shows must follow from them, the language and the time zone alone. They are the key of
the row, so they are compared by what they contain: frozen dataclasses, tuples, texts, numbers; no model, because models compare by
their id. The token of the page's forms may be used.
"""

from collections.abc import Hashable
from secrets import token_hex

from django import template
from django.conf import settings
from django.db.models import Model
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from web.bounded_cache import BoundedCache

MOST_BYTES = 16 * 2**20
BLANK = token_hex(16)  # where the token of a page's forms goes; nobody can write it into a row
register = template.Library()
_rows: BoundedCache[SafeString] = BoundedCache(MOST_BYTES)


@register.simple_tag(takes_context=True)
def cached_row(context: template.Context, name: str, **values: Hashable) -> SafeString:
    """The row as HTML. Raises TypeError for a value that is no key: a model, or what cannot be hashed."""
    if any(isinstance(value, Model) for value in values.values()):
        raise TypeError(f"{name}: a model is no key of a row")
    key = name, get_language(), get_current_timezone_name(), *values.items()
    html = _rows.get(key)
    if html is None or settings.DEBUG:
        html = _rendered(context, name, values)
        _rows.put(key, html, len(html))
    if BLANK in html:
        token = str(context.get("csrf_token", ""))
        return mark_safe(html.replace(BLANK, token))  # noqa: S308  # a template has escaped it
    return html


def _rendered(context: template.Context, name: str, values: dict[str, Hashable]) -> SafeString:
    assert context.template is not None  # noqa: S101  # a tag is rendered by a template
    inner = template.Context({**values, "csrf_token": BLANK})
    return context.template.engine.get_template(name).render(inner)
