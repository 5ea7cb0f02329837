"""Reads .mat: the text format of GNU Backgammon, eXtreme Gammon, and most other programs.

Headers `; [Key "Value"]`, the line `N point match`, then games: `Game k`, the names with the score, rows of two
cells (mat_cells). Refuses what it cannot read, with the line.
"""

import re
from dataclasses import dataclass, field

from games.engine.rules import HIGHEST_CUBE
from games.records import extension_headers
from games.records.mat_cells import RIGHT_ALONE, RIGHT_IN_ROW, cells
from games.records.match_file import (
    LONGEST_NAME,
    MOST_EVENTS,
    MOST_GAMES,
    Event,
    FiledGame,
    FiledMatch,
    FilePlace,
    FileRefused,
    Score,
    are_swapped,
    cut_line,
    date_in,
    name_in,
    on_or_off,
)

LONGEST_LINE = 500
LONGEST_MATCH = 99
LENGTH_WITHIN = 200  # lines

_HEADER = re.compile(r'\s*;\s*\[([^"\]]{1,80})"([^"]*)"\s*\]\s*')
LENGTH = re.compile(r"\s*(\d{1,6})[\s-]+points?[\s-]+match\b.*", re.IGNORECASE)
_GAME = re.compile(r"\s*game\s+(\d{1,6})\s*[:.]?\s*", re.IGNORECASE)
_NAME, _POINTS = r"(\S.{0,239}?)\s*:\s*", r"(\d{1,9})"
_SCORES = (  # a name may hold a colon, so two blanks between the columns are looked for first
    re.compile(rf"\s*{_NAME}{_POINTS}\s{{2,}}{_NAME}{_POINTS}\s*"),
    re.compile(rf"\s*{_NAME}{_POINTS}\s*{_NAME}{_POINTS}\s*"),
)
_ROW = re.compile(r"\s*(\d{1,6})\)")


@dataclass(slots=True)
class _Game:
    """A game being read."""

    number: int
    place: FilePlace
    score: Score | None = None
    events: list[Event] = field(default_factory=list)

    def filed(self) -> FiledGame:
        return FiledGame(self.number, self.place, self.score, tuple(self.events))


def looks_like_mat(text: str) -> bool:
    """Does one of the first lines give the length of a match?"""
    return any(LENGTH.fullmatch(line) for line in text.split("\n")[:LENGTH_WITHIN])


def read_mat(text: str) -> FiledMatch:
    """The match in this text; FileRefused with the line when it cannot be read."""
    return _Reader().read(text)


class _Reader:
    """Goes through the lines once."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.extensions: list[extension_headers.Line] = []
        self.length: int | None = None
        self.before: FilePlace | None = None
        self.names: tuple[str, str] | None = None
        self.games: list[_Game] = []
        self.many = 0

    def read(self, text: str) -> FiledMatch:
        for number, raw in enumerate(text.split("\n"), start=1):
            line = raw.rstrip().expandtabs(8)
            if len(line) > LONGEST_LINE:
                raise FileRefused("long_line", FilePlace(number))
            if line:
                self._line(line, FilePlace(number))
        if self.games and self.games[-1].score is None:
            raise FileRefused("no_score", self.games[-1].place)
        if self.length is None and self.before:
            raise FileRefused("no_length", self.before)
        if self.length is None or self.names is None:
            raise FileRefused("no_games")
        return self._filed(self.names, self.length)

    def _line(self, line: str, place: FilePlace) -> None:
        if line.lstrip().startswith(";"):
            if match := _HEADER.fullmatch(line):
                self.headers.setdefault(match[1].strip().lower(), match[2])
                if match[1].strip() in extension_headers.KEYS:
                    self.extensions.append((match[1].strip(), match[2]))
        elif self.length is None:
            self._point_match(line, place)
        elif match := _GAME.fullmatch(line):
            self._begin(int(match[1]), place)
        elif not self.games:
            raise FileRefused("bad_line", place)
        else:
            self._of_game(line, self.games[-1], FilePlace(place.line, game=self.games[-1].number))

    def _point_match(self, line: str, place: FilePlace) -> None:
        """What stands before it, in whatever words, is passed over."""
        match = LENGTH.fullmatch(line)
        if match is None:
            self.before = self.before or place
            if _GAME.fullmatch(line) or place.line >= LENGTH_WITHIN:
                raise FileRefused("no_length", self.before)
            return
        self.length = int(match[1])
        if self.length > LONGEST_MATCH:
            raise FileRefused("long_match", place, most=LONGEST_MATCH)

    def _begin(self, number: int, place: FilePlace) -> None:
        if self.games and self.games[-1].score is None:
            raise FileRefused("no_score", place)
        if number != len(self.games) + 1:
            raise FileRefused("game_number", place, expected=len(self.games) + 1, found=number)
        if number > MOST_GAMES:
            raise FileRefused("many_games", place, most=MOST_GAMES)
        self.games.append(_Game(number, FilePlace(place.line, game=number)))

    def _of_game(self, line: str, game: _Game, place: FilePlace) -> None:
        if game.score is None:
            self._score(line, game, place)
            return
        row = _ROW.match(line)
        if row is None:
            events = cells(line, 1, place, RIGHT_ALONE)
        else:
            at = FilePlace(place.line, game=place.game, row=int(row[1]))
            events = cells(line[row.end() :], row.end() + 1, at, RIGHT_IN_ROW)
        before = len(game.events)
        game.events += events
        self.many += len(game.events) - before
        if self.many > MOST_EVENTS:
            raise FileRefused("long_file", place, most=MOST_EVENTS)

    def _score(self, line: str, game: _Game, place: FilePlace) -> None:
        columns = next(filter(None, (layout.fullmatch(line) for layout in _SCORES)), None)
        if columns is None:
            raise FileRefused("no_score", place)
        names = name_in(columns[1], place), name_in(columns[3], place)
        self.names = self.names or names
        if are_swapped(names, self.names):
            raise FileRefused("names_differ", place)
        game.score = int(columns[2]), int(columns[4])
        game.place = place

    def _whole(self, names: tuple[str, str]) -> tuple[str, str]:
        """The header has room for names that the line with the score must shorten."""
        full = (cut_line(self.headers.get(f"player {n}", ""), LONGEST_NAME) for n in (1, 2))
        a, b = (long_name or name for long_name, name in zip(full, names, strict=True))
        return a, b

    def _filed(self, names: tuple[str, str], length: int) -> FiledMatch:
        headers = self.headers
        variation = cut_line(headers.get("variation", ""))
        if variation and variation.lower() != "backgammon":
            raise FileRefused("variation", name=variation)
        return FiledMatch(
            source="mat",
            names=self._whole(names),
            length=length or None,
            games=tuple(game.filed() for game in self.games),
            crawford=on_or_off(headers.get("crawford")),
            jacoby=on_or_off(headers.get("jacoby")),
            beavers=on_or_off(headers.get("beaver")),
            murphy=on_or_off(headers.get("murphy")),
            cube=headers.get("cubelimit", "").strip() != "1",
            cube_cap=_cap(headers.get("cubelimit", "")),
            played_on=date_in(headers.get("eventdate", "")),
            event=cut_line(headers.get("event", "")),
            round=cut_line(headers.get("round", "")),
            site=cut_line(headers.get("site", "")),
            extensions=extension_headers.read_lines(self.extensions),
        )


def _cap(text: str) -> int | None:
    """A limit that a cube can have; anything else limits nothing."""
    value = int(text) if re.fullmatch(r"\d{1,5}", text.strip(), re.ASCII) else 0
    return value if 2 <= value <= HIGHEST_CUBE and not value & (value - 1) else None
