"""Lists of hundreds of rows: a row that has not changed is not rendered again, but taken from the memory of this process.

{% load row_cache %}{% cached_row "tournaments/venue/table.html" table=table here=here %} renders the template with these values and
nothing else of the page. What the template shows must follow from them, the language and the time zone alone. They are the key of
the row, so they are compared by what they contain: frozen dataclasses, tuples, texts, numbers; no model, because models compare by
their id. The token of the page's forms may be used. {% cached_rows "tournaments/desk/table_map_cell.html" "cell" cells %} does so for
each of many, one after another.
"""

from collections.abc import Hashable, Iterable
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
    return _with_token(context, _row(context, name, _here(), values))


@register.simple_tag(takes_context=True)
def cached_rows(
    context: template.Context, name: str, each: str, rows: Iterable[Hashable], **shared: Hashable
) -> SafeString:
    """A row for each of `rows`, which the template calls `each`, with what they share. Raises TypeError like `cached_row`."""
    here = _here()
    html = (_row(context, name, here, {each: row, **shared}) for row in rows)
    return _with_token(context, mark_safe("".join(html)))  # noqa: S308  # a template has escaped each


def _here() -> tuple[str | None, str]:
    return get_language(), get_current_timezone_name()


def _row(
    context: template.Context,
    name: str,
    here: tuple[str | None, str],
    values: dict[str, Hashable],
) -> SafeString:
    if any(isinstance(value, Model) for value in values.values()):
        raise TypeError(f"{name}: a model is no key of a row")
    key = name, *here, *values.items()
    html = _rows.get(key)
    if html is None or settings.DEBUG:
        html = _rendered(context, name, values)
        _rows.put(key, html, len(html))
    return html


def _with_token(context: template.Context, html: SafeString) -> SafeString:
    if BLANK not in html:
        return html
    token = str(context.get("csrf_token", ""))
    return mark_safe(html.replace(BLANK, token))  # noqa: S308  # a template has escaped it


def _rendered(context: template.Context, name: str, values: dict[str, Hashable]) -> SafeString:
    assert context.template is not None  # noqa: S101  # a tag is rendered by a template
    inner = template.Context({**values, "csrf_token": BLANK})
    return context.template.engine.get_template(name).render(inner)
