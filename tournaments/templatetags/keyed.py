"""Looking something up by a variable in a template; nothing where there is nothing."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def keyed(found: Mapping[Any, Any], key: Any) -> Any:
    return found.get(key)
