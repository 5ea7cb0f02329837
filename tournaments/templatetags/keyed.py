"""A lookup by a variable key in a template; None if the key is missing."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def keyed(mapping: Mapping[Any, Any], key: Any) -> Any:
    return mapping.get(key)
