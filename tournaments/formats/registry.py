"""The formats an organizer can choose: one module each, one line here, no branch on a format anywhere else."""

from collections.abc import Callable, Mapping
from typing import Final

from tournaments.formats import single_elimination
from tournaments.formats.base import Blueprint

Draw = Callable[[int, Mapping[str, object]], Blueprint]

FORMATS: Final[Mapping[str, Draw]] = {
    "single_elimination": single_elimination.blueprint,
}
