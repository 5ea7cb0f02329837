"""SGF as such: game trees, nodes, properties, values; nothing of backgammon.

Reads with one pattern from front to back, without recursion, so no nesting can hurt. Of variations the first is
kept, which by the format's custom is what was played.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from games.records.match_file import MOST_EVENTS, FilePlace, FileRefused

_TOKEN = re.compile(
    r"(?P<mark>[();])|(?P<name>[A-Za-z][A-Za-z0-9]{0,39})"
    r"|\[(?P<value>[^\]\\]*(?:\\.[^\]\\]*)*)\]|(?P<blank>\s+)",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(\r\n|\n|.)", re.DOTALL)


class Property(NamedTuple):
    """A name in capitals, the values after it, and where it stands in the text."""

    name: str
    values: tuple[str, ...]
    at: int


Node = list[Property]
Tree = list[Node]


class LineIndex:
    """Turns an offset of the text into a line and a column."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, at: int, game: int = 0) -> FilePlace:
        line = bisect_right(self._starts, at)
        return FilePlace(line, at - self._starts[line - 1] + 1, game)


def trees(text: str, lines: LineIndex) -> Iterator[Tree]:
    """The main line of each game tree, one after the other."""
    reader, position = _Reader(lines), 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise FileRefused("bad_line", lines.place(position))
        if token["value"] is not None:
            reader.value(token["value"], position)
        elif not token["blank"] and (tree := reader.word(token[0], position)):
            yield tree
        position = token.end()
    if reader.depth:
        raise FileRefused("unclosed", lines.place(len(text)))


class _Reader:
    """The tree being read. `left`: its first variation has ended, the rest is passed over."""

    def __init__(self, lines: LineIndex) -> None:
        self.lines = lines
        self.tree: Tree = []
        self.depth = 0
        self.left = False
        self.name = ""
        self.at = 0
        self.values: list[str] = []

    def value(self, text: str, at: int) -> None:
        if not self.name:
            raise FileRefused("bad_line", self.lines.place(at))
        self.values.append(_ESCAPED.sub(_unescaped, text))

    def word(self, word: str, at: int) -> Tree | None:
        """A bracket, a semicolon or a name; a whole tree when this ends one."""
        self._close_property()
        if word == "(":
            self.depth += 1
        elif not self.depth:
            raise FileRefused("bad_line", self.lines.place(at))
        elif word == ")":
            return self._close()
        elif word == ";":
            self.tree += [] if self.left else [[]]
            if len(self.tree) > MOST_EVENTS + 1:
                raise FileRefused("long_file", self.lines.place(at), most=MOST_EVENTS)
        else:
            self.name, self.at = "".join(filter(str.isupper, word)), at
            if not self.name:
                raise FileRefused("bad_line", self.lines.place(at))
        return None

    def _close_property(self) -> None:
        if self.name and not self.left:
            if not self.values or not self.tree:
                raise FileRefused("bad_line", self.lines.place(self.at))
            self.tree[-1].append(Property(self.name, tuple(self.values), self.at))
        self.name, self.values = "", []

    def _close(self) -> Tree | None:
        self.depth, self.left = self.depth - 1, True
        if self.depth:
            return None
        tree, self.tree, self.left = self.tree, [], False
        return tree


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1] in ("\n", "\r\n") else match[1]
