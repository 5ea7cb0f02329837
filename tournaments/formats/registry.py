"""The formats an organizer can choose: one module each, one line here, no branch on a format anywhere else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.formats import single_elimination
from tournaments.formats.base import Blueprint


@dataclass(frozen=True, slots=True)
class Format:
    """How a format draws a field of a given size, and the values each of its options may have."""

    blueprint: Callable[[int, Mapping[str, object]], Blueprint]
    options: Mapping[str, tuple[object, ...]]

    def refused(self, options: Mapping[str, object]) -> list[str]:
        """Names of options that this format does not have, or not with that value."""
        return [
            name
            for name, value in options.items()
            if not any(value is allowed for allowed in self.options.get(name, ()))
        ]


FORMATS: Final[Mapping[str, Format]] = {
    "single_elimination": Format(single_elimination.blueprint, single_elimination.OPTIONS),
}
