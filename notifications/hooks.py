"""Where the apps above say in words what this app does not know."""

from collections.abc import Callable, Mapping
from typing import Any

from web.hooks import Hook

notification_words: Hook[Callable[[Mapping[str, Any]], str]] = Hook("notification_words")
"""By kind: a name for the text of a notification, made from its values in the active language."""
