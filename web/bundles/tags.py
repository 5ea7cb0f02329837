"""`{% styles "css/…" %}` and `{% scripts "js/…" "vendor/…" %}`: what a page loads, as literal names of static files.

The names in the templates are the list that bundles are made of (build.py). Files under vendor/ are plain scripts,
everything else is an ES module; a module that is imported need not be named.
"""

import re
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from web.bundles.manifest import bundle_of

register = template.Library()
IMPORTS = re.compile(r"^import\b[^;]*?\"(\.[^\"]+)\";", re.M)
STYLE = '<link rel="stylesheet" href="{}">'
SCRIPT = '<script src="{}" defer></script>'
PRELOAD = '<link rel="modulepreload" href="{}">'
MODULE = '<script src="{}" type="module"></script>'


@register.simple_tag
def styles(*names: str) -> SafeString:
    bundle = bundle_of(*names)
    return format_html_join(
        "", STYLE, [(static(name),) for name in ([bundle] if bundle else names)]
    )


@register.simple_tag
def scripts(*names: str) -> SafeString:
    bundle = bundle_of(*names)
    if bundle:
        return format_html(SCRIPT, static(bundle))
    modules = [name for name in names if not name.startswith("vendor/")]
    plain = [name for name in names if name not in modules]
    tags = [(SCRIPT, plain), (PRELOAD, reached(*modules)), (MODULE, modules)]
    # safe: the names are those that the template writes, escaped one by one
    return mark_safe("".join(format_html(tag, static(name)) for tag, each in tags for name in each))  # noqa: S308


def reached(*modules: str) -> tuple[str, ...]:
    """The modules and all that they import, the nearest first: a browser would learn of each only from the one before."""
    return _reached.__wrapped__(modules) if settings.DEBUG else _reached(modules)


@lru_cache
def _reached(modules: tuple[str, ...]) -> tuple[str, ...]:
    names: dict[str, None] = dict.fromkeys(modules)
    for name in (waiting := list(modules)):
        path = Path(settings.BASE_DIR) / "static" / name
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        for imported in IMPORTS.findall(text):
            target = normpath(join(dirname(name), imported))
            if target not in names:
                names[target] = None
                waiting.append(target)
    return tuple(names)
