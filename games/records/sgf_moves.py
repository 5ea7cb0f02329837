"""The values of W and B in .sgf files of backgammon: `61mghg`, `double`, `take`, `drop`.

Letters a to x are White's points 1 to 24, whoever moves; y is the bar, z is off.
"""

import re

from games.engine.board import BAR, OFF
from games.engine.seats import Seat
from games.records.match_file import Cubed, CubeWord, Event, FilePlace, FileRefused, Rolled

SEATS: dict[str, Seat] = {"W": "A", "B": "B"}
_WORDS: dict[str, CubeWord] = {
    "double": "double", "redouble": "double", "beaver": "double", "raccoon": "double",
    "take": "take", "drop": "drop", "pass": "drop",
}  # fmt: skip
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-y][a-xz]){0,4})")
_DICE = re.compile(r"([1-6])([1-6])")


def move_in(value: str, seat: Seat, place: FilePlace) -> Event:
    """What the seat did by this value."""
    word = "".join(value.split()).lower()
    if word in _WORDS:
        return Cubed(place, seat, _WORDS[word])
    match = _MOVE.fullmatch(word)
    if match is None:
        raise FileRefused("bad_property", place, name="W" if seat == "A" else "B")
    dice, letters = (int(match[1]), int(match[2])), match[3]
    if not letters:
        return Rolled(place, seat, dice, "danced")
    pairs = zip(letters[::2], letters[1::2], strict=True)
    text = " ".join(f"{_point(source, seat)}/{_point(target, seat)}" for source, target in pairs)
    return Rolled(place, seat, dice, "played", text)


def dice_in(value: str, place: FilePlace) -> tuple[int, int]:
    """A roll without a play."""
    match = _DICE.fullmatch(value.strip())
    if match is None:
        raise FileRefused("bad_dice", place)
    return int(match[1]), int(match[2])


def _point(letter: str, seat: Seat) -> int:
    """A letter in the mover's own numbers."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a") + 1
    return point if seat == "A" else BAR - point
