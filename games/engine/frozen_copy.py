"""A changed copy of a frozen value, in half the time `dataclasses.replace` takes: a match is many of them.

Only for values that need no checking (`__post_init__` is not asked).
"""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")
Put = Callable[[Any, Any], None]
Slots = tuple[Callable[[Any], tuple[Any, ...]], dict[str, Put]]

_SLOTS: dict[type, Slots] = {}


def replace(value: Value, /, **changes: Any) -> Value:
    """A copy of a frozen dataclass with slots, these fields changed. TypeError for a field it does not have."""
    cls = type(value)
    read, puts = _SLOTS.get(cls) or _slots_of(cls)
    copy = object.__new__(cls)
    for put, old in zip(puts.values(), read(value), strict=True):
        put(copy, old)
    for name, new in changes.items():
        if name not in puts:
            raise TypeError(f"{cls.__name__} has no field {name!r}")
        puts[name](copy, new)
    return copy


def _slots_of(cls: Any) -> Slots:
    names = [field.name for field in fields(cls)]
    slots = attrgetter(*names), {name: getattr(cls, name).__set__ for name in names}
    return _SLOTS.setdefault(cls, slots)
