"""Reads .sgf as GNU Backgammon writes it: a collection with one tree a game, rules and score in its first node.

White (PW) is player A. Set-up positions are refused; analysis and comments are passed over.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.engine.seats import Seat
from games.records import extension_headers
from games.records.mat_reader import LONGEST_MATCH
from games.records.match_file import (
    MOST_EVENTS,
    MOST_GAMES,
    Event,
    FiledGame,
    FiledMatch,
    FilePlace,
    FileRefused,
    Rolled,
    Won,
    are_swapped,
    cut_line,
    date_in,
    name_in,
)
from games.records.sgf_moves import SEATS, dice_in, move_in
from games.records.sgf_tree import LineIndex, Node, Property, Tree, trees

_SET_UP = {"AE", "AW", "AB", "CV", "CP"}
_RULES = {"crawford", "crawfordgame", "jacoby", "nocube", "backgammon", ""}
_RESULT = re.compile(r"([WB])\+(\d{1,9})(r|resign)?", re.IGNORECASE)


def looks_like_sgf(text: str) -> bool:
    return text.lstrip().startswith("(")


def read_sgf(text: str) -> FiledMatch:
    """The match in this text; FileRefused with line and column when it cannot be read."""
    lines = LineIndex(text)
    games: list[FiledGame] = []
    first: _Root | None = None
    many = 0
    for number, tree in enumerate(trees(text, lines), start=1):
        root = _Root(tree[0] if tree else [], lines, number)
        if number > MOST_GAMES:
            raise FileRefused("many_games", root.place, most=MOST_GAMES)
        first = first or root
        if are_swapped(root.names, first.names) or root.length != first.length:
            raise FileRefused("names_differ", root.place)
        many += len(tree)
        if many > MOST_EVENTS:
            raise FileRefused("long_file", root.place, most=MOST_EVENTS)
        games.append(root.game(_events(tree, lines, number)))
    if first is None:
        raise FileRefused("no_games")
    return first.match(tuple(games))


class _Root:
    """What the first node of a tree holds of the game and the match."""

    def __init__(self, node: Node, lines: LineIndex, number: int) -> None:
        self.lines = lines
        self.number = number
        self.place = lines.place(node[0].at, number) if node else FilePlace(game=number)
        self.properties = {prop.name: prop for prop in node}
        if self._text("GM") not in ("6", ""):
            raise FileRefused("not_backgammon", self._place("GM"))
        if _SET_UP & self.properties.keys() - {"CV"}:
            raise FileRefused("set_up", self._place(min(_SET_UP & self.properties.keys() - {"CV"})))
        self.names = self._name("PW", "White"), self._name("PB", "Black")
        self.rules = {rule.strip().lower() for rule in self._text("RU").split(":")}
        if unknown := self.rules - _RULES:
            raise FileRefused("variation", self._place("RU"), name=cut_line(min(unknown), 40))
        self.info = self._match_info()
        self.length = self.info.get("length", 0)
        if self.length > LONGEST_MATCH:
            raise FileRefused("long_match", self._place("MI"), most=LONGEST_MATCH)

    def game(self, events: tuple[Event, ...]) -> FiledGame:
        number = self.info.get("game", self.number - 1) + 1
        score = self.info.get("ws", -1), self.info.get("bs", -1)
        if number != self.number and score in ((0, 0), (-1, -1)):
            raise FileRefused("game_number", self._place("MI"), expected=self.number, found=number)
        return FiledGame(
            number=self.number,
            place=replace(self._place("MI"), game=self.number),
            score=None if min(score) < 0 else score,
            events=(*events, *self._result()),
            doubles=self._doubles(),
            crawford="crawfordgame" in self.rules if self.length else None,
        )

    def match(self, games: tuple[FiledGame, ...]) -> FiledMatch:
        return FiledMatch(
            source="sgf",
            names=self.names,
            length=self.length or None,
            games=games,
            crawford="crawford" in self.rules,
            jacoby="jacoby" in self.rules,
            cube="nocube" not in self.rules,
            played_on=date_in(self._text("DT")),
            event=cut_line(self._text("EV")),
            round=cut_line(self._text("RO")),
            site=cut_line(self._text("PC")),
            extensions=extension_headers.read_lines(self._extension_lines()),
        )

    def _extension_lines(self) -> Iterator[extension_headers.Line]:
        for value in self.properties["XB"].values if "XB" in self.properties else ():
            key, _, text = value.partition(": ")
            yield key, text

    def _text(self, name: str) -> str:
        return self.properties[name].values[0].strip() if name in self.properties else ""

    def _place(self, name: str) -> FilePlace:
        return (
            self.lines.place(self.properties[name].at, self.number)
            if name in self.properties
            else self.place
        )

    def _name(self, prop: str, instead: str) -> str:
        return name_in(self._text(prop) or instead, self._place(prop))

    def _match_info(self) -> dict[str, int]:
        info: dict[str, int] = {}
        for value in self.properties["MI"].values if "MI" in self.properties else ():
            key, _, number = value.partition(":")
            if key.strip() not in ("length", "game", "ws", "bs"):
                continue
            if not re.fullmatch(r"\d{1,9}", number.strip(), re.ASCII):
                raise FileRefused("bad_property", self._place("MI"), name="MI")
            info[key.strip()] = int(number)
        return info

    def _doubles(self) -> int:
        """How many automatic doubles the cube has before the first roll."""
        value = self._text("CV") or "1"
        if not re.fullmatch(r"\d{1,5}", value, re.ASCII) or int(value).bit_count() != 1:
            raise FileRefused("bad_property", self._place("CV"), name="CV")
        return int(value).bit_length() - 1

    def _result(self) -> tuple[Won, ...]:
        """Nothing when the result is open, or written in another way than winner and points."""
        match = _RESULT.fullmatch(self._text("RE"))
        if match is None:
            return ()
        seat = SEATS[match[1].upper()]
        return (Won(self._place("RE"), seat, int(match[2]), resigned=bool(match[3])),)


def _events(tree: Tree, lines: LineIndex, game: int) -> tuple[Event, ...]:
    """What the nodes after the first say; a set roll is one with the play that follows it."""
    events: list[Event] = []
    for number, node in enumerate(tree):
        for event in _of_node(node, lines, game, root=number == 0):
            before = events[-1] if events else None
            if (
                isinstance(before, Rolled)
                and isinstance(event, Rolled)
                and before.how == "left"
                and (before.seat, sorted(before.dice)) == (event.seat, sorted(event.dice))
            ):
                events.pop()
            events.append(event)
    return tuple(events)


def _of_node(node: Node, lines: LineIndex, game: int, *, root: bool) -> list[Event]:
    events: list[Event] = []
    to_play: Seat | None = None
    for prop in node:
        place = lines.place(prop.at, game)
        if prop.name in _SET_UP and not (root and prop.name == "CV"):
            raise FileRefused("set_up", place)
        if prop.name == "PL":
            to_play = _seat(prop, place)
        elif prop.name == "DI":
            if to_play is None:
                raise FileRefused("bad_property", place, name="DI")
            events.append(Rolled(place, to_play, dice_in(prop.values[0], place), "left"))
        elif prop.name in SEATS:
            events.append(move_in(prop.values[0], SEATS[prop.name], place))
    return events


def _seat(prop: Property, place: FilePlace) -> Seat:
    value = prop.values[0].strip().upper()[:1]
    if value not in SEATS:
        raise FileRefused("bad_property", place, name="PL")
    return SEATS[value]
