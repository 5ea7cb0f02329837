"""A text that must not be seen by accident: in a traceback, a log line or a report that prints local variables."""

from typing import Any

from django.db import models


class Secret(str):
    """A str like any other, but its repr does not show it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'(secret)'"


class SecretField(models.CharField):
    """A CharField whose values come from the database as secrets. For migrations it is a CharField."""

    def from_db_value(self, value: str | None, *_args: Any) -> Secret | None:
        return None if value is None else Secret(value)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
