"""The formats an organizer can choose: one module each and one line here; no other code branches on a format."""

from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.formats import (
    consolation,
    continuous_swiss,
    double_elimination,
    groups,
    lives,
    quads,
    round_robin,
    single_elimination,
    swiss,
)
from tournaments.formats.protocol import Format

FORMATS: Final[Mapping[str, Format]] = {
    "single_elimination": single_elimination.FORMAT,
    "double_elimination": double_elimination.FORMAT,
    "consolation": consolation.FORMAT,
    "round_robin": round_robin.FORMAT,
    "groups": groups.FORMAT,
    "quads": quads.FORMAT,
    "swiss": swiss.FORMAT,
    "lives": lives.FORMAT,
    "continuous_swiss": continuous_swiss.FORMAT,
}


def draws_rounds(formats: Iterable[str]) -> bool:
    """Is one of these drawn round by round, so that there is a moment before each round to look at it?"""
    return any(FORMATS[key].by_rounds and not FORMATS[key].each_result for key in formats)
