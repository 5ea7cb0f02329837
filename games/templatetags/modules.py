"""Modules of a page asked for at once: without it a browser learns of each only from the one that imports it."""

import re
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
IMPORTS = re.compile(r"^import\b[^;]*?\"(\.[^\"]+)\";", re.M)


@register.simple_tag
def module_preloads(main: str) -> SafeString:
    """`<link rel="modulepreload">` for a module and all it imports, `import()` left out."""
    names = reached(main) if not settings.DEBUG else reached.__wrapped__(main)
    return format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', [(static(name),) for name in names]
    )


@lru_cache
def reached(main: str) -> tuple[str, ...]:
    """The names of the static files, the nearest first."""
    urls: dict[str, None] = {main: None}
    for name in (waiting := [main]):
        path = finders.find(name)
        text = Path(str(path)).read_text() if path else ""
        for imported in IMPORTS.findall(text):
            target = normpath(join(dirname(name), imported))
            if target not in urls:
                urls[target] = None
                waiting.append(target)
    return tuple(urls)
