"""The two schemas that are compared."""

import json
from pathlib import Path
from typing import Any

from django.utils import translation

RELEASED = Path(__file__).parent / "released.json"
WORDS = ("description", "summary")
"""Left out of the stored schema: texts for people, which may change at any time."""


def present() -> dict[str, Any]:
    """The schema as the site serves it now."""
    from drf_spectacular.generators import SchemaGenerator  # needs Django

    with translation.override("en"):
        return json.loads(json.dumps(SchemaGenerator().get_schema(public=True)))


def released() -> dict[str, Any]:
    """The schema of the last release."""
    return json.loads(RELEASED.read_text())


def written(schema: dict[str, Any]) -> str:
    """As it is stored: one line for each object of the first two levels, without words for people."""
    bare = _without_words(schema)
    return json.dumps(bare, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _without_words(value: Any, *, names: bool = False) -> Any:
    """`names`: the keys are names of fields, one of which may well be `description`."""
    if isinstance(value, list):
        return [_without_words(part) for part in value]
    if not isinstance(value, dict):
        return value
    kept = {key: part for key, part in value.items() if names or key not in WORDS}
    return {key: _without_words(part, names=key == "properties") for key, part in kept.items()}
