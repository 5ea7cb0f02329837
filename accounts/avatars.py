"""PURE. The avatar of a player: a checker with a pattern and a colour that follow from their number, so nothing is stored.

The patterns are symbols of templates/components/avatar_sprite.html, the colours classes of static/css/components/people.css.
"""

from typing import NamedTuple

PATTERNS = 8
COLOURS = 12
SPREAD = (
    2_654_435_761  # Knuth's multiplier: players who signed up one after the other look different
)


class Avatar(NamedTuple):
    pattern: int
    colour: int


def avatar_of(player_id: int) -> Avatar:
    """`pattern` from 0 to 7, `colour` from 0 to 11; the same for a number at all times."""
    spread = player_id * SPREAD % 2**32
    return Avatar(pattern=(spread >> 8) % PATTERNS, colour=(spread >> 16) % COLOURS)
