"""A match as a file has it, before anything is checked: names, rules, games, and what happened in each.

Readers make it (mat_reader, sgf_reader), file_replay.py plays it through with the engine.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from games.engine.actions import Action
from games.engine.errors import RulesError
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.records.extension_headers import NO_EXTENSIONS, Extensions
from games.records.wording import one_line

Source = Literal["mat", "sgf", "json", "xg", "bgf"]
How = Literal["played", "danced", "blank", "left"]
CubeWord = Literal["double", "take", "drop"]
Score: TypeAlias = tuple[int, int]

LONGEST_NAME = 170  # two names of the site, for a pair
LONGEST_TEXT = 120
MOST_GAMES = 100
MOST_EVENTS = 4_000
_RATING = re.compile(r",\s*\d{3,4}(?:\.\d+)?(?:/\d+)?$")


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Where in the file, counted from 1; 0 where it does not apply. `row` is the number before a ")"; `byte` is for files without lines."""

    line: int = 0
    column: int = 0
    game: int = 0
    row: int = 0
    byte: int = 0


class FileRefused(Exception):  # noqa: N818  # reads as what happened
    """The file cannot be imported. Its sentence is in file_refusals.py, or the engine's (`cause`)."""

    def __init__(
        self,
        code: str,
        place: FilePlace = FilePlace(),
        *,
        cause: RulesError | None = None,
        **params: object,
    ) -> None:
        super().__init__(code, place)
        self.code = code
        self.place = place
        self.cause = cause
        self.params = params


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll and what became of it: `text` as in notation.py; "blank": nothing written, "left": not played."""

    place: FilePlace
    seat: Seat
    dice: tuple[int, int]
    how: How
    text: str = ""


@dataclass(frozen=True, slots=True)
class Cubed:
    """A double (or beaver, or raccoon), a take, a drop; `shown` is the value the file writes beside it."""

    place: FilePlace
    seat: Seat
    word: CubeWord
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """`seat` won so many points; `resigned` where the file has whether the other gave up."""

    place: FilePlace
    seat: Seat
    points: int
    resigned: bool | None = None


Event: TypeAlias = Rolled | Cubed | Won


@dataclass(frozen=True, slots=True)
class FiledGame:
    """One game. `score` is the score before it by the file, `doubles` the automatic ones it names."""

    number: int
    place: FilePlace
    score: Score | None
    events: tuple[Event, ...]
    doubles: int = 0
    crawford: bool | None = None


@dataclass(frozen=True, slots=True)
class FiledMatch:
    """A whole file. `length` None is money play; rules are None where the file does not name them."""

    source: Source
    names: tuple[str, str]
    length: int | None
    games: tuple[FiledGame, ...]
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    murphy: bool | None = None
    cube: bool = True
    cube_cap: int | None = None
    played_on: date | None = None
    event: str = ""
    round: str = ""
    site: str = ""
    extensions: Extensions = NO_EXTENSIONS


@dataclass(frozen=True, slots=True)
class FiledLog:
    """A file that holds a log of Barpoint as it is, every action with its place."""

    names: tuple[str, str]
    rules: Rules
    log: tuple[tuple[Action, FilePlace], ...]
    score: Score
    played_on: date | None = None
    event: str = ""
    round: str = ""
    source: Source = "json"
    site: str = ""


def cut_line(text: str, longest: int = LONGEST_TEXT) -> str:
    """One line of printable characters, cut at `longest`."""
    return one_line(text)[:longest]


def name_in(text: str, place: FilePlace) -> str:
    """A player's name without the rating that may follow it."""
    name = cut_line(_RATING.sub("", text.strip()), 1000)
    if not name:
        raise FileRefused("no_name", place)
    if len(name) > LONGEST_NAME:
        raise FileRefused("long_name", place, most=LONGEST_NAME)
    return name


def are_swapped(names: tuple[str, str], first: tuple[str, str]) -> bool:
    """Does one of the players stand in the other's column? How a name is spelt may vary between games."""
    return (names[0] == first[1] or names[1] == first[0]) and first[0] != first[1]


def date_in(text: str) -> date | None:
    """Year, month and day, however they are parted; None for anything else."""
    match = re.match(r"\s*(\d{4})\D(\d{1,2})\D(\d{1,2})(?!\d)", text)
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def on_or_off(text: str | None) -> bool | None:
    """The value of a switch in the header."""
    return {"on": True, "off": False}.get((text or "").strip().lower())
