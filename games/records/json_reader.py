"""Reads the JSON of json_writer: the log itself, every row of it folded by the engine.

What belongs to a match played here - its seeds, who was ready, clocks - has no place in an imported one (ADR 0008)
and is left out; every roll, play, turn of the cube, ruling and ending stays.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.engine import actions as act
from games.engine import match as matches
from games.engine.actions import Action, Imported
from games.engine.errors import RulesError
from games.engine.rules import Rules
from games.engine.rulings import DirectorRuling
from games.engine.state import MatchState
from games.records.json_writer import FORMAT, VERSION
from games.records.match_file import (
    MOST_EVENTS,
    FiledLog,
    FilePlace,
    FileRefused,
    cut_line,
    date_in,
    name_in,
)
from games.records.wording import FREE_SEAT

Row: TypeAlias = Mapping[str, Any]

MOST_ROWS = 2 * MOST_EVENTS
"""Beside the rolls and the cube a log has rows of its own for readiness, resignations and rulings."""


def looks_like_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def read_json(text: str) -> FiledLog:
    """The match in this text; FileRefused when it cannot be read or comes from another program."""
    data = _object(text)
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise FileRefused("not_our_json")
    rows = data.get("log")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _bad("log")
    if len(rows) > MOST_ROWS:
        raise FileRefused("long_file", most=MOST_ROWS)
    places = _Places(text)
    return FiledLog(
        names=_names(data.get("players")),
        rules=_rules(data.get("rules")),
        log=tuple((_action(row, places.of(row)), places.of(row)) for row in rows),
        score=_score(data.get("score")),
        played_on=date_in(str(rows[0].get("at", ""))) if rows else None,
        event=cut_line(_text(data, "title")),
        round=cut_line(_text(data, "subtitle")),
    )


@dataclass(frozen=True, slots=True)
class Folded:
    """A log as an imported match has it: the actions with the numbers of their games, and what they fold to."""

    rules: Rules
    actions: tuple[tuple[int, Action], ...]
    state: MatchState


def fold(filed: FiledLog) -> Folded:
    """Fold the log as it is, to see that it is right, and beside it as that of an imported match."""
    folding = _Folding(filed.rules)
    for action, place in filed.log:
        folding.take(action, place)
    if folding.ours.score != filed.score:
        raise FileRefused(
            "score_differs",
            file="{}–{}".format(*filed.score),
            ours="{}–{}".format(*folding.ours.score),
        )
    if not folding.ours.rolls:
        raise FileRefused("no_games")
    folding.end()
    return Folded(filed.rules, tuple(folding.done), folding.imported)


class _Folding:
    """Two folds of one log; they differ only in how play begins."""

    def __init__(self, rules: Rules) -> None:
        self.ours = self.imported = matches.initial(rules)
        self.done: list[tuple[int, Action]] = []

    def take(self, action: Action, place: FilePlace) -> None:
        try:
            before, self.ours = self.ours, matches.apply(self.ours, action)
            if isinstance(action, LEFT_OUT) or _is_imported(action, "start", "end"):
                begins = before.phase in ("joining", "nonces") and self.ours.phase == "playing"
                if begins and self.imported.phase == "joining":
                    self._do(Imported("start", source="json"))
                if _is_imported(action, "end"):
                    self._do(action)
            elif not (isinstance(action, DirectorRuling) and action.what in OF_OUR_TABLES):
                self._do(action)
        except RulesError as error:
            raise FileRefused(error.code, place, cause=error) from None

    def end(self) -> None:
        """A match that is still played is unfinished as far as its file goes."""
        if self.imported.outcome is not None:
            return
        if self.imported.phase == "joining":
            self._do(Imported("start", source="json"))
        self._do(Imported("end"))

    def _do(self, action: Action) -> None:
        number = self.imported.game_no
        self.imported = matches.apply(self.imported, action)
        self.done.append((number, action))


LEFT_OUT = (act.Epoch, act.Ready, act.Nonce, act.NoncesClosed, act.BreakOver, act.RollAsked)

OF_OUR_TABLES = ("clock", "own_dice")
"""Rulings about what an imported match does not have."""


def _is_imported(action: Action, *words: str) -> bool:
    return isinstance(action, Imported) and action.what in words


# The parts of the file


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileRefused("bad_json", FilePlace(error.lineno, error.colno)) from None
    except (RecursionError, ValueError):
        raise FileRefused("bad_json") from None
    if not isinstance(data, dict):
        raise FileRefused("not_our_json")
    return data


def _bad(name: str) -> FileRefused:
    return FileRefused("bad_property", name=name)


def _text(data: Row, name: str) -> str:
    value = data.get(name, "")
    return value if isinstance(value, str) else ""


def _names(data: object) -> tuple[str, str]:
    if not isinstance(data, dict):
        raise _bad("players")
    a = name_in(_text(data, "A") or FREE_SEAT["A"], FilePlace())
    return a, name_in(_text(data, "B") or FREE_SEAT["B"], FilePlace())


def _rules(data: object) -> Rules:
    try:
        return Rules.from_json(data)
    except (RulesError, TypeError):
        raise _bad("rules") from None


def _score(data: object) -> tuple[int, int]:
    if not isinstance(data, dict):
        raise _bad("score")
    a, b = data.get("A"), data.get("B")
    if type(a) is not int or type(b) is not int:
        raise _bad("score")
    return a, b


def _action(row: Row, place: FilePlace) -> Action:
    try:
        return act.from_json(row.get("kind"), row.get("seat"), row.get("payload"))
    except RulesError as error:
        raise FileRefused(error.code, place, cause=error) from None


class _Places:
    """The line of a row, where every row has one of its own, as json_writer writes them."""

    def __init__(self, text: str) -> None:
        self._lines = dict(_numbered(text))

    def of(self, row: Row) -> FilePlace:
        seq, game = row.get("seq"), row.get("game")
        line = self._lines.get(seq, 0) if type(seq) is int else 0
        return FilePlace(line, game=game if type(game) is int and 0 < game < 1000 else 0)


def _numbered(text: str) -> Iterator[tuple[int, int]]:
    for number, line in enumerate(text.split("\n"), start=1):
        head, _, _ = line.strip().partition(",")
        if head.startswith('{"seq":') and head[7:].isdecimal() and len(head) < 20:
            yield int(head[7:]), number
