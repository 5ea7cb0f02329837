"""Places where the apps above add functions to an app below, which does not know them.

Each function is registered by its dotted path in `AppConfig.ready` and imported when it is needed first: the process of the
live table deletes no account, and starts faster without the code for it.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from django.utils.module_loading import import_string

F = TypeVar("F", bound=Callable[..., Any])

HOOKS: "dict[str, Hook[Any]]" = {}
"""Every hook by its name; a test imports all that is registered."""


class Hook(Generic[F]):
    """Functions of one kind, in the order in which they were registered."""

    def __init__(self, name: str) -> None:
        self.paths: dict[str, str] = {}
        HOOKS[name] = self

    def add(self, path: str, *, key: str = "") -> None:
        """Register a function once, under a key where it needs one."""
        self.paths[key or path] = path

    def functions(self) -> dict[str, F]:
        """The functions by their keys."""
        return {key: cast(F, import_string(path)) for key, path in self.paths.items()}
